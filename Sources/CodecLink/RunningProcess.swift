internal import Synchronization

/// The process that a lane waits for, so that another thread can end the wait.
///
/// A cancellation that comes before the process begins to work counts as well: cancelling and starting
/// race each other.
final class RunningProcess: Sendable {
    private struct State {
        var process: CodecProcess?
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Whether the work of the current process was cancelled.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func begin(_ process: CodecProcess) {
        state.withLock { $0 = State(process: process) }
    }

    func end() {
        state.withLock { $0 = State() }
    }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.process?.kill()
        }
    }
}
