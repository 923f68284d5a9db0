internal import AttachmentRules
package import Storage

/// Settles the names of a batch's outputs, once the types of all are known.
///
/// Killed at any point, it leaves outputs under names that no record knows; their sources are prepared once
/// more by the next run.
package struct Settlement<Store: ObjectStore>: Sendable {
    private let store: Store
    /// Keeps a source's record that has changed, durably.
    private let keep: @Sendable (BytePath, BatchRecord) async throws -> Void

    package init(
        in store: Store, keep: @escaping @Sendable (BytePath, BatchRecord) async throws -> Void
    ) {
        self.store = store
        self.keep = keep
    }

    /// Gives the outputs their names, and returns the batch's rows in the order of its sources.
    ///
    /// - Parameter records: of the sources that are done; the others' rows say that they were interrupted.
    package func settle(
        _ sources: [Source], _ records: [BytePath: BatchRecord]
    ) async throws -> BatchResult {
        var records = records
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
            try await move(source, to: candidate.waitingName, &records)
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
        let reason = try await Reason.obstacle(to: name) {
            try await rename(attachment, to: name)
        }
        if let reason {
            try await store.remove(BytePath(attachment.file))
            record = record.failed(reason)
        } else {
            attachment.file = name.text
            record.asset.attachment = attachment
        }
        records[source.name] = record
        try await keep(source.name, record)
    }

    /// Renames an output; who settles the same batch elsewhere may just have done so.
    private func rename(_ attachment: Attachment, to name: BytePath) async throws {
        do {
            try await store.rename(BytePath(attachment.file), to: name)
        } catch let error as StorageError where error.isAbsence {
            guard let digest = SHA256Digest(hex: attachment.sha256),
                try await store.holds(name, count: attachment.bytes, sha256: digest)
            else {
                throw Reason(.internal, "its output was removed; run again to make it anew")
            }
        }
    }

    /// Removes the earlier outputs of sources that now have another one, or none.
    private func removeFormer(_ records: inout [BytePath: BatchRecord]) async throws {
        let current = Set(records.values.compactMap { $0.asset.attachment?.file })
        for (name, var record) in records {
            guard let former = record.former else { continue }
            for file in former where !current.contains(file) {
                try await store.remove(BytePath(file))
            }
            // What gets one of these names later is somebody else's.
            record.former = nil
            records[name] = record
            try await keep(name, record)
        }
    }

    private static func interrupted(_ source: Source) -> Asset {
        Asset(
            source: source.name.text, sourceSHA256: nil, sourceBytes: source.bytes,
            reason: Reason(.interrupted, "the run was interrupted before it was done"))
    }
}
