import Dispatch
import TestSupport
import Testing
import WorkQueue

/// An actor whose work blocks its thread.
private actor Blocker {
    private let executor = ThreadExecutor(label: "blocker")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Tells that it is here and blocks until it may go.
    func meet(arrived: DispatchSemaphore, leave: DispatchSemaphore) {
        arrived.signal()
        leave.wait()
    }

    func assertIsolation() {
        preconditionIsolated()
    }
}

@Suite(.timeLimit(.minutes(5)))
struct ThreadExecutorTests {
    @Test func blockedActorsDoNotHoldUpOneAnother() async {
        // None can leave before all are there, which takes as many threads.
        let count = 64
        let arrived = DispatchSemaphore(value: 0)
        let leave = DispatchSemaphore(value: 0)
        let host = Blocker()
        await withTaskGroup { group in
            for _ in 0..<count {
                group.addTask { await Blocker().meet(arrived: arrived, leave: leave) }
            }
            group.addTask { await host.collect(count, arrived, leave) }
        }
    }

    @Test func actorKnowsThatItIsIsolated() async {
        await Blocker().assertIsolation()
    }
}

extension Blocker {
    /// Waits for everyone and lets everyone go.
    fileprivate func collect(
        _ count: Int, _ arrived: DispatchSemaphore, _ leave: DispatchSemaphore
    ) {
        for _ in 0..<count { arrived.wait() }
        for _ in 0..<count { leave.signal() }
    }
}
