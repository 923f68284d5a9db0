internal import CodecLink
internal import WorkQueue

/// Codec processes for more who want one than there are.
actor IdleLanes {
    /// One for each idle lane, so that those who wait are served in the order in which they came.
    private nonisolated let places: MemoryPool
    private var idle: [CodecLane]

    init(_ lanes: [CodecLane]) {
        precondition(!lanes.isEmpty, "work needs a lane")
        places = MemoryPool(total: Int64(lanes.count))
        idle = lanes
    }

    /// Works in a lane, when one is idle.
    ///
    /// Throws `CancellationError` once the task is cancelled while it waits.
    nonisolated func use<Value: Sendable>(
        _ work: @Sendable (CodecLane) async throws -> Value
    ) async throws -> Value {
        try await places.take(1)
        let lane = await borrow()
        do {
            let value = try await work(lane)
            await give(lane)
            return value
        } catch {
            await give(lane)
            throw error
        }
    }

    private func borrow() -> CodecLane { idle.removeLast() }

    private func give(_ lane: CodecLane) async {
        idle.append(lane)
        await places.give(1)
    }
}
