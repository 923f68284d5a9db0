internal import AttachmentRules
internal import FoundationEssentials
internal import Preparation
internal import Report
internal import Storage

/// What a notification shows of an attachment before it is opened.
struct PayloadThumbnail: Sendable, Equatable {
    var clippingRect: ThumbnailClippingRect?
    var time: Double?

    /// What the codec process has found.
    init(facts: Facts, type: AttachmentType) {
        let attachment = Attachment(file: "", facts: facts, type: type, sha256: "")
        self.init(clippingRect: attachment.thumbnailClippingRect, time: attachment.thumbnailTime)
    }

    private init(clippingRect: ThumbnailClippingRect?, time: Double?) {
        self.clippingRect = clippingRect
        self.time = time
    }

    /// What a manifest in the file's folder, or in one above, says of this very file.
    ///
    /// Nil where none does; a manifest that cannot be read says nothing.
    static func listed(for source: Source) -> PayloadThumbnail? {
        guard case .file(let path, _) = source.place else { return nil }
        let names = path.components
        for depth in names.indices.reversed() {
            let name = names[depth...].reduce(BytePath("")) { $0.appending($1) }
            let folder = names[..<depth].reduce(BytePath("/")) { $0.appending($1) }
            guard let listed = try? listing(in: folder).attachments[name.text] else { continue }
            guard let digest = try? OpenFile(reading: path).digest(), digest.hex == listed.sha256
            else { continue }
            return PayloadThumbnail(
                clippingRect: listed.thumbnailClippingRect, time: listed.thumbnailTime)
        }
        return nil
    }

    private static func listing(in folder: BytePath) throws -> Listing {
        let file = try OpenFile(reading: folder.appending(Manifest.fileName))
        guard try file.status().size <= maxManifestBytes else { throw Oversized() }
        let bytes = try file.bytes(count: Int(maxManifestBytes))
        return try JSONDecoder().decode(Listing.self, from: Data(bytes))
    }

    /// Enough for 100,000 assets.
    private static let maxManifestBytes: Int64 = 100_000_000

    private struct Oversized: Error {}
}

/// As much of a manifest as a payload needs.
private struct Listing: Decodable {
    struct Asset: Decodable {
        var attachment: Attachment?
    }

    struct Attachment: Decodable {
        var file: String
        var sha256: String
        var thumbnailClippingRect: ThumbnailClippingRect?
        var thumbnailTime: Double?
    }

    var assets: [Asset]

    /// By their paths in the manifest's folder.
    var attachments: [String: Attachment] {
        Dictionary(assets.compactMap(\.attachment).map { ($0.file, $0) }) { $1 }
    }
}
