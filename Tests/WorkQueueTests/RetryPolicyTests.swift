import Testing
import WorkQueue

struct RetryPolicyTests {
    @Test func oneFurtherAttemptIsAllowedByDefault() {
        let policy = RetryPolicy()
        #expect(policy.allowsRetry(after: 1))
        #expect(!policy.allowsRetry(after: 2))
        #expect(!policy.allowsRetry(after: 3))
    }

    @Test(arguments: 1...5)
    func allAttemptsAreUsed(maximum: Int) {
        let policy = RetryPolicy(maximumAttempts: maximum)
        let attempts = (1...10).filter { $0 == 1 || policy.allowsRetry(after: $0 - 1) }
        #expect(attempts == Array(1...maximum))
    }
}
