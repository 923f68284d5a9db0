internal import Storage

/// The file of certificates that is trusted in place of the system's, as the environment names it.
enum TrustedCertificates {
    /// The first that is set counts: what other programs honour that go where a device goes.
    static let variables = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"]

    /// Larger than any list of all authorities.
    private static let maxBytes = 10_000_000

    /// Nil where none is named.
    ///
    /// Throws `UsageError` for a file that holds none: else every server would be blamed.
    static func file() throws(UsageError) -> String? {
        for variable in variables {
            guard let path = Environment.value(variable), !path.isEmpty else { continue }
            let subject = "\(variable): \(Console.quoted(path))"
            let bytes: [UInt8]
            do {
                bytes = try OpenFile(reading: BytePath(path).resolved()).bytes(count: maxBytes)
            } catch {
                throw UsageError("\(subject): it cannot be read: \(error.cause)")
            }
            guard String(decoding: bytes, as: UTF8.self).contains("CERTIFICATE-----") else {
                throw UsageError("\(subject): there is no certificate in it: PEM is wanted")
            }
            return path
        }
        return nil
    }
}
