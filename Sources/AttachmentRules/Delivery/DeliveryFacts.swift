/// What happened when an attachment was fetched from its address, as far as rules need to know.
public struct DeliveryFacts: Sendable, Equatable {
    /// One request, and what it was answered.
    public struct Hop: Sendable, Equatable {
        /// Without user, password, query and fragment.
        public var address: String
        /// The last part of its path, as encoded; empty where the path ends in a slash.
        public var name: String
        /// 0 where no answer came.
        public var status: Int

        public init(address: String, name: String, status: Int) {
            self.address = address
            self.name = name
            self.status = status
        }
    }

    /// As a payload would hold it.
    public var url: String
    /// In their order; all but the last were answered with a redirect.
    public var hops: [Hop] = []
    // From the last answer.
    public var contentType: String?
    public var contentLength: Int64?
    public var contentDisposition: String?
    public var contentEncoding: String?
    /// How many bytes came of the file.
    public var bytes: Int64 = 0
    /// From the first request to the last byte.
    public var seconds: Double = 0
    /// Why the file did not come whole.
    public var fault: DeliveryFault?

    public init(url: String) {
        self.url = url
    }

    /// Of the last answer; 0 where there was none.
    public var status: Int { hops.last?.status ?? 0 }

    public var redirects: Int { max(0, hops.count - 1) }

    /// In words.
    package var redirectCount: String {
        redirects == 1 ? "one redirect" : "\(redirects) redirects"
    }

    /// Whether the last address was asked; one that is none, or not to be connected to, is not.
    public var isAsked: Bool {
        if case .specialAddress = fault { return false }
        return !hops.isEmpty
    }

    /// Whether the file came whole, so that its bytes can be judged.
    public var isWhole: Bool { fault == nil && status == 200 && !isEncoded }

    /// Whether what came has to be unpacked before it is the file.
    public var isEncoded: Bool {
        guard let contentEncoding else { return false }
        return !["", "identity"].contains(contentEncoding.lowercased())
    }
}

/// Why a file did not come whole.
public enum DeliveryFault: Sendable, Equatable {
    /// The address is none.
    case malformed
    case scheme(String)
    case credentials
    /// What the address is for: `loopback`, `private`…
    case specialAddress(String, kind: String)
    case tooManyRedirects(limit: Int)
    /// It was sent on to another scheme.
    case redirectScheme(String)
    /// It was sent on to an address with a user or password.
    case redirectCredentials
    /// It was sent on to what is no address.
    case redirectMalformed
    /// No answer, for a reason in the words of the library that asked.
    case unreachable(cause: String)
    /// There was an answer, but none in HTTP.
    case unreadable(cause: String)
    /// The answer has no one length.
    case contentLength(cause: String)
    /// The certificate, or the encryption.
    case untrusted(cause: String)
    case timeout(seconds: Double)
    /// The connection ended before the file did.
    case cutShort(cause: String)
    /// It has so many bytes, or at least so many.
    case tooLarge(Int64, limit: Int64)
}
