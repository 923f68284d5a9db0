import Synchronization

/// A gate that tasks wait at until it is opened; then it stays open.
///
/// Tests order what runs at once with gates, never by sleeping.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var nextTicket = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package var isOpen: Bool { state.withLock(\.isOpen) }

    /// Lets everyone pass who waits or is still to come.
    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Waits for the gate to open.
    ///
    /// Throws `CancellationError` if the task is cancelled first.
    package func wait() async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        let passed = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Bool? = state.withLock { state in
                    if state.isOpen { return true }
                    // The handler below has found nobody if the task was cancelled before.
                    if Task.isCancelled { return false }
                    state.waiting[ticket] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume(returning: false)
        }
        guard passed else { throw CancellationError() }
    }
}
