internal import AttachmentRules

/// How an attachment is fetched, and what is not.
package struct DeliveryOptions: Sendable, Equatable {
    /// How often a server may send on.
    package static let maxRedirects = DeliveryCheck.mostRedirects
    /// Apple's largest attachment, a video.
    package static let maxBytes: Int64 = 50_000_000

    /// Whether http will do, which a device refuses unless the app's Info.plist allows it.
    package var allowsHTTP: Bool
    /// Whether addresses will do that are not of the public Internet.
    package var allowsSpecialAddresses: Bool
    /// For everything, redirects included.
    package var maxSeconds: Double
    /// In megabits a second, that a file has to come over in time.
    package var bandwidths: [Double]
    /// A file of certificates to trust in place of the system's.
    package var certificates: String?

    package init(
        allowsHTTP: Bool = false, allowsSpecialAddresses: Bool = false,
        maxSeconds: Double = DeliveryCheck.extensionSeconds,
        bandwidths: [Double] = DeliveryCheck.usualBandwidths, certificates: String? = nil
    ) {
        self.allowsHTTP = allowsHTTP
        self.allowsSpecialAddresses = allowsSpecialAddresses
        self.maxSeconds = maxSeconds
        self.bandwidths = bandwidths
        self.certificates = certificates
    }
}
