internal import HTTP
internal import Synchronization

/// An S3 server, reached over some connections, with retries.
///
/// Cancelling a task ends its request within a second or so, with the error `.cancelled`. The program
/// has to ignore SIGPIPE.
package final class S3Client: Sendable {
    let settings: S3Settings
    private let patience: S3Patience
    private let pool: ConnectionPool
    private let stopwatch: Stopwatch
    private let retryCount = Atomic<Int>(0)

    /// - Parameters:
    ///   - connections: how many requests are under way at once, at most; others wait.
    ///   - clock: tells the time of retries.
    package init(
        _ settings: S3Settings, patience: S3Patience = S3Patience(), connections: Int,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.settings = settings
        self.patience = patience
        pool = ConnectionPool(limit: connections) { Connection(label: "S3") }
        stopwatch = Stopwatch(clock)
    }

    /// How many attempts followed a failed one, in all.
    package var retries: Int { retryCount.load(ordering: .relaxed) }

    /// Sends a request until there is a good reply or no hope.
    func reply(to request: Request) async throws(S3Error) -> Reply {
        let end = stopwatch.elapsed() + patience.total
        var attempt = 1
        while true {
            let failure: Failure
            do throws(Failure) {
                return try await self.attempt(request)
            } catch {
                failure = error
            }
            let delay = Backoff.delay(
                after: attempt, asked: failure.asked, chance: .random(in: 0...1))
            guard failure.mayPass, stopwatch.elapsed() + delay < end else {
                throw request.failure(failure.kind)
            }
            do {
                try await stopwatch.sleep(delay)
            } catch {
                throw request.failure(.cancelled)
            }
            retryCount.add(1, ordering: .relaxed)
            attempt += 1
        }
    }

    private func attempt(_ request: Request) async throws(Failure) -> Reply {
        guard let connection = await pool.take() else { throw Failure(.cancelled) }
        defer { pool.give(connection) }
        let stop = StopFlag()
        let exchange = request.exchange(settings, patience)
        let attempt = await withTaskCancellationHandler {
            await connection.perform(exchange, stop: stop)
        } onCancel: {
            stop.raise()
        }
        if let fault = attempt.fault { throw Failure(fault) }
        if let failure = Failure(attempt.reply, to: request, region: settings.region) {
            throw failure
        }
        return attempt.reply
    }
}
