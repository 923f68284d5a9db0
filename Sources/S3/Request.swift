internal import Storage

/// A request, apart from the server, the signature and the connection.
struct Request: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// What is sent: so many bytes from the beginning of an open file.
    struct Upload: Sendable {
        let descriptor: Int32
        let count: Int64
        let digest: SHA256Digest
    }

    /// Where the body of a good reply goes, which may have so many bytes.
    enum Sink: Sendable {
        case memory(limit: Int64)
        /// An open file, from its beginning.
        case file(descriptor: Int32, limit: Int64)
    }

    /// The operation's name, for errors.
    let operation: String
    let address: S3Address
    let method: Method
    /// Sorted by name, as the signature wants it.
    var query: [(name: String, value: String)] = []
    var headers: [Header] = []
    var upload: Upload?
    var sink = Sink.memory(limit: 64 * 1024)
    /// Whether it is about the bucket, and the address's key is no part of the URL.
    var isOfBucket = false
    /// Whether the status is sent before the outcome is known, so that a 200 may carry an error.
    var mayFailLate = false

    func failure(_ kind: S3Error.Kind) -> S3Error {
        S3Error(operation: operation, subject: address.text, kind: kind)
    }
}

/// A line of a request's head.
struct Header: Sendable {
    static let metadataPrefix = "x-amz-meta-"

    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        // Anything else could end the line and begin another header.
        precondition(Self.canHold(value), "a header's value is plain ASCII")
        self.name = name
        self.value = value
    }

    static func canHold(_ value: String) -> Bool {
        value.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    }

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

/// What came back.
struct Reply: Sendable {
    let status: Int
    /// By names in lower case.
    let headers: [String: String]
    /// What did not go into a file.
    let body: [UInt8]
    /// How many bytes went into the file.
    let stored: Int64
}
