internal import AttachmentRules
internal import Storage

/// Gives finished outputs their names in the store.
struct Publisher<Store: ObjectStore>: Sendable {
    let store: Store
    /// Of the options, the profile and the tools; see `PreparationOptions.settings`.
    let settings: String
    /// Outputs that may still be copied: what comes to their places waits until the batch is settled.
    var copied: Set<BytePath> = []

    /// Publishes what came of a source and returns its record for the ledger.
    ///
    /// Where another source may want the same name, the output waits under a name of its own until all are known.
    func publish(
        _ preparation: Preparation, of source: Source, isContested: Bool
    ) async throws -> BatchRecord {
        switch preparation.result {
        case .failure(let reason):
            let asset = Asset(
                source: source.name.text, sourceSHA256: preparation.sourceSHA256,
                sourceBytes: preparation.sourceBytes, reason: reason,
                findings: preparation.findings)
            return BatchRecord(
                fingerprint: source.fingerprint, settings: settings, asset: asset)
        case .success(let output):
            let asset = Asset(
                source: source.name.text, sourceSHA256: preparation.sourceSHA256,
                sourceBytes: preparation.sourceBytes, action: output.action,
                attachment: output.attachment(as: ""), findings: preparation.findings)
            let record = BatchRecord(
                fingerprint: source.fingerprint, settings: settings, asset: asset,
                encodes: output.encodes)
            let name = try await name(
                source, output.type.fileExtension, isContested: isContested)
            return try await publish(output.file, as: name, record)
        }
    }

    /// Publishes for a source what came of the same contents under another name.
    ///
    /// Nil where that output is not there any more, or not as it was.
    func republish(
        _ known: BatchRecord, for source: Source, isContested: Bool
    ) async throws -> BatchRecord? {
        var record = known
        record.fingerprint = source.fingerprint
        record.asset.source = source.name.text
        guard let attachment = known.asset.attachment else { return record }
        guard let digest = SHA256Digest(hex: attachment.sha256),
            let copy = try await store.stagedCopy(
                of: BytePath(attachment.file), count: attachment.bytes, sha256: digest)
        else { return nil }
        let fileExtension = BytePath(attachment.file).fileExtension.text
        let name = try await name(source, fileExtension, isContested: isContested)
        return try await publish(copy, as: name, record)
    }

    /// Where an output is published before the names are settled.
    private func name(
        _ source: Source, _ fileExtension: String, isContested: Bool
    ) async throws -> BytePath {
        let candidate = OutputNames.Candidate(source: source.name, fileExtension: fileExtension)
        let name = OutputNames.assign(to: [candidate])[0]
        if isContested { return candidate.waitingName }
        guard copied.contains(name), try await store.exists(name) else { return name }
        return candidate.waitingName
    }

    private func publish(
        _ file: StagedFile, as name: BytePath, _ record: BatchRecord
    ) async throws -> BatchRecord {
        var record = record
        guard let attachment = record.asset.attachment,
            let digest = SHA256Digest(hex: attachment.sha256)
        else { preconditionFailure("what is published has a digest") }
        record.asset.attachment?.file = name.text
        let description = ObjectDescription(
            contentType: attachment.mime, sha256: digest,
            metadata: ["source-sha256": record.asset.sourceSHA256 ?? ""])
        let reason = try await Reason.obstacle(to: name) {
            try await store.publish(file, as: name, description)
        }
        return reason.map(record.failed) ?? record
    }
}

extension Reason {
    /// Does what gives an output its name; why it cannot have it, if so.
    ///
    /// Something else in the output folder has its place, which is not ours to remove, or the file system
    /// there has no such names.
    static func obstacle(
        to name: BytePath, _ body: () async throws -> Void
    ) async throws -> Reason? {
        do {
            try await body()
            return nil
        } catch let reason as Reason {
            return reason
        } catch let error as StorageError {
            let what = "\(name.text) in the output folder"
            if error.isWrongKind {
                return Reason(.internal, "\(what) is in the way: a folder, or no folder")
            }
            guard error.isRefusedName else { throw error }
            return Reason(
                .internal, "\(what) is no name that its file system takes: \(error.cause)")
        }
    }
}

extension OutputNames.Candidate {
    /// Where an output waits for its name: inside the store's own folder, by its source.
    var waitingName: BytePath {
        let digest = SHA256Digest.of(source.bytes).hex
        return DirectoryStore.waiting.appending("\(digest).\(fileExtension)")
    }
}
