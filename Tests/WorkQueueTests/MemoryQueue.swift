import TestSupport
import WorkQueue

/// A queue in memory that writes down what happens to it and can be made to fail.
actor MemoryQueue: JobQueue {
    enum Event: Hashable {
        case leased(Int64)
        case completed(Int64)
        case retried(Int64)
        case released(Int64)
    }

    /// What a call that was made to fail throws.
    struct Gone: Error {}

    /// Opens when the queue is closed.
    let closing = Gate()

    private(set) var events: [Event] = []
    private(set) var results: [Int64: [UInt8]] = [:]
    private var waiting: [Lease]
    private var isLeasingBroken = false
    private var isCompletingBroken = false

    /// Has jobs numbered from 1, handed out in this order; what is put back comes last.
    init(jobs: Int64) {
        waiting = (0..<jobs).map {
            Lease(job: $0 + 1, key: Array("job \($0 + 1)".utf8), attempt: 1)
        }
    }

    var waitingJobs: [Int64] { waiting.map(\.job) }

    func breakLeasing() { isLeasingBroken = true }

    func breakCompleting() { isCompletingBroken = true }

    func lease() throws -> Lease? {
        if isLeasingBroken { throw Gone() }
        guard !closing.isOpen, !waiting.isEmpty else { return nil }
        let lease = waiting.removeFirst()
        events.append(.leased(lease.job))
        return lease
    }

    func complete(_ lease: Lease, result: [UInt8]) throws {
        if isCompletingBroken { throw Gone() }
        events.append(.completed(lease.job))
        results[lease.job] = result
    }

    func retry(_ lease: Lease) {
        events.append(.retried(lease.job))
        waiting.append(Lease(job: lease.job, key: lease.key, attempt: lease.attempt + 1))
    }

    func release(_ lease: Lease) {
        events.append(.released(lease.job))
        waiting.append(lease)
    }

    func close() {
        closing.open()
    }
}
