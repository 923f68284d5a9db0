/// How often a job is attempted.
package struct RetryPolicy: Sendable, Equatable {
    /// Attempts in all, the first one included.
    package var maximumAttempts: Int

    package init(maximumAttempts: Int = 2) {
        precondition(maximumAttempts >= 1, "a job is attempted at least once")
        self.maximumAttempts = maximumAttempts
    }

    /// Whether another attempt may follow the given one, counted from 1.
    package func allowsRetry(after attempt: Int) -> Bool {
        attempt < maximumAttempts
    }
}
