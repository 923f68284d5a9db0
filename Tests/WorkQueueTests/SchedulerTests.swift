import Synchronization
import TestSupport
import Testing
import WorkQueue

@Suite(.timeLimit(.minutes(5)))
struct SchedulerTests {
    @Test(arguments: [1, 2, 7])
    func everyJobIsCompletedOnce(lanes: Int) async throws {
        let queue = MemoryQueue(jobs: 100)
        try await Scheduler(queue: queue, lanes: lanes).run { lease, _ in .complete(lease.key) }
        let results = await queue.results
        #expect(results.count == 100)
        #expect(results[42] == Array("job 42".utf8))
        #expect(await queue.events.count == 200)
    }

    @Test func emptyQueueIsNoWork() async throws {
        try await Scheduler(queue: MemoryQueue(jobs: 0), lanes: 3).run { _, _ in
            Issue.record("there is nothing to work on")
            return .release
        }
    }

    @Test func lanesWorkAtTheSameTime() async throws {
        let queue = MemoryQueue(jobs: 3)
        let lanes = Mutex<Set<Int>>([])
        let everyoneIsHere = Gate()
        try await Scheduler(queue: queue, lanes: 3).run { _, lane in
            let present = lanes.withLock {
                $0.insert(lane)
                return $0.count
            }
            if present == 3 { everyoneIsHere.open() }
            try await everyoneIsHere.wait()
            return .complete([])
        }
        #expect(lanes.withLock { $0 } == [0, 1, 2])
    }

    @Test func noMoreJobsRunThanThereAreLanes() async throws {
        let running = Mutex((now: 0, most: 0))
        try await Scheduler(queue: MemoryQueue(jobs: 50), lanes: 2).run { _, _ in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            for _ in 0..<10 { await Task.yield() }
            running.withLock { $0.now -= 1 }
            return .complete([])
        }
        #expect(running.withLock { $0.most } <= 2)
    }

    @Test func retriedJobComesBackAsItsNextAttempt() async throws {
        let queue = MemoryQueue(jobs: 1)
        try await Scheduler(queue: queue, lanes: 1).run { lease, _ in
            lease.attempt < 3 ? .retry : .complete([UInt8(lease.attempt)])
        }
        #expect(await queue.results == [1: [3]])
    }

    @Test func releasedJobComesBackAsTheSameAttempt() async throws {
        let queue = MemoryQueue(jobs: 1)
        let isFirst = Atomic(true)
        try await Scheduler(queue: queue, lanes: 1).run { lease, _ in
            if isFirst.exchange(false, ordering: .relaxed) { return .release }
            return .complete([UInt8(lease.attempt)])
        }
        #expect(await queue.results == [1: [1]])
    }

    @Test func retriedJobIsTakenByWhicheverLaneIsFree() async throws {
        // While one lane has job 2, the other retries job 1 and is kept busy by job 3 from then on.
        let queue = MemoryQueue(jobs: 3)
        let otherLaneRuns = Gate()
        let retryIsUnderWay = Gate()
        let busyLaneRuns = Gate()
        let lanesOfFirstJob = Mutex<[Int]>([])
        try await Scheduler(queue: queue, lanes: 2).run { lease, lane in
            switch (lease.job, lease.attempt) {
            case (1, 1):
                lanesOfFirstJob.withLock { $0.append(lane) }
                try await otherLaneRuns.wait()
                return .retry
            case (1, _):
                lanesOfFirstJob.withLock { $0.append(lane) }
                retryIsUnderWay.open()
            case (2, _):
                otherLaneRuns.open()
                try await busyLaneRuns.wait()
            default:
                busyLaneRuns.open()
                try await retryIsUnderWay.wait()
            }
            return .complete([])
        }
        let lanes = lanesOfFirstJob.withLock { $0 }
        #expect(Set(lanes) == [0, 1])
    }

    @Test func closedQueueLetsRunningJobsFinishAndLeavesTheRest() async throws {
        let queue = MemoryQueue(jobs: 5)
        try await Scheduler(queue: queue, lanes: 1).run { lease, _ in
            if lease.job == 2 { await queue.close() }
            return .complete([])
        }
        #expect(await queue.results.keys.sorted() == [1, 2])
        #expect(await queue.waitingJobs == [3, 4, 5])
    }
}

