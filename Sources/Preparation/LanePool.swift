package import CodecLink
internal import WorkQueue

/// The codec processes of a run and the memory that they share, for whoever has a source ready.
///
/// There may be more jobs under way than lanes: those that are being fetched or published need none.
package actor LanePool {
    package nonisolated let lanes: [CodecLane]
    package nonisolated let patience: CodecPatience
    nonisolated let memory: MemoryPool
    /// Of one codec process, in bytes; nil for what the machine has.
    private nonisolated let maxMemory: Int64?
    /// One for each idle lane, so that those who wait are served in the order in which they came.
    private nonisolated let places: MemoryPool
    private var idle: [CodecLane]

    package init(_ lanes: [CodecLane], patience: CodecPatience, maxMemory: Int64? = nil) {
        precondition(!lanes.isEmpty, "work needs a lane")
        self.lanes = lanes
        self.patience = patience
        self.maxMemory = maxMemory
        memory = MemoryPool(total: MemoryPool.usable)
        places = MemoryPool(total: Int64(lanes.count))
        idle = lanes
    }

    /// Works in a lane, when one is idle and has its share of the memory.
    ///
    /// Throws `CancellationError` once the task is cancelled while it waits.
    nonisolated func use<Value: Sendable>(
        _ work: @Sendable (CodecLane, MemoryGrant) async throws -> Value
    ) async throws -> Value {
        try await places.take(1)
        let lane = await borrow()
        let share = memory.total / Int64(lanes.count)
        let grant = MemoryGrant(
            of: memory, share: share, most: maxMemory ?? memory.total, for: lane)
        do {
            let value = try await grant.use { try await work(lane, grant) }
            await give(lane)
            return value
        } catch {
            await give(lane)
            throw error
        }
    }

    /// Ends every process.
    package nonisolated func stop() async {
        for lane in lanes { await lane.stop() }
    }

    private func borrow() -> CodecLane { idle.removeLast() }

    private func give(_ lane: CodecLane) async {
        idle.append(lane)
        await places.give(1)
    }
}
