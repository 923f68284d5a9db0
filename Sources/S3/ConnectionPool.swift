internal import HTTP
internal import Synchronization

/// Connections that are made when they are needed, so many at most, and kept.
final class ConnectionPool: Sendable {
    private struct State {
        var idle: [Connection] = []
        var made = 0
        var nextTicket = 0
        var waiting: [(ticket: Int, continuation: CheckedContinuation<Connection?, Never>)] = []
    }

    private let limit: Int
    private let make: @Sendable () -> Connection
    private let state = Mutex(State())

    init(limit: Int, make: @escaping @Sendable () -> Connection) {
        precondition(limit >= 1, "nothing is sent without a connection")
        self.limit = limit
        self.make = make
    }

    /// Takes a connection, which has to be given back; nil once the task is cancelled.
    ///
    /// Whoever asks first is served first.
    func take() async -> Connection? {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Connection?? = state.withLock { state in
                    // The handler below has found nobody if the task was cancelled before.
                    if Task.isCancelled { return .some(nil) }
                    if let connection = takeNow(&state) { return connection }
                    state.waiting.append((ticket, continuation))
                    return .none
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let found = state.withLock { state in
                state.waiting.firstIndex { $0.ticket == ticket }
                    .map { state.waiting.remove(at: $0).continuation }
            }
            found?.resume(returning: nil)
        }
    }

    func give(_ connection: Connection) {
        let next = state.withLock { state -> CheckedContinuation<Connection?, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
            state.idle.append(connection)
            return nil
        }
        next?.resume(returning: connection)
    }

    /// The one that was used last: it is the likeliest to be still open.
    private func takeNow(_ state: inout State) -> Connection? {
        if let connection = state.idle.popLast() { return connection }
        guard state.made < limit else { return nil }
        state.made += 1
        return make()
    }
}
