import Ledger
import TestSupport
import Testing
import WorkQueue

@Suite(.temporaryDirectory, .timeLimit(.minutes(5)))
struct LedgerQueueTests {
    let ledger: Ledger

    init() throws {
        ledger = try Ledger(directory: TemporaryDirectory.current)
    }

    @Test func heaviestJobComesFirstAndEqualsComeByKey() async throws {
        try await ledger.begin([
            job("b", 5), job("heavy", 900), job("a", 5), job("light", -1), job("B", 5),
        ])
        #expect(try await leasedKeys() == ["heavy", "B", "a", "b", "light"])
    }

    @Test func jobIsLeasedToOneAtATime() async throws {
        try await ledger.begin([job("a"), job("b")])
        let first = try await ledger.lease()
        let second = try await ledger.lease()
        #expect(first?.key != second?.key)
        #expect(try await ledger.lease() == nil)
        #expect(try await counts() == [0, 2, 0])
    }

    @Test func emptyQueueHasNothingToLease() async throws {
        #expect(try await ledger.lease() == nil)
        try await ledger.begin([])
        #expect(try await ledger.lease() == nil)
    }

    @Test func completedJobIsGoneAndItsResultIsKept() async throws {
        try await ledger.begin([job("a")])
        try await ledger.complete(try #require(try await ledger.lease()), result: bytes("done"))
        #expect(try await ledger.lease() == nil)
        #expect(try await ledger.result(for: bytes("a")) == bytes("done"))
        #expect(try await counts() == [0, 0, 1])
    }

    @Test func retryCountsTheAttemptAndReleaseDoesNot() async throws {
        try await ledger.begin([job("a")])
        for attempt in 1...3 {
            let released = try #require(try await ledger.lease())
            #expect(released.attempt == attempt)
            try await ledger.release(released)
            let retried = try #require(try await ledger.lease())
            #expect(retried.attempt == attempt)
            try await ledger.retry(retried)
        }
    }

    @Test func jobThatWasPutBackComesInItsOldOrder() async throws {
        try await ledger.begin([job("heavy", 2), job("light", 1)])
        try await ledger.retry(try #require(try await ledger.lease()))
        #expect(try await leasedKeys() == ["heavy", "light"])
    }

    @Test func leaseThatIsGivenBackTwiceDoesNoHarm() async throws {
        try await ledger.begin([job("a")])
        let lease = try #require(try await ledger.lease())
        try await ledger.retry(lease)
        try await ledger.retry(lease)
        try await ledger.release(lease)
        #expect(try await ledger.lease()?.attempt == 2)
    }

    @Test func leaseOfAnEarlierQueueTouchesNoNewJob() async throws {
        try await ledger.begin([job("a")])
        let old = try #require(try await ledger.lease())
        try await ledger.begin([job("b")])
        let new = try #require(try await ledger.lease())
        try await ledger.retry(old)
        try await ledger.complete(old, result: bytes("late"))
        #expect(try await counts() == [0, 1, 1])
        try await ledger.complete(new, result: [])
        #expect(try await ledger.result(for: bytes("a")) == bytes("late"))
    }

    @Test func closedLedgerLeasesNothingAndStillTakesResults() async throws {
        try await ledger.begin([job("a"), job("b")])
        let lease = try #require(try await ledger.lease())
        await ledger.close()
        #expect(try await ledger.lease() == nil)
        try await ledger.complete(lease, result: bytes("done"))
        #expect(try await counts() == [1, 0, 1])
    }

    @Test func beginReplacesTheQueueAndKeepsResults() async throws {
        try await ledger.begin([job("a"), job("b")])
        try await ledger.complete(try #require(try await ledger.lease()), result: bytes("done"))
        let next = [job("b"), job("c")]
        try await ledger.begin(next)
        try await ledger.begin(next)
        #expect(try await counts() == [2, 0, 1])
        #expect(try await leasedKeys() == ["b", "c"])
    }

    @Test func sameKeyIsOneJobWithTheGreaterWeight() async throws {
        try await ledger.begin([job("a", 1), job("b", 2), job("a", 3), job("a", 1)])
        #expect(try await leasedKeys() == ["a", "b"])
    }

    @Test func keyMayBeAnyBytes() async throws {
        let keys: [[UInt8]] = [[], [0], [0, 0xff], [0x27, 0x22], [0xff, 0xfe], [0xff, 0xff]]
        try await ledger.begin(keys.reversed().map { QueuedJob(key: $0, weight: 0) })
        for key in keys {
            let lease = try #require(try await ledger.lease())
            #expect(lease.key == key)
            try await ledger.complete(lease, result: key)
        }
        #expect(try await ledger.results().map(\.value) == keys)
    }

    @Test func hundredThousandJobsAreQueuedAtOnce() async throws {
        let jobs = (0..<100_000).map { number in
            QueuedJob(key: bytes("campaign/asset \(number)"), weight: Int64(number % 1000))
        }
        try await ledger.begin(jobs)
        #expect(try await counts() == [100_000, 0, 0])
        #expect(try await ledger.lease()?.key == bytes("campaign/asset 10999"))
    }

    @Test func schedulerWorksALedgerOff() async throws {
        try await ledger.begin((0..<200).map { job("\($0)") })
        try await Scheduler(queue: ledger, lanes: 4).run { lease, _ in
            lease.attempt == 1 && lease.key.last == UInt8(ascii: "7")
                ? .retry : .complete(lease.key)
        }
        let results = try await ledger.results()
        #expect(results.count == 200)
        #expect(results.allSatisfy { $0.key == $0.value })
    }

    private func leasedKeys() async throws -> [String] {
        var keys: [String] = []
        while let lease = try await ledger.lease() {
            keys.append(String(decoding: lease.key, as: UTF8.self))
        }
        return keys
    }

    private func counts() async throws -> [Int] {
        let counts = try await ledger.counts()
        return [counts.pending, counts.leased, counts.done]
    }
}
