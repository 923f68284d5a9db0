internal import FoundationEssentials
internal import Preparation

/// Which media a page holds itself: attachments first, then sources, in the manifest's order, up to a bound.
///
/// Decided by sizes before anything is read, so that the page can say at its top what it lacks.
struct Embedding: Sendable {
    /// In bytes; a larger source is left where it is.
    static let largestSource: Int64 = 10_000_000
    /// In bytes of the page: what browsers still open.
    static let largestPage: Int64 = 500_000_000

    /// By source.
    private(set) var attachments: Set<String> = []
    /// By source.
    private(set) var sources: Set<String> = []
    /// How many attachments and sources the bound keeps out.
    private(set) var leftOut = 0

    init(_ assets: [Asset], largestPage: Int64 = Embedding.largestPage) {
        var rest = largestPage
        for asset in assets {
            guard let bytes = asset.attachment?.bytes else { continue }
            if take(bytes, of: &rest) { attachments.insert(asset.source) }
        }
        for asset in assets
        where asset.status == .prepared && asset.sourceBytes <= Self.largestSource {
            if take(asset.sourceBytes, of: &rest) { sources.insert(asset.source) }
        }
    }

    private mutating func take(_ bytes: Int64, of rest: inout Int64) -> Bool {
        // Base64 makes four of three.
        let length = bytes.dividedReportingOverflow(by: 3).partialValue
        guard length < rest / 4 else {
            leftOut += 1
            return false
        }
        rest -= (length + 1) * 4
        return true
    }

    /// The bytes as a URL that needs no file.
    static func url(_ bytes: [UInt8], mime: String) -> String {
        "data:\(Markup.escaped(mime));base64,\(Data(bytes).base64EncodedString())"
    }
}
