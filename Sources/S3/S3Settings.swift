/// Which server to ask, as whom, and how: what the AWS tools read from the environment.
///
/// Its description, and a dump of it, hold no secret.
package struct S3Settings: Sendable {
    /// How a bucket is written into a URL.
    package enum AddressingStyle: String, Sendable {
        /// Virtual hosts at Amazon, paths at a server of one's own.
        case auto
        /// `https://server/bucket/key`
        case path
        /// `https://bucket.server/key`
        case virtual
    }

    /// Nil for Amazon's own.
    package let endpoint: S3Endpoint?
    package let region: String
    package let addressing: AddressingStyle
    /// A file of certificates to trust in place of the system's.
    package let certificates: String?
    let credentials: S3Credentials

    /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` or
    /// `AWS_DEFAULT_REGION`, `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`, `AWS_CA_BUNDLE` and
    /// `AWS_S3_ADDRESSING_STYLE`; what is empty counts as missing.
    package init(environment: (String) -> String?) throws(S3Error) {
        func first(_ names: String...) -> (name: String, value: String)? {
            for name in names {
                if let value = environment(name), !value.isEmpty { return (name, value) }
            }
            return nil
        }
        credentials = try S3Credentials(environment: { first($0)?.value })
        let region = first("AWS_REGION", "AWS_DEFAULT_REGION") ?? ("AWS_REGION", "us-east-1")
        guard Self.canBeRegion(region.value) else {
            throw S3Error(
                operation: "settings", subject: region.name, kind: .wrongRegion(region.value))
        }
        self.region = region.value
        if let url = first("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL") {
            endpoint = try S3Endpoint(url.value, setting: url.name)
        } else {
            endpoint = nil
        }
        let style = first("AWS_S3_ADDRESSING_STYLE") ?? ("AWS_S3_ADDRESSING_STYLE", "auto")
        guard let addressing = AddressingStyle(rawValue: style.value.lowercased()) else {
            throw S3Error(
                operation: "settings", subject: style.name, kind: .wrongEndpoint(style.value))
        }
        self.addressing = addressing
        certificates = first("AWS_CA_BUNDLE")?.value
    }

    /// The URL of a key, or of the bucket itself for an empty one.
    func url(bucket: String, key: String) -> String {
        let server = endpoint ?? S3Endpoint(amazon: region)
        let path = key.isEmpty ? "" : "/" + PercentCoding.path(key)
        guard usesVirtualHost(bucket) else {
            return "\(server.scheme)://\(server.authority)\(server.basePath)/\(bucket)\(path)"
        }
        return "\(server.scheme)://\(bucket).\(server.authority)\(server.basePath)"
            + (path.isEmpty ? "/" : path)
    }

    private func usesVirtualHost(_ bucket: String) -> Bool {
        // Not every bucket's name can be one of a host.
        let canBeHost = bucket.utf8.allSatisfy {
            $0 != UInt8(ascii: "_") && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        }
        switch addressing {
        case .path: return false
        case .virtual: return canBeHost
        // No certificate is for `a.b.s3.amazonaws.com`.
        case .auto: return endpoint == nil && canBeHost && !bucket.contains(".")
        }
    }

    /// Whether it can be part of a host's name and of what is signed.
    private static func canBeRegion(_ text: String) -> Bool {
        text.utf8.count <= 63
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    }
}