/// Errors end the work; a failed job would be a verdict.
@Suite(.timeLimit(.minutes(5)))
struct SchedulerErrorTests {
    struct Broken: Error {}

    @Test func errorIsThrownAfterTheOtherLanesHaveFinishedTheirJobs() async throws {
        let queue = MemoryQueue(jobs: 3)
        let otherRuns = Gate()
        await #expect(throws: Broken.self) {
            try await Scheduler(queue: queue, lanes: 2).run { lease, _ in
                if lease.job == 1 {
                    try await otherRuns.wait()
                    throw Broken()
                }
                otherRuns.open()
                try await queue.closing.wait()
                return .complete([])
            }
        }
        #expect(await queue.results.keys.sorted() == [2])
        #expect(await queue.waitingJobs == [3, 1])
    }

    @Test func jobOfAnErrorIsReleased() async throws {
        let queue = MemoryQueue(jobs: 1)
        await #expect(throws: Broken.self) {
            try await Scheduler(queue: queue, lanes: 1).run { _, _ in throw Broken() }
        }
        #expect(await queue.events == [.leased(1), .released(1)])
        #expect(queue.closing.isOpen)
    }

    @Test func errorOfTheQueueIsThrown() async throws {
        let queue = MemoryQueue(jobs: 2)
        await queue.breakCompleting()
        await #expect(throws: MemoryQueue.Gone.self) {
            try await Scheduler(queue: queue, lanes: 1).run { _, _ in .complete([]) }
        }
        #expect(await queue.waitingJobs == [2])

        await queue.breakLeasing()
        await #expect(throws: MemoryQueue.Gone.self) {
            try await Scheduler(queue: queue, lanes: 2).run { _, _ in .complete([]) }
        }
    }
}

@Suite(.timeLimit(.minutes(5)))
struct SchedulerCancellationTests {
    @Test func cancellationReachesTheWorkAndItsJobIsReleased() async throws {
        let queue = MemoryQueue(jobs: 4)
        let started = [Gate(), Gate()]
        let never = Gate()
        let run = Task {
            try await Scheduler(queue: queue, lanes: 2).run { lease, lane in
                started[lane].open()
                try await never.wait()
                return .complete([])
            }
        }
        for gate in started { try await gate.wait() }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(await queue.results.isEmpty)
        #expect(
            await Set(queue.events) == [.leased(1), .leased(2), .released(1), .released(2)])
    }

    @Test func workThatFailsBecauseItIsCancelledIsNoError() async throws {
        let queue = MemoryQueue(jobs: 1)
        let run = task(on: queue) { throw SchedulerErrorTests.Broken() }
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(await queue.events == [.leased(1), .released(1)])
    }

    @Test func retryOfCancelledWorkIsNotCounted() async throws {
        let queue = MemoryQueue(jobs: 1)
        let run = task(on: queue) { .retry }
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(await queue.events == [.leased(1), .released(1)])
    }

    @Test func workThatIsCompletedAllTheSameIsKept() async throws {
        let queue = MemoryQueue(jobs: 2)
        let run = task(on: queue) { .complete([7]) }
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(await queue.results == [1: [7]])
        #expect(await queue.waitingJobs == [2])
    }

    @Test func cancelledBeforeItStartsNothingIsLeased() async throws {
        let queue = MemoryQueue(jobs: 2)
        let cancelled = Gate()
        let run = Task {
            // Waiting throws when the task is cancelled.
            try? await cancelled.wait()
            try await Scheduler(queue: queue, lanes: 2).run { _, _ in .complete([]) }
        }
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(await queue.events.isEmpty)
    }

    /// Runs a scheduler whose first job is cancelled and then gives the verdict.
    private func task(
        on queue: MemoryQueue, verdict: @escaping @Sendable () throws -> Verdict
    ) -> Task<Void, any Error> {
        Task {
            try await withThrowingTaskGroup { group in
                let started = Gate()
                let never = Gate()
                group.addTask {
                    try await Scheduler(queue: queue, lanes: 1).run { _, _ in
                        started.open()
                        try? await never.wait()
                        return try verdict()
                    }
                }
                try await started.wait()
                group.cancelAll()
                try await group.next()
            }
        }
    }
}
