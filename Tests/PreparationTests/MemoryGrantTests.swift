import AttachmentRules
import CodecLink
import TestSupport
import Testing
import WorkQueue

@testable import Preparation

@Suite(.timeLimit(.minutes(1))) struct MemoryGrantTests {
    private func grant(_ pool: MemoryPool, most: Int64 = .max) -> MemoryGrant {
        let lane = CodecLane(
            program: "/nowhere",
            limits: CodecLimits(maxPixels: 1, maxDecodedPixels: 1, maxFrames: 1),
            patience: CodecPatience(), label: "lane")
        return MemoryGrant(of: pool, share: 50, most: most, for: lane)
    }

    @Test func aBigJobWaitsUntilTheOthersNeedNone() async throws {
        let pool = MemoryPool(total: 100)
        let (big, small) = (grant(pool), grant(pool))
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await small.use { try await gate.wait() } }
            while await !pool.isTaken(50) { await Task.yield() }
            group.addTask { try await big.use { try await big.enlarge(to: 90) } }
            while await pool.waitingCount == 0 { await Task.yield() }
            gate.open()
            try await group.waitForAll()
        }
        #expect(await pool.takeNow(100))
    }

    @Test func twoBigJobsDoNotStopEachOther() async throws {
        let pool = MemoryPool(total: 100)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                let big = grant(pool)
                group.addTask {
                    for _ in 0..<100 { try await big.use { try await big.enlarge(to: 100) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(await pool.takeNow(100))
    }

    @Test func whatFailsGivesItsMemoryBack() async throws {
        let pool = MemoryPool(total: 100)
        let grant = grant(pool)
        await #expect(throws: Reason.self) {
            try await grant.use {
                try await grant.enlarge(to: 1_000)
                throw Reason(.corrupt, "")
            }
        }
        #expect(await pool.takeNow(100))
    }

    @Test func biggerFilesAreExpectedToNeedMore() {
        func bytes(_ side: Int, frames: Int = 1, isProgressive: Bool = false) -> Int64 {
            JobMemory.of(
                Facts(
                    type: .jpeg, bytes: 1,
                    picture: PictureFacts(
                        width: side, height: side, frames: frames, isProgressive: isProgressive)))
        }
        #expect(bytes(1_000) < bytes(10_000))
        #expect(bytes(10_000) < bytes(10_000, isProgressive: true))
        #expect(bytes(1_000) < bytes(1_000, frames: 2))
        // Nobody vouches for facts.
        #expect(bytes(1 << 32) > bytes(10_000))
    }
}

extension MemoryPool {
    fileprivate func isTaken(_ bytes: Int64) -> Bool {
        guard takeNow(total - bytes + 1) else { return true }
        give(total - bytes + 1)
        return false
    }
}
