internal import AttachmentRules
internal import HTTP

extension DeliveryFacts {
    /// Adds an answer, which replaces what an earlier one said.
    mutating func take(_ reply: Reply, from address: WebAddress) {
        hops.append(
            Hop(
                address: address.shown,
                name: String(
                    address.path.split(
                        separator: "/", omittingEmptySubsequences: false
                    ).last ?? ""),
                status: reply.status))
        contentType = reply.headers["content-type"]
        contentLength = reply.headers["content-length"].flatMap { Int64($0) }
        contentDisposition = reply.headers["content-disposition"]
        contentEncoding = reply.headers["content-encoding"]
        bytes = reply.stored
    }
}

extension HostAddress.Special {
    /// Behind "it is".
    var words: String {
        switch self {
        case .unspecified: "no host's"
        case .loopback: "this machine's own"
        case .private: "a private network's"
        case .shared: "a provider's own network's"
        case .linkLocal: "of one link only"
        case .multicast: "for multicast"
        case .documentation: "for documentation"
        case .reserved: "reserved"
        }
    }
}
