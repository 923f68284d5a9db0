/// Works a queue off in a fixed number of lanes.
///
/// Each lane leases a job, works on it and carries the verdict to the queue, until the queue hands
/// out nothing more. Nothing is buffered beyond one lease a lane.
package struct Scheduler<Queue: JobQueue>: Sendable {
    /// What a lane does with a job; it gets its own number, from 0, and may keep things by it.
    package typealias Work = @Sendable (_ lease: Lease, _ lane: Int) async throws -> Verdict

    private let queue: Queue
    private let lanes: Int

    package init(queue: Queue, lanes: Int) {
        precondition(lanes >= 1, "work needs a lane")
        self.queue = queue
        self.lanes = lanes
    }

    /// Runs until the queue has nothing left to hand out and every lane is idle.
    ///
    /// A job that fails is a verdict. An error means that work cannot go on at all: it closes the
    /// queue, the other lanes finish the jobs they hold, and then it is thrown. Cancelling the
    /// surrounding task reaches the running work; whatever it has not completed is released, and
    /// `CancellationError` is thrown.
    package func run(_ work: @escaping Work) async throws {
        // A throwing group would cancel the other lanes at the first error.
        let failures = await withTaskGroup(of: (any Error)?.self) { group in
            for lane in 0..<lanes {
                group.addTask { await serve(lane, work) }
            }
            var failures: [any Error] = []
            for await case let failure? in group { failures.append(failure) }
            return failures
        }
        // An error says more than the cancellation that came with it.
        if let failure = failures.first(where: { !($0 is CancellationError) }) ?? failures.first {
            throw failure
        }
    }

    /// Works in one lane.
    ///
    /// Returns the error that ended it, nil if it ran out of jobs.
    private func serve(_ lane: Int, _ work: Work) async -> (any Error)? {
        do {
            try Task.checkCancellation()
            while let lease = try await queue.lease() {
                let verdict = await attempt(lease, lane, work)
                try await settle(lease, verdict)
                try Task.checkCancellation()
            }
            return nil
        } catch {
            await queue.close()
            return error
        }
    }

    private func attempt(
        _ lease: Lease, _ lane: Int, _ work: Work
    ) async -> Result<Verdict, any Error> {
        do {
            // The queue may have answered a lane that was cancelled while it waited.
            try Task.checkCancellation()
            return .success(try await work(lease, lane))
        } catch {
            return .failure(Task.isCancelled ? CancellationError() : error)
        }
    }

    /// Carries a verdict to the queue; gives the job back and throws if there is none.
    private func settle(_ lease: Lease, _ verdict: Result<Verdict, any Error>) async throws {
        switch verdict {
        case .success(.complete(let result)):
            try await queue.complete(lease, result: result)
        case .success(.retry) where !Task.isCancelled:
            try await queue.retry(lease)
        case .success(.retry), .success(.release):
            // A cancelled attempt says nothing about its job, so it is not counted.
            try await queue.release(lease)
        case .failure(let error):
            // The first error is the one to report, and a queue that is gone keeps no leases.
            try? await queue.release(lease)
            throw error
        }
    }
}
