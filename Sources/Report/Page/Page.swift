internal import AttachmentRules
internal import Preparation
package import Storage

/// The page that people look at: `report.html`, one file that works offline and shows every asset.
///
/// Every asset is there without its script, which filters, sorts, and opens an asset's details. Attachments
/// are referenced by their path, so the page works wherever the output folder is, or the page holds them itself.
package struct Page: Sendable {
    package static let fileName = "report.html"
    package static let contentType = "text/html; charset=utf-8"

    let manifest: Manifest
    private let cards: [PageCard]
    private let sources: [String: PageSource]

    /// - Parameters:
    ///   - encodes: how many each output took, by source.
    ///   - sources: where each of them lies, by its name.
    package init(
        _ manifest: Manifest, encodes: [String: Int], sources: [String: PageSource] = [:]
    ) {
        self.manifest = manifest
        self.sources = sources
        cards = manifest.assets.map { PageCard($0, encodes: encodes[$0.source]) }
    }

    /// The page that refers to the media.
    package func encoded() -> [UInt8] {
        var html = head(notice: nil)
        for card in cards { html += card.html(linked(card.asset)) }
        return Array((html + foot).utf8)
    }

    private func linked(_ asset: Asset) -> PageMedia {
        var media = PageMedia(
            attachment: nil, before: .absent(""), sourceType: sourceType(of: asset))
        guard let attachment = asset.attachment else { return media }
        media.attachment = Markup.link(to: attachment.file.utf8)
        media.before = PageMedia.Before(linking: sources[asset.source], for: attachment.kind)
        return media
    }

    /// Of one that was refused, for what to do about it.
    private func sourceType(of asset: Asset) -> MediaType? {
        asset.reason == nil ? nil : sources[asset.source]?.type
    }
}

// MARK: Embedding

extension Page {
    /// Hands out the page that holds its media, piece by piece: no more than one asset's are in memory.
    ///
    /// - Parameters:
    ///   - store: where the attachments were published.
    ///   - largest: about how many bytes the page may have.
    package func write(
        embeddingFrom store: some ObjectStore, largest: Int64? = nil,
        to sink: (String) throws -> Void
    ) async throws {
        let embedding = Embedding(
            manifest.assets, largestPage: largest ?? Embedding.largestPage)
        try sink(head(notice: notice(of: embedding)))
        for card in cards {
            try sink(card.html(try await embedded(card.asset, embedding, store)))
        }
        try sink(foot)
    }

    private func notice(of embedding: Embedding) -> String? {
        guard embedding.leftOut > 0 else { return nil }
        let files =
            embedding.leftOut == 1 ? "1 file is" : "\(embedding.leftOut) files are"
        return "\(files) not in this page, which would be too large for a browser "
            + "(\(Measure.bytes(Embedding.largestPage)) at most). Attachments among them are shown "
            + "where the page lies beside them."
    }

    private func embedded(
        _ asset: Asset, _ embedding: Embedding, _ store: some ObjectStore
    ) async throws -> PageMedia {
        var media = PageMedia(
            attachment: nil, before: .absent(""), sourceType: sourceType(of: asset))
        guard let attachment = asset.attachment else { return media }
        if embedding.attachments.contains(asset.source) {
            media.attachment = try await contents(of: attachment, store).map {
                Embedding.url($0, mime: attachment.mime)
            }
        }
        media.attachment = media.attachment ?? Markup.link(to: attachment.file.utf8)
        media.before = before(
            asset, attachment.kind, isTaken: embedding.sources.contains(asset.source))
        return media
    }

    /// Nil where the store has it no longer as it was published.
    private func contents(
        of attachment: Attachment, _ store: some ObjectStore
    ) async throws -> [UInt8]? {
        guard let digest = SHA256Digest(hex: attachment.sha256),
            let copy = try await store.stagedCopy(
                of: BytePath(attachment.file), count: attachment.bytes, sha256: digest)
        else { return nil }
        return try copy.reopened().bytes(count: Int(attachment.bytes))
    }

    private func before(
        _ asset: Asset, _ kind: AttachmentKind, isTaken: Bool
    ) -> PageMedia.Before {
        let source = sources[asset.source]
        guard let source, let type = source.type, let medium = type.medium(for: kind) else {
            return PageMedia.Before(linking: source, for: kind)
        }
        guard let mime = type.commonMIME else {
            return .absent("The source is \(type.displayName), which is not embedded.")
        }
        guard asset.sourceBytes <= Embedding.largestSource else {
            return .absent("The source is larger than 10 MB and not embedded.")
        }
        guard isTaken else { return .absent("The source is not embedded: the page is full.") }
        guard let bytes = source.contents(upTo: Embedding.largestSource),
            SHA256Digest.of(bytes).hex == asset.sourceSHA256
        else {
            return .absent("The source is no longer what was prepared.")
        }
        return .shown(
            link: Embedding.url(bytes, mime: mime), medium, type: type.displayName)
    }
}
