internal import FoundationEssentials

/// Where the queue's servers are, and who asks.
package struct NATSSettings: Sendable {
    /// Such as `nats://host:4222`, `tls://host`; several are one cluster.
    package var servers: [String]
    /// The file that `nsc` writes for a user.
    package var credentialsFile: String?
    package var user: String?
    package var password: String?
    package var token: String?
    /// Files in PEM.
    package var authorities: String?
    package var certificate: String?
    package var key: String?

    private static let defaultServer = "nats://127.0.0.1:4222"
    private static let schemes = ["nats", "tls"]

    /// Takes what is not given from the variables that NATS' own tools read.
    ///
    /// Throws `.wrongAddress`.
    package init(
        servers: String?, credentialsFile: String?, environment: (String) -> String?
    ) throws(ClusterError) {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let list = servers ?? value("NATS_URL") ?? Self.defaultServer
        self.servers = list.split(separator: ",").map { text in
            let text = text.filter { !$0.isWhitespace }
            return text.contains("://") ? text : "nats://" + text
        }
        self.credentialsFile = credentialsFile ?? value("NATS_CREDS")
        user = value("NATS_USER")
        password = value("NATS_PASSWORD")
        token = value("NATS_TOKEN")
        authorities = value("NATS_CA")
        certificate = value("NATS_CERT")
        key = value("NATS_KEY")
        guard !self.servers.isEmpty, self.servers.allSatisfy(Self.isAddress) else {
            throw ClusterError(.wrongAddress(shown), operation: "connect", subject: shown)
        }
    }

    /// The servers without the credentials that their addresses may hold.
    package var shown: String {
        servers.map { server in
            // What cannot be read may be a part of a password.
            guard let parts = URLComponents(string: server), let scheme = parts.scheme,
                let host = parts.host, !host.isEmpty
            else { return "what was given" }
            return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        }.joined(separator: ",")
    }

    var isSecure: Bool {
        authorities != nil || certificate != nil || servers.contains { $0.hasPrefix("tls://") }
    }

    private static func isAddress(_ server: String) -> Bool {
        guard let parts = URLComponents(string: server), let host = parts.host, !host.isEmpty
        else { return false }
        return schemes.contains(parts.scheme ?? "") && (1...65_535).contains(parts.port ?? 4222)
    }
}
