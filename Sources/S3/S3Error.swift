/// A request to S3 that failed, after every retry that made sense.
package struct S3Error: Error, Equatable, Sendable {
    /// What the program acts on.
    ///
    /// Codes are those of S3's replies, as letters and digits only: a server is a stranger.
    package enum Kind: Equatable, Sendable {
        case noSuchBucket
        case notFound
        /// The object is not the one that was asked for any more: 412.
        case changed
        /// The object has so many bytes, or at least so many.
        case tooLarge(Int64)
        case denied(code: String)
        case wrongCredentials(code: String)
        /// The bucket is in another region, which the server names.
        case wrongRegion(String)
        /// No reply came, for the whole of `S3Patience.total`, or none can come.
        case unreachable(cause: String)
        /// The server went on to reply 429, 5xx or the like.
        case busy(status: Int)
        case unexpected(status: Int, code: String)
        case missingCredentials
        /// The text of a setting that names no server, without passwords.
        case wrongEndpoint(String)
        /// Reading or writing the local file failed.
        case stagingFailed(errno: Int32)
        case cancelled
    }

    /// `settings`, `list`, `head`, `get`, `put`, `copy` or `delete`.
    package let operation: String
    /// `s3://bucket/key`, or the name of a setting.
    package let subject: String
    package let kind: Kind

    package init(operation: String, subject: String, kind: Kind) {
        self.operation = operation
        self.subject = subject
        self.kind = kind
    }

    /// Whether one object is to blame, so that work on others may go on.
    ///
    /// A refusal to read one says nothing of others, but who may not write or list gets nowhere.
    package var isOfOneObject: Bool {
        switch kind {
        case .notFound, .changed, .tooLarge: true
        case .denied: ["get", "head"].contains(operation)
        default: false
        }
    }
}

extension S3Error: CustomStringConvertible {
    package var description: String { "\(subject): \(operation): \(kind)" }
}
