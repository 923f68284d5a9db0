internal import AttachmentRules
internal import CodecLink
internal import Storage
internal import WorkQueue

extension Batch {
    /// What came of the source's contents before, under whatever name, or what comes of them now.
    ///
    /// Throws like `Preparer.prepare`, and `CancellationError`.
    func record(
        of source: Source, in lane: Int, isContested: Bool, _ cache: ContentCache,
        _ publisher: Publisher
    ) async throws -> BatchRecord {
        let preparer = Preparer(options: options, store: store)
        await lanes[lane].beginAsset()
        let opened = try await preparer.open(source, in: lanes[lane])
        guard let input = opened.input, let digest = opened.preparation.sourceSHA256 else {
            return try publisher.publish(
                opened.preparation, of: source, settings: settings, isContested: isContested)
        }
        let key = ContentCache.Key(
            sourceSHA256: digest, fileExtension: source.name.fileExtension.text)
        while true {
            switch try await cache.enter(key) {
            case .known(let known):
                if let record = try publisher.republish(
                    known, for: source, isContested: isContested)
                {
                    return record
                }
                cache.forget(known, key)
            case .first:
                defer { cache.leave(key) }
                let grant = MemoryGrant(
                    of: memory, share: memory.total / Int64(lanes.count),
                    most: maxMemory ?? memory.total, for: lanes[lane])
                let preparation = try await grant.use {
                    try await preparer.prepare(
                        source, input, opened.preparation, in: lanes[lane], grant
                    ) { onEvent(.progressed(lane: lane, $0)) }
                }
                let record = try publisher.publish(
                    preparation, of: source, settings: settings, isContested: isContested)
                cache.add(record)
                return record
            }
        }
    }
}
