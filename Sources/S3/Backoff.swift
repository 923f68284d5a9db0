/// How long to wait between two attempts: exponential, with full jitter.
///
/// | after attempt | 1 | 2 | 3 | 4 | 5 | 6 | 7, 8, ... |
/// |---|---|---|---|---|---|---|---|
/// | at most, s | 0.2 | 0.4 | 0.8 | 1.6 | 3.2 | 6.4 | 10 |
enum Backoff {
    private static let first = Duration.milliseconds(200)
    private static let most = Duration.seconds(10)
    /// What a server may ask for.
    private static let mostAsked = Duration.seconds(60)

    /// The wait after the given attempt, counted from 1.
    ///
    /// - Parameters:
    ///   - asked: what the server wants to be left alone for; the wait is no shorter.
    ///   - chance: from 0 to 1, so that those who failed together don't come back together.
    static func delay(after attempt: Int, asked: Duration?, chance: Double) -> Duration {
        let ceiling = min(first * (1 << min(attempt - 1, 16)), most)
        return max(ceiling * chance, min(asked ?? .zero, mostAsked))
    }
}

/// A clock of whatever kind, as the time since it was taken up.
struct Stopwatch: Sendable {
    let elapsed: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }
}
