/// What came back.
package struct Reply: Sendable {
    /// 0 where not even a status came.
    package let status: Int
    /// By names in lower case.
    package let headers: [String: String]
    /// What did not go into a file.
    package let body: [UInt8]
    /// How many bytes went into the file.
    package let stored: Int64
}

/// What came of sending a request, whole or not.
package struct Attempt: Sendable {
    /// As far as it came.
    package let reply: Reply
    /// Nil where it came whole.
    package let fault: TransferFault?
    /// Addresses that it was not allowed to connect to.
    package let refused: [HostAddress]
}

/// Why no reply came of a request.
package enum TransferFault: Error, Equatable, Sendable {
    /// The connection failed.
    case lost(Loss)
    /// The body has so many bytes, or at least so many.
    case tooLarge(Int64)
    /// The reply is none that can be used.
    case malformed(String)
    /// Reading or writing the local file failed.
    case staging(errno: Int32)
    case cancelled
}

/// A connection that failed, or never came about.
package struct Loss: Equatable, Sendable {
    /// What failed.
    package enum Stage: Equatable, Sendable {
        case name, connection, encryption, certificate
        /// The certificates to trust cannot be read, which is our own fault.
        case trust
        /// What came is no reply of HTTP.
        case reply
        /// The end came before the end.
        case end
        /// The time was over.
        case time
        case exchange
    }

    package let stage: Stage
    /// In the words of libcurl, which may hold a server's.
    package let cause: String
    /// Whether another attempt may fare better.
    package let mayPass: Bool

    package init(_ stage: Stage, cause: String, mayPass: Bool) {
        self.stage = stage
        self.cause = cause
        self.mayPass = mayPass
    }
}
