internal import HTTP
internal import Storage

/// A request, apart from the server, the signature and the connection.
struct Request: Sendable {
    /// What is sent: so many bytes from the beginning of an open file.
    struct Upload: Sendable {
        let descriptor: Int32
        let count: Int64
        let digest: SHA256Digest
    }

    /// The operation's name, for errors.
    let operation: String
    let address: S3Address
    let method: Exchange.Method
    /// Sorted by name, as the signature wants it.
    var query: [(name: String, value: String)] = []
    var headers: [Header] = []
    var upload: Upload?
    var sink = Exchange.Sink.memory(limit: 64 * 1024)
    /// Whether it is about the bucket, and the address's key is no part of the URL.
    var isOfBucket = false
    /// Whether the status is sent before the outcome is known, so that a 200 may carry an error.
    var mayFailLate = false

    func failure(_ kind: S3Error.Kind) -> S3Error {
        S3Error(operation: operation, subject: address.text, kind: kind)
    }
}

extension Header {
    static let metadataPrefix = "x-amz-meta-"

    /// The headers of an object's metadata; names are of small letters, digits and hyphens.
    static func metadata(_ metadata: [String: String]) -> [Header] {
        let names = metadata.keys.sorted()
        precondition(
            names.allSatisfy { name in
                !name.isEmpty
                    && name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
                    && name == name.lowercased()
            }, "a name in metadata is of small letters, digits and hyphens")
        // libcurl 7.88 sorts `a:` behind `a-b:` where it signs, which no server agrees with.
        precondition(
            zip(names, names.dropFirst()).allSatisfy { !$1.hasPrefix($0) },
            "no name in metadata begins with another")
        return names.map { Header(metadataPrefix + $0, metadata[$0] ?? "") }
    }
}
