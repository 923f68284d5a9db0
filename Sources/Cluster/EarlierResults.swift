internal import Preparation
internal import S3
internal import Storage

/// What came of a batch's sources before, in a few bytes a source: everything is known by its hash.
struct EarlierResults {
    private struct Result {
        var request: Int
        var round: UInt64
        /// Of the message that says so.
        var sequence: UInt64
        /// Nothing is left to do: it would come to the same again, and the output is there.
        var isDone: Bool
    }

    private let outputs: StoredSizes
    private var results: [Int: Result] = [:]

    init(outputs: StoredSizes) {
        self.outputs = outputs
    }

    mutating func note(_ message: ResultMessage, _ sequence: UInt64) {
        let asset = message.record.asset
        let isThere = asset.attachment.map { outputs.has($0.file, $0.bytes) } ?? true
        results[asset.source.utf8.hash] = Result(
            request: message.request.utf8.hash, round: message.round, sequence: sequence,
            isDone: message.record.isLasting && isThere)
    }

    /// The round in which a source is asked for now, and whether that is done.
    ///
    /// Whatever has a result of another kind gets a round that was never there: that of the result's message.
    func round(for source: String, _ request: String) -> (round: UInt64, isDone: Bool) {
        guard let result = results[source.utf8.hash] else { return (0, false) }
        return result.isDone && result.request == request.utf8.hash
            ? (result.round, true) : (result.sequence, false)
    }
}

/// How large the files in an output folder are, as the store lists them.
struct StoredSizes: Sendable {
    private var sizes: [Int: Int64] = [:]

    init(of store: S3Store) async throws {
        let folder = try store.key("")
        try await store.client.list(S3Address(bucket: store.address.bucket, key: folder)) { page in
            for object in page {
                let path = Array(object.key.utf8.dropFirst(folder.utf8.count))
                sizes[path.hashValue] = object.bytes
            }
        }
    }

    func has(_ file: String, _ bytes: Int64) -> Bool {
        sizes[file.utf8.hash] == bytes
    }
}

extension String.UTF8View {
    /// Of the bytes: two spellings of a letter are two names.
    fileprivate var hash: Int { Array(self).hashValue }
}
