internal import Storage
internal import Synchronization

/// What came of which contents, so that copies and sources under another name are not prepared again.
///
/// Holds the records of earlier runs and of this one. Of several lanes that come with the same contents at once,
/// one works and the others wait for what comes of it.
final class ContentCache: Sendable {
    /// What an outcome depends on besides the settings of the run.
    struct Key: Hashable {
        var sourceSHA256: String
        /// Findings tell of one that is wrong, and a plan believes it of raw sound.
        var fileExtension: String
    }

    enum Admission {
        /// This came of the contents before.
        case known(BatchRecord)
        /// Nobody knows; whoever gets this must `leave`.
        case first
    }

    /// Where the outputs of earlier runs lie that may still be copied.
    let outputs: Set<BytePath>

    private typealias Waiting = CheckedContinuation<Void, any Error>

    private struct State {
        var known: [Key: [BatchRecord]] = [:]
        /// Those who wait for a lane that works on the contents, by their tickets.
        var waiting: [Key: [Int: Waiting]] = [:]
        var nextTicket = 0
    }

    private let state: Mutex<State>

    /// Takes what earlier runs found with the same settings.
    ///
    /// The outputs may have gone or changed since: they are hashed before they are trusted.
    init(_ records: some Sequence<BatchRecord>, settings: String) {
        var state = State()
        var outputs: Set<BytePath> = []
        for record in records where record.settings == settings {
            Self.add(record, to: &state)
            if let file = record.asset.attachment?.file { outputs.insert(BytePath(file)) }
        }
        self.outputs = outputs
        self.state = Mutex(state)
    }

    /// Lets a lane in.
    ///
    /// Throws `CancellationError` if the task is cancelled while it waits.
    func enter(_ key: Key) async throws -> Admission {
        while true {
            let admission: Admission? = state.withLock { state in
                if let record = state.known[key]?.last { return .known(record) }
                guard state.waiting[key] == nil else { return nil }
                state.waiting[key] = [:]
                return .first
            }
            if let admission { return admission }
            try await departure(key)
        }
    }

    /// Lets those in who wait, whatever came of it.
    func leave(_ key: Key) {
        let waiting = state.withLock { $0.waiting.removeValue(forKey: key) }
        for continuation in (waiting ?? [:]).values { continuation.resume() }
    }

    /// Makes an outcome known.
    func add(_ record: BatchRecord) {
        state.withLock { Self.add(record, to: &$0) }
    }

    /// Forgets an outcome whose output is not there any more as it was.
    func forget(_ record: BatchRecord, _ key: Key) {
        state.withLock { $0.known[key]?.removeAll { $0 == record } }
    }

    private static func add(_ record: BatchRecord, to state: inout State) {
        guard record.isLasting, let digest = record.asset.sourceSHA256 else { return }
        let key = Key(sourceSHA256: digest, fileExtension: record.fileExtension)
        state.known[key, default: []].append(record)
    }

    /// Waits until the lane that works on the contents has left.
    private func departure(_ key: Key) async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Waiting) in
                let isWaiting = state.withLock { state in
                    // Cancelled before this, the handler below has found nobody.
                    guard !Task.isCancelled, state.waiting[key] != nil else { return false }
                    state.waiting[key]?[ticket] = continuation
                    return true
                }
                if !isWaiting { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { $0.waiting[key]?.removeValue(forKey: ticket) }
            continuation?.resume(throwing: CancellationError())
        }
        try Task.checkCancellation()
    }
}
