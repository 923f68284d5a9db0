import Dispatch

/// Runs what blocks on a thread of its own: the cooperative pool has few, and other tests need them.
func onThread<Answer: Sendable>(
    _ work: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking").async { @Sendable in
            continuation.resume(with: Result(catching: work))
        }
    }
}
