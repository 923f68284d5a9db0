internal import AttachmentRules
internal import Foundation
internal import Storage

/// What the ledger keeps of a source: its row of the manifest, and what tells whether that still holds.
struct BatchRecord: Codable, Sendable, Equatable {
    var fingerprint: Fingerprint
    /// Of the options, the profile and the tools; see `PreparationOptions.settings`.
    var settings: String
    var asset: Asset
    /// Of the published output.
    var output: Fingerprint?
    /// How many were made to come under the cap; 0 for a copy, nil without an output.
    var encodes: Int?

    init(
        fingerprint: Fingerprint, settings: String, asset: Asset, output: Fingerprint? = nil,
        encodes: Int? = nil
    ) {
        self.fingerprint = fingerprint
        self.settings = settings
        self.asset = asset
        self.output = output
        self.encodes = encodes
    }

    /// Reads what an earlier run wrote; nil where it is from another version and means nothing now.
    init?(_ bytes: [UInt8]) {
        guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            return nil
        }
        self = record
    }

    func encoded() throws -> [UInt8] {
        Array(try JSONEncoder().encode(self))
    }

    /// Whether there is nothing to do for the source: neither it nor the wishes nor the output changed.
    ///
    /// What failed on our side is always worth another run. Looks the source and the output over by their
    /// status, and by their digests only where the status has changed.
    func holds(for source: Source, settings: String, in store: DirectoryStore) -> Bool {
        guard self.settings == settings, asset.status != .failed, isUnchanged(source) else {
            return false
        }
        guard let attachment = asset.attachment else { return true }
        let file = BytePath(attachment.file)
        // What cannot be looked at is made anew.
        guard let status = try? store.status(of: file) else { return false }
        return Fingerprint(status) == output
            || (try? store.digest(of: file))?.hex == attachment.sha256
    }

    private func isUnchanged(_ source: Source) -> Bool {
        if source.fingerprint == fingerprint { return true }
        guard source.status.size == asset.sourceBytes, let wanted = asset.sourceSHA256,
            let file = try? OpenFile(reading: source.path)
        else { return false }
        return (try? file.digest().hex) == wanted
    }
}

/// What tells that a file is still the one it was, without reading it.
struct Fingerprint: Codable, Sendable, Equatable {
    var size: Int64
    /// Nanoseconds since 1970: of the content, and of the status.
    var modified: Int64
    var changed: Int64
    var inode: UInt64
    var device: UInt64

    init(_ status: FileStatus) {
        size = status.size
        modified = status.modified
        changed = status.changed
        inode = status.inode
        device = status.device
    }
}
