/// A request, with everything that decides how it is sent and how its reply is taken.
package struct Exchange: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case delete = "DELETE"
    }

    /// What is sent: so many bytes from the beginning of an open file.
    package struct Upload: Sendable {
        package let descriptor: Int32
        package let count: Int64

        package init(descriptor: Int32, count: Int64) {
            self.descriptor = descriptor
            self.count = count
        }
    }

    /// Where the body of a good reply goes, which may have so many bytes.
    package enum Sink: Sendable {
        case memory(limit: Int64)
        /// An open file, from its beginning.
        case file(descriptor: Int32, limit: Int64)
    }

    /// Who signs the request, as AWS wants it (version 4).
    package struct Signature: Sendable {
        package let region: String
        package let accessKey: String
        package let secretKey: String

        package init(region: String, accessKey: String, secretKey: String) {
            self.region = region
            self.accessKey = accessKey
            self.secretKey = secretKey
        }
    }

    /// How long to wait; nil for as long as it takes.
    package struct Patience: Sendable {
        /// For a connection to come about, with its encryption.
        package var connect: Duration?
        /// For the next byte, in either direction; in whole seconds, at least one.
        package var silence: Duration?
        /// For all of it.
        package var total: Duration?

        package init(connect: Duration? = nil, silence: Duration? = nil, total: Duration? = nil) {
            self.connect = connect
            self.silence = silence
            self.total = total
        }
    }

    /// Of `http` or `https`; sent as it is, `..` between slashes included.
    package var url: String
    package var method: Method
    package var headers: [Header] = []
    package var upload: Upload?
    package var sink = Sink.memory(limit: 64 * 1024)
    /// How much of the body is read of a reply that is no good one.
    package var errorLimit = 64 * 1024
    /// Whether a body into a file has to tell its end, so that one that comes too early is noticed.
    package var needsLength = true
    package var isVersion11Only = false
    package var signature: Signature?
    /// A file of certificates to trust in place of the system's.
    package var certificates: String?
    package var patience = Patience()
    /// Which addresses may be connected to; nil for all.
    ///
    /// It is asked when it is done, so that no name can change its meaning in between. Then no proxy is used,
    /// which would connect elsewhere.
    package var mayConnect: (@Sendable (HostAddress) -> Bool)?

    package init(_ method: Method, url: String) {
        self.method = method
        self.url = url
    }
}
