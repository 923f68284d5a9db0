// A dispatch source may be cancelled from any thread, only its type does not say so.
@unsafe @preconcurrency internal import Dispatch
internal import Glibc

/// SIGINT and SIGTERM as a sequence, for as long as it is listened to.
enum Interrupts {
    static func signals() -> AsyncStream<ExitCode> {
        AsyncStream { continuation in
            let kinds: [(Int32, ExitCode)] = [(SIGINT, .interrupted), (SIGTERM, .terminated)]
            let sources = kinds.map { number, code in
                // The default action would end the program before the source is told.
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { @Sendable in continuation.yield(code) }
                source.activate()
                return source
            }
            continuation.onTermination = { @Sendable _ in
                for source in sources { source.cancel() }
            }
        }
    }
}

/// Runs something that can be stopped twice: the first signal lets it finish what it has begun, the second,
/// or the end of the grace period, cancels it.
struct Stoppable {
    /// How long after the first signal; by default a person gets the terminal back soon, and what stops a
    /// container waits longer.
    var grace: Duration?

    /// Returns the work's result, and the exit code of the signal that stopped it, if one did.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value,
        onStop: @escaping @Sendable (ExitCode) async -> Void
    ) async throws -> (value: Value, stoppedBy: ExitCode?) {
        let signals = Interrupts.signals()
        return try await withThrowingTaskGroup(of: StoppableEvent<Value>.self) { group in
            group.addTask { .finished(try await work()) }
            group.addTask { await signals.first { _ in true }.map { .stop($0) } ?? .nothing }
            var stoppedBy: ExitCode?
            while let event = try await group.next() {
                switch event {
                case .finished(let value):
                    group.cancelAll()
                    return (value, stoppedBy)
                case .stop(let code) where stoppedBy == nil:
                    stoppedBy = code
                    await onStop(code)
                    group.addTask {
                        await signals.first { _ in true }.map { .stop($0) } ?? .nothing
                    }
                    group.addTask {
                        // Cancelled when the work ends in time.
                        try? await ContinuousClock().sleep(for: grace(after: code))
                        return .graceIsOver
                    }
                case .stop, .graceIsOver:
                    group.cancelAll()
                case .nothing:
                    break
                }
            }
            throw CancellationError()
        }
    }

    /// Runs what leaves nothing behind and can be given up at any moment.
    ///
    /// Nor would a signal end the first process of a container otherwise.
    static func atOnce(
        _ work: @escaping @Sendable () async throws -> ExitCode
    ) async throws -> ExitCode {
        let (code, stoppedBy) = try await Stoppable(grace: .zero).run {
            do {
                return try await work()
            } catch  where Task.isCancelled {
                return .interrupted
            }
        } onStop: { _ in
        }
        return stoppedBy ?? code
    }

    private func grace(after code: ExitCode) -> Duration {
        grace ?? (code == .terminated ? .seconds(25) : .seconds(5))
    }
}

private enum StoppableEvent<Value: Sendable>: Sendable {
    case finished(Value)
    case stop(ExitCode)
    case graceIsOver
    case nothing
}
