/// Why nothing can be fetched at all, which is no server's fault.
package enum DeliveryError: Error, Sendable, Equatable {
    /// The certificates to trust cannot be read: those that were named, or this machine's.
    case certificates(cause: String)
}
