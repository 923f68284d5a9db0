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
        /// It would come to the same again.
        var isLasting: Bool
        /// The output's path and size, if there is one.
        var output: (path: Int, bytes: Int64)?
    }

    private var results: [Int: Result] = [:]
    /// Asked for after the results: an output is there before its result is.
    var outputs: StoredSizes?

    mutating func note(_ message: ResultMessage, _ sequence: UInt64) {
        let asset = message.record.asset
        results[asset.source.utf8.hash] = Result(
            request: message.request.utf8.hash, round: message.round, sequence: sequence,
            isLasting: message.record.isLasting,
            output: asset.attachment.map { ($0.file.utf8.hash, $0.bytes) })
    }

    /// The round in which a source is asked for now, and whether that is done.
    ///
    /// Whatever has a result of another kind gets a round that was never there: that of the result's message.
    func round(for source: String, _ request: String) -> (round: UInt64, isDone: Bool) {
        guard let result = results[source.utf8.hash] else { return (0, false) }
        return isDone(result) && result.request == request.utf8.hash
            ? (result.round, true) : (result.sequence, false)
    }

    private func isDone(_ result: Result) -> Bool {
        guard result.isLasting else { return false }
        guard let output = result.output else { return true }
        return outputs?.has(output.path, output.bytes) ?? false
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

    /// - Parameter path: its hash.
    func has(_ path: Int, _ bytes: Int64) -> Bool {
        sizes[path] == bytes
    }
}

extension String.UTF8View {
    /// Of the bytes: two spellings of a letter are two names.
    fileprivate var hash: Int { Array(self).hashValue }
}
