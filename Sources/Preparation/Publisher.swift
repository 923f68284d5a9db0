internal import AttachmentRules
internal import Ledger
internal import Storage

/// Gives finished outputs their names in the output folder.
struct Publisher: Sendable {
    let store: DirectoryStore
    let ledger: Ledger
    /// Outputs that may still be copied: what comes to their places waits until the batch is settled.
    var copied: Set<BytePath> = []

    /// Publishes what came of a source and returns its record for the ledger.
    ///
    /// Where another source may want the same name, the output waits under a name of its own until all are known.
    func publish(
        _ preparation: Preparation, of source: Source, settings: String, isContested: Bool
    ) throws(StorageError) -> BatchRecord {
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
            let name = try name(source, output.type.fileExtension, isContested: isContested)
            return try publish(output.file, as: name, record)
        }
    }

    /// Publishes for a source what came of the same contents under another name.
    ///
    /// Nil where that output is not there any more, or not as it was.
    func republish(
        _ known: BatchRecord, for source: Source, isContested: Bool
    ) throws(StorageError) -> BatchRecord? {
        var record = known
        record.fingerprint = source.fingerprint
        record.asset.source = source.name.text
        guard let attachment = known.asset.attachment else { return record }
        guard let copy = try copy(of: attachment) else { return nil }
        let fileExtension = BytePath(attachment.file).fileExtension.text
        let name = try name(source, fileExtension, isContested: isContested)
        return try publish(copy, as: name, record)
    }

    /// An output's copy that is not published yet; nil where it cannot be read or is not as it was.
    private func copy(of attachment: Attachment) throws(StorageError) -> StagedFile? {
        guard let original = try? store.open(BytePath(attachment.file)) else { return nil }
        let copy = try store.stage()
        do throws(StorageError) {
            try withExtendedLifetime(original) { () throws(StorageError) in
                try store.copy(
                    from: original.descriptor, path: original.path, count: attachment.bytes,
                    into: copy)
            }
        } catch  where error.operation == "read" {
            return nil
        }
        return try copy.digest().hex == attachment.sha256 ? copy : nil
    }

    /// Where an output is published before the names are settled.
    private func name(
        _ source: Source, _ fileExtension: String, isContested: Bool
    ) throws(StorageError) -> BytePath {
        let candidate = OutputNames.Candidate(source: source.name, fileExtension: fileExtension)
        let name = OutputNames.assign(to: [candidate])[0]
        if isContested { return Self.waitingName(candidate) }
        guard copied.contains(name), try store.status(of: name)?.kind == .file else { return name }
        return Self.waitingName(candidate)
    }

    private func publish(
        _ file: StagedFile, as name: BytePath, _ record: BatchRecord
    ) throws(StorageError) -> BatchRecord {
        var record = record
        record.asset.attachment?.file = name.text
        let reason = try obstacle(name) { () throws(StorageError) in
            try store.publish(file, as: name)
        }
        return reason.map(record.failed) ?? record
    }

    /// Does what gives an output its name; why it cannot have it, if so.
    ///
    /// Something else in the output folder has its place, which is not ours to remove, or the file system
    /// there has no such names.
    private func obstacle(
        _ name: BytePath, to body: () throws(StorageError) -> Void
    ) throws(StorageError) -> Reason? {
        do throws(StorageError) {
            try body()
            return nil
        } catch {
            let what = "\(name.text) in the output folder"
            if error.isWrongKind {
                return Reason(.internal, "\(what) is in the way: a folder, or no folder")
            }
            guard error.isRefusedName else { throw error }
            return Reason(
                .internal, "\(what) is no name that its file system takes: \(error.cause)")
        }
    }

    /// Settles the names of all outputs, now that their types are known, and returns the batch's rows.
    ///
    /// Killed at any point, it leaves outputs under names that the ledger does not know; their sources are prepared
    /// once more by the next run.
    /// `undone` sources have no valid result.
    func settle(
        _ sources: [Source], undone: Set<BytePath>
    ) async throws -> BatchResult {
        var records: [BytePath: BatchRecord] = [:]
        for source in sources where !undone.contains(source.name) {
            records[source.name] = try await ledger.result(for: source.name.bytes)
                .flatMap(BatchRecord.init)
        }
        try await rename(sources, &records)
        try await removeFormer(&records)
        var result = BatchResult()
        for source in sources {
            let record = records[source.name]
            result.assets.append(record?.asset ?? Self.interrupted(source))
            result.encodes[source.name.text] = record?.encodes
        }
        return result
    }

    private func rename(
        _ sources: [Source], _ records: inout [BytePath: BatchRecord]
    ) async throws {
        let prepared = sources.filter { records[$0.name]?.asset.attachment != nil }
        let candidates = prepared.map { source in
            let file = BytePath(records[source.name]?.asset.attachment?.file ?? "")
            return OutputNames.Candidate(
                source: source.name, fileExtension: file.fileExtension.text)
        }
        let names = OutputNames.assign(to: candidates)
        let moves = zip(zip(prepared, candidates), names).filter { move in
            records[move.0.0.name]?.asset.attachment?.file != move.1.text
        }
        // Two outputs may swap names, so all that move step aside first.
        for ((source, candidate), _) in moves {
            try await move(source, to: Self.waitingName(candidate), &records)
        }
        for ((source, _), name) in moves {
            try await move(source, to: name, &records)
        }
    }

    private func move(
        _ source: Source, to name: BytePath, _ records: inout [BytePath: BatchRecord]
    ) async throws {
        guard var record = records[source.name], var attachment = record.asset.attachment,
            attachment.file != name.text
        else { return }
        let reason = try obstacle(name) { () throws(StorageError) in
            try store.rename(BytePath(attachment.file), to: name)
        }
        if let reason {
            try store.remove(BytePath(attachment.file))
            record = record.failed(reason)
        } else {
            attachment.file = name.text
            record.asset.attachment = attachment
        }
        records[source.name] = record
        try await ledger.store(result: record.encoded(), for: source.name.bytes)
    }

    /// Removes the earlier outputs of sources that now have another one, or none.
    private func removeFormer(_ records: inout [BytePath: BatchRecord]) async throws {
        let current = Set(records.values.compactMap { $0.asset.attachment?.file })
        for (name, var record) in records {
            guard let former = record.former else { continue }
            for file in former where !current.contains(file) {
                try store.remove(BytePath(file))
            }
            // What gets one of these names later is somebody else's.
            record.former = nil
            records[name] = record
            try await ledger.store(result: record.encoded(), for: name.bytes)
        }
    }

    /// Where an output waits for its name: inside the ledger's folder, by its source.
    private static func waitingName(_ candidate: OutputNames.Candidate) -> BytePath {
        let digest = SHA256Digest.of(candidate.source.bytes).hex
        return BytePath(".pushmedia/waiting/\(digest).\(candidate.fileExtension)")
    }

    private static func interrupted(_ source: Source) -> Asset {
        Asset(
            source: source.name.text, sourceSHA256: nil, sourceBytes: source.status.size,
            reason: Reason(.interrupted, "the run was interrupted before it was done"))
    }
}
