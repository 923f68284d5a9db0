package import AttachmentRules

extension Verification {
    /// How a file came from the web.
    package struct Delivery: Encodable, Sendable, Equatable {
        /// How long it takes at a bandwidth.
        package struct Estimate: Encodable, Sendable, Equatable {
            package var mbitPerSecond: Double
            package var seconds: Double
        }

        /// Whether the last address was asked at all.
        package var asked: Bool
        /// 0 where no answer came that can be read.
        package var status: Int
        /// In their order, without the first.
        package var redirects: [String]
        package var contentType: String?
        package var contentLength: Int64?
        package var bytes: Int64
        package var seconds: Double
        /// The name that a device gives the file, and the type that it takes it for by that.
        package var name: String?
        package var nameType: String?
        /// Nil for a file that did not come.
        package var estimates: [Estimate]?

        /// - Parameter bandwidths: in Mbit/s.
        package init(_ facts: DeliveryFacts, bandwidths: [Double]) {
            asked = facts.isAsked
            status = facts.status
            redirects = facts.hops.dropFirst().map(\.address)
            contentType = facts.contentType
            contentLength = facts.contentLength
            bytes = facts.bytes
            seconds = facts.seconds
            guard facts.isWhole else { return }
            estimates = bandwidths.map {
                Estimate(
                    mbitPerSecond: $0, seconds: DeliveryCheck.seconds(facts.bytes, over: $0))
            }
            let suggested = DeliveredName(facts).suggested
            name = suggested
            let ending = DeliveredName.fileExtension(of: suggested)
            nameType = AttachmentType(fileExtension: ending)?.uti
        }
    }
}
