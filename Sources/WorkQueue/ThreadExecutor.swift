import Dispatch

/// A serial executor on a queue of its own, so that its actor may block in C code.
///
/// Work that blocks on Swift's cooperative pool would hold up everything else: the pool has only as
/// many threads as there are cores.
package final class ThreadExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Makes an executor; the label shows up in debuggers.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { @Sendable in
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
