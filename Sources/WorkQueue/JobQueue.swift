/// A queue that hands out jobs under leases.
///
/// Handing a lease back that is no longer held does no harm: a completion keeps its result, a retry
/// or a release changes nothing. So a queue may take a lease away from a lane that went silent.
package protocol JobQueue: Sendable {
    /// Leases the next job; nil when there is nothing left to hand out or the queue was closed.
    ///
    /// A queue that waits for jobs stops waiting when the task is cancelled.
    func lease() async throws -> Lease?

    /// Removes the job and keeps its result, durably and in one step.
    func complete(_ lease: Lease, result: [UInt8]) async throws

    /// Puts the job back, counting the attempt.
    func retry(_ lease: Lease) async throws

    /// Puts the job back as if it had not been leased.
    func release(_ lease: Lease) async throws

    /// Hands out no further leases. Those that are held stay valid.
    func close() async
}

/// What is to become of a job after an attempt.
package enum Verdict: Sendable, Equatable {
    /// It is done, well or badly; the result says which.
    case complete([UInt8])
    /// It is worth another attempt.
    case retry
    /// It was not really attempted.
    case release
}
