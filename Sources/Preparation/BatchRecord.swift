internal import AttachmentRules
internal import FoundationEssentials
internal import Storage

/// What the ledger keeps of a source: its row of the manifest, and what tells whether that still holds.
package struct BatchRecord: Codable, Sendable, Equatable {
    var fingerprint: Fingerprint
    /// Of the options, the profile and the tools; see `PreparationOptions.settings`.
    var settings: String
    package var asset: Asset
    /// How many were made to come under the cap; 0 for a copy, nil without an output.
    var encodes: Int?
    /// Earlier outputs of the source, to be removed once the names of all outputs are settled.
    ///
    /// Kept here, so that they go even where the run that replaced them was killed before it came to that.
    var former: [String]?

    init(
        fingerprint: Fingerprint, settings: String, asset: Asset, encodes: Int? = nil
    ) {
        self.fingerprint = fingerprint
        self.settings = settings
        self.asset = asset
        self.encodes = encodes
    }

    /// Reads what an earlier run wrote; nil where it is from another version and means nothing now.
    init?(_ bytes: [UInt8]) {
        guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            return nil
        }
        self = record
    }

    /// Takes over what an earlier record of the same source has left in the output folder.
    package mutating func replace(_ earlier: BatchRecord?) {
        var files = Set(earlier?.former ?? [])
        if let file = earlier?.asset.attachment?.file { files.insert(file) }
        if let file = asset.attachment?.file { files.remove(file) }
        former = files.isEmpty ? nil : files.sorted()
    }

    func encoded() throws -> [UInt8] {
        Array(try JSONEncoder().encode(self))
    }

    /// The same source without the output, which could not be published.
    func failed(_ reason: Reason) -> BatchRecord {
        BatchRecord(
            fingerprint: fingerprint, settings: settings,
            asset: Asset(
                source: asset.source, sourceSHA256: asset.sourceSHA256,
                sourceBytes: asset.sourceBytes, reason: reason, findings: asset.findings))
    }

    /// What the source's name claims it to be.
    var fileExtension: String { BytePath(asset.source).fileExtension.text }

    /// Whether the same contents would come to the same again.
    ///
    /// What failed on our side, or could not be read, is always worth another attempt.
    package var isLasting: Bool { asset.status != .failed && asset.reason?.code != .unreadable }

    /// Whether there is nothing to do for the source: neither it nor the wishes nor the output changed.
    ///
    /// Looks the source over by its status or version, and a file by its digest where that has changed; what became
    /// of the output, the store tells.
    func holds(
        for source: Source, settings: String, in store: some ObjectStore
    ) async throws -> Bool {
        guard self.settings == settings, isLasting, isUnchanged(source) else { return false }
        guard let attachment = asset.attachment else { return true }
        guard let digest = SHA256Digest(hex: attachment.sha256) else { return false }
        return try await store.holds(
            BytePath(attachment.file), count: attachment.bytes, sha256: digest)
    }

    private func isUnchanged(_ source: Source) -> Bool {
        if source.fingerprint == fingerprint { return true }
        guard case .file(let path, let status) = source.place, status.size == asset.sourceBytes,
            let wanted = asset.sourceSHA256, let file = try? OpenFile(reading: path)
        else { return false }
        return (try? file.digest { !Task.isCancelled })?.hex == wanted
    }
}

/// What tells that a file is still the one it was, without reading it.
struct Fingerprint: Codable, Sendable, Equatable {
    var size: Int64
    /// Nanoseconds since 1970: of the content, and of the status.
    var modified: Int64?
    var changed: Int64?
    var inode: UInt64?
    var device: UInt64?
    /// Of an object.
    var version: String?

    init(_ place: Source.Place) {
        switch place {
        case .file(_, let status):
            size = status.size
            modified = status.modified
            changed = status.changed
            inode = status.inode
            device = status.device
        case .object(let object):
            size = object.bytes
            version = object.version
        }
    }
}
