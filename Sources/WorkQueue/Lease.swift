/// The right to work on one job, held by one lane until the job is completed, retried or released.
package struct Lease: Sendable, Equatable {
    /// The queue's own name for the job.
    package let job: Int64
    /// What the work is about, in the words of whoever enqueued it.
    package let key: [UInt8]
    /// Which attempt this is, from 1.
    ///
    /// Released leases do not count.
    package let attempt: Int

    package init(job: Int64, key: [UInt8], attempt: Int) {
        self.job = job
        self.key = key
        self.attempt = attempt
    }
}
