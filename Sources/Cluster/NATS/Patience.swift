/// How long an outage of the queue may last, and how it is waited for.
package struct Patience: Sendable {
    /// In all; then whoever waits gives up.
    package var total: Duration
    private static let first = Duration.milliseconds(200)
    private static let longest = Duration.seconds(5)

    package init(total: Duration = .seconds(300)) {
        self.total = total
    }

    /// Tries again, after longer and longer pauses, for as long as the error may pass.
    ///
    /// Throws the last error, and `CancellationError`.
    func persist<Value: Sendable>(
        clock: some Clock<Duration> = ContinuousClock(), _ body: () async throws -> Value
    ) async throws -> Value {
        var pause = Self.first
        var waited = Duration.zero
        while true {
            do {
                return try await body()
            } catch let error as ClusterError where error.isPassing && waited < total {
                // Those who were cut off together do not come back together.
                let own = pause * Double.random(in: 0.5...1)
                try await clock.sleep(for: own)
                waited += own
                pause = min(pause * 2, Self.longest)
            }
        }
    }
}
