/// The URL of a server, in its parts.
package struct S3Endpoint: Sendable, Equatable {
    /// `http` or `https`.
    package let scheme: String
    /// A host's name, or an address; IPv6 in brackets.
    package let host: String
    package let port: Int?
    /// What all paths begin with, such as `/store`; mostly empty.
    package let basePath: String

    /// Host and port as in a URL.
    var authority: String { port.map { "\(host):\($0)" } ?? host }

    /// Reads `https://host:9000/path`.
    ///
    /// - Parameter setting: where the text is from, for the error.
    package init(_ text: String, setting: String) throws(S3Error) {
        guard let parts = Self.parts(text) else {
            throw S3Error(
                operation: "settings", subject: setting,
                kind: .wrongEndpoint(Self.withoutSecrets(text)))
        }
        (scheme, host, port, basePath) = parts
    }

    /// Amazon's server of a region.
    init(amazon region: String) {
        scheme = "https"
        host = "s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
        port = nil
        basePath = ""
    }

    private static func parts(_ text: String) -> (String, String, Int?, String)? {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), !text.contains("@"),
            !text.contains("?"), !text.contains("#"),
            let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let rest = text[colon...].dropFirst(3)
        let authority = rest.prefix { $0 != "/" }
        guard ["http", "https"].contains(scheme), let (host, port) = hostAndPort(authority) else {
            return nil
        }
        var path = rest[authority.endIndex...]
        while path.last == "/" { path.removeLast() }
        return (scheme, host, port, String(path))
    }

    private static func hostAndPort(_ text: Substring) -> (String, Int?)? {
        let isAddress = text.first == "["
        guard let end = isAddress ? text.firstIndex(of: "]") : text.endIndex else { return nil }
        let host =
            isAddress ? text[...end] : text[..<(text.firstIndex(of: ":") ?? text.endIndex)]
        let inner = isAddress ? host.dropFirst().dropLast() : host
        guard !inner.isEmpty,
            inner.utf8.allSatisfy({
                $0.isUnreserved || (isAddress && $0 == UInt8(ascii: ":"))
            })
        else { return nil }
        let rest = text[host.endIndex...]
        guard !rest.isEmpty else { return (String(host), nil) }
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        return (String(host), Int(port))
    }

    /// A text to show: no user, no password, no query.
    private static func withoutSecrets(_ text: String) -> String {
        let shown = text.prefix { $0 != "?" && $0 != "#" }
        guard let at = shown.lastIndex(of: "@") else { return String(shown) }
        return "***" + shown[at...]
    }
}
