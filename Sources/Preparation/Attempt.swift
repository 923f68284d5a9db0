internal import AttachmentRules
internal import CodecLink
package import Storage

/// One attempt at one source, from opening it to what the ledger keeps of it.
///
/// The same for a batch on this machine and for a job out of a cluster's queue.
package struct Attempt<Store: ObjectStore>: Sendable {
    package var source: Source
    /// Another source may want the same output's name.
    package var isContested: Bool
    package var options: PreparationOptions
    /// Of the options, the profile and the tools; see `PreparationOptions.settings`.
    package var settings: String
    package var store: Store
    package var opener: SourceOpener
    /// What came of other sources with the same contents.
    var cache: ContentCache

    package init(
        at source: Source, isContested: Bool, options: PreparationOptions, settings: String,
        store: Store, opener: SourceOpener
    ) {
        self.source = source
        self.isContested = isContested
        self.options = options
        self.settings = settings
        self.store = store
        self.opener = opener
        cache = ContentCache([], settings: settings)
    }

    /// What came of the source's contents before, under whatever name, or what comes of them now.
    ///
    /// A bad source is an outcome. Throws `CodecFailure` where another attempt may go better,
    /// `CancellationError`, and what keeps the run from going on at all.
    package func record(
        in lanes: LanePool, onProgress: @escaping @Sendable (Double) -> Void
    ) async throws -> BatchRecord {
        let preparer = Preparer(options: options, store: store)
        let publisher = Publisher(store: store, settings: settings, copied: cache.outputs)
        var opened = Preparation(sourceBytes: source.bytes)
        let input: SourceFile
        do {
            input = try await opener.open(
                source, maxBytes: options.profile.safety.maxInputBytes.value)
            opened.sourceBytes = input.size
            opened.sourceSHA256 = try digest(input, within: lanes.patience)
        } catch let reason as Reason {
            opened.result = .failure(reason)
            return try await publisher.publish(opened, of: source, isContested: isContested)
        }
        let key = ContentCache.Key(
            sourceSHA256: opened.sourceSHA256 ?? "",
            fileExtension: source.name.fileExtension.text)
        while true {
            switch try await cache.enter(key) {
            case .known(let known):
                if let record = try await publisher.republish(
                    known, for: source, isContested: isContested)
                {
                    return record
                }
                cache.forget(known, key)
            case .first:
                defer { cache.leave(key) }
                let preparation = try await lanes.use { [opened] lane, grant in
                    await lane.hold(to: options.codecLimits)
                    return try await preparer.prepare(
                        source, input, opened, in: lane, grant, onProgress: onProgress)
                }
                let record = try await publisher.publish(
                    preparation, of: source, isContested: isContested)
                cache.add(record)
                return record
            }
        }
    }

    /// Whether an earlier record still tells what would come of it.
    package func isDone(_ record: BatchRecord) async throws -> Bool {
        try await record.holds(for: source, settings: settings, in: store)
    }

    /// The row of a source that could not be attempted, or whose last attempt went wrong on our side.
    package func failed(_ reason: Reason) -> BatchRecord {
        BatchRecord(
            fingerprint: source.fingerprint, settings: settings,
            asset: Asset(
                source: source.name.text, sourceSHA256: nil, sourceBytes: source.bytes,
                reason: reason))
    }

    /// Throws `CodecFailure` where it takes longer than an asset may.
    private func digest(_ input: SourceFile, within patience: CodecPatience) throws -> String {
        do throws(StorageError) {
            return try input.digest(until: .now + patience.deadline)
        } catch {
            if error.isCancellation { throw CodecFailure.outOfTime(patience) }
            throw Reason(.unreadable, "the file cannot be read: \(error.cause)")
        }
    }
}
