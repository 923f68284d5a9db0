package import CodecLink
internal import WorkQueue

/// The codec processes of a run and the memory that they share, for whoever has a source ready.
///
/// There may be more jobs under way than lanes: those that are being fetched or published need none.
package final class LanePool: Sendable {
    package let lanes: [CodecLane]
    package let patience: CodecPatience
    let memory: MemoryPool
    /// Of one codec process, in bytes; nil for what the machine has.
    private let maxMemory: Int64?
    private let idle: IdleLanes

    package init(_ lanes: [CodecLane], patience: CodecPatience, maxMemory: Int64? = nil) {
        self.lanes = lanes
        self.patience = patience
        self.maxMemory = maxMemory
        memory = MemoryPool(total: MemoryPool.usable)
        idle = IdleLanes(lanes)
    }

    /// Works in a lane, when one is idle and has its share of the memory.
    ///
    /// Throws `CancellationError` once the task is cancelled while it waits.
    func use<Value: Sendable>(
        _ work: @Sendable (CodecLane, MemoryGrant) async throws -> Value
    ) async throws -> Value {
        try await idle.use { lane in
            let share = memory.total / Int64(lanes.count)
            let grant = MemoryGrant(
                of: memory, share: share, most: maxMemory ?? memory.total, for: lane)
            return try await grant.use { try await work(lane, grant) }
        }
    }

    /// Ends every process.
    package func stop() async {
        for lane in lanes { await lane.stop() }
    }
}
