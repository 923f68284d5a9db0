/// The memory that this machine has for lanes, handed out so that together they stay inside.
///
/// Whoever asks first is served first: a big request is not overtaken for ever by small ones.
package actor MemoryPool {
    /// What a lane's process needs at least, in bytes: its libraries, and a photograph.
    package static let leastShare: Int64 = 192_000_000

    /// What lanes may fill together, in bytes: the rest is the program's own and the file system's.
    package static var usable: Int64 {
        let all = Int64(UsableMemory.bytes())
        return max(leastShare, all - max(leastShare, all / 8))
    }

    /// In bytes.
    package nonisolated let total: Int64
    private var free: Int64
    private var waiting: [Request] = []
    private var number = 0

    private struct Request {
        let number: Int
        let bytes: Int64
        let continuation: CheckedContinuation<Void, any Error>
    }

    package init(total: Int64) {
        self.total = total
        free = total
    }

    /// How many requests wait.
    package var waitingCount: Int { waiting.count }

    /// Takes memory at once, if nobody has to wait for it.
    package func takeNow(_ bytes: Int64) -> Bool {
        guard waiting.isEmpty, fitted(bytes) <= free else { return false }
        free -= fitted(bytes)
        return true
    }

    /// Takes memory, when it is there; more than there is in all means all of it.
    ///
    /// Throws `CancellationError` once the task is cancelled.
    package func take(_ bytes: Int64) async throws {
        if takeNow(bytes) { return }
        number += 1
        let own = number
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiting.append(
                        Request(number: own, bytes: fitted(bytes), continuation: continuation))
                }
            }
        } onCancel: {
            Task { await self.giveUp(own) }
        }
    }

    package func give(_ bytes: Int64) {
        free += fitted(bytes)
        serve()
    }

    private func serve() {
        while let first = waiting.first, first.bytes <= free {
            free -= first.bytes
            waiting.removeFirst()
            first.continuation.resume()
        }
    }

    private func giveUp(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
        serve()
    }

    private func fitted(_ bytes: Int64) -> Int64 { min(bytes, total) }
}
