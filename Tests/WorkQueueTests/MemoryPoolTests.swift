import Synchronization
import TestSupport
import Testing
import WorkQueue

@Suite(.timeLimit(.minutes(5)))
struct MemoryPoolTests {
    @Test func whatIsTakenIsGoneUntilItIsGiven() async throws {
        let pool = MemoryPool(total: 100)
        #expect(await pool.takeNow(60))
        #expect(await !pool.takeNow(60))
        #expect(await pool.takeNow(40))
        await pool.give(60)
        #expect(await pool.takeNow(60))
    }

    @Test func moreThanThereIsMeansAllOfIt() async throws {
        let pool = MemoryPool(total: 100)
        try await pool.take(1_000)
        #expect(await !pool.takeNow(1))
        await pool.give(1_000)
        #expect(await pool.takeNow(100))
    }

    @Test func aBigRequestIsNotOvertaken() async throws {
        let pool = MemoryPool(total: 100)
        try await pool.take(50)
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await pool.take(80)
                order.append(80)
                await pool.give(80)
            }
            while await pool.waitingCount < 1 { await Task.yield() }
            // There is room for it, but somebody is before it.
            #expect(await !pool.takeNow(30))
            group.addTask {
                try await pool.take(30)
                order.append(30)
                await pool.give(30)
            }
            while await pool.waitingCount < 2 { await Task.yield() }
            await pool.give(50)
            try await group.waitForAll()
        }
        #expect(order.served == [80, 30])
        #expect(await pool.takeNow(100))
    }

    @Test func whoeverIsCancelledWaitsNoMore() async throws {
        let pool = MemoryPool(total: 100)
        try await pool.take(100)
        let waiting = Task { try await pool.take(50) }
        while await pool.waitingCount < 1 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        await pool.give(100)
        #expect(await pool.takeNow(100))
    }
}

private final class Order: Sendable {
    private let sizes = Mutex<[Int]>([])

    var served: [Int] { sizes.withLock { $0 } }

    func append(_ size: Int) { sizes.withLock { $0.append(size) } }
}
