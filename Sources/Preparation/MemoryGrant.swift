internal import CodecLink
internal import WorkQueue

/// The part of the machine's memory that one job holds, for its codec process to fill.
actor MemoryGrant {
    private let pool: MemoryPool
    private let lane: CodecLane
    /// What every job may have, and what none may exceed; in bytes.
    private let share: Int64
    private let most: Int64
    private var held: Int64 = 0

    init(of pool: MemoryPool, share: Int64, most: Int64, for lane: CodecLane) {
        self.pool = pool
        self.lane = lane
        self.share = share
        self.most = most
    }

    /// Works with a lane's usual share, from the beginning of the time that a file may take.
    nonisolated func use<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await begin()
        do {
            let value = try await work()
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }

    /// Takes more for a job that needs more than its share, and waits for other lanes to need none.
    ///
    /// Meanwhile nothing is held, and no process runs that would hold it: so two that wait cannot stop
    /// each other. The time does not count as the job's.
    func enlarge(to bytes: Int64) async throws {
        let wanted = min(bytes, most, pool.total)
        guard wanted > held else { return }
        await end()
        if await !pool.takeNow(wanted) {
            await lane.stop()
            try await pool.take(wanted)
        }
        held = wanted
        await lane.limitMemory(to: wanted)
        await lane.beginAsset()
    }

    private func begin() async throws {
        let bytes = min(share, most)
        try await pool.take(bytes)
        held = bytes
        await lane.limitMemory(to: bytes)
        await lane.beginAsset()
    }

    private func end() async {
        await pool.give(held)
        held = 0
    }
}
