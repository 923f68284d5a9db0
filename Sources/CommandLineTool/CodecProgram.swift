internal import CodecLink
internal import Glibc
internal import Preparation
internal import Storage
internal import WorkQueue

/// Where the codec program is, and lanes that run it.
enum CodecProgram {
    /// It lies beside this program.
    static func path() -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let own = BytePath(bytes: buffer.prefix(max(0, length)).map(UInt8.init(bitPattern:)))
        return own.parent.appending("pushmedia-codec").text
    }

    static func lanes(
        _ count: Int, _ options: PreparationOptions, _ conditions: CodecConditions
    ) -> [CodecLane] {
        let program = path()
        let share = MemoryPool.usable / Int64(count)
        return (0..<count).map { number in
            CodecLane(
                program: program, limits: options.codecLimits, patience: conditions.patience,
                memoryLimit: conditions.maxMemory ?? share, label: "pushmedia.lane.\(number)")
        }
    }

    /// What the codec program runs on, and in what cage.
    ///
    /// A process that is ended before it answers gets a second chance.
    static func start(
        _ lane: CodecLane
    ) async throws -> (versions: CodecVersions, cage: Cage) {
        do {
            return try await lane.start()
        } catch let failure as CodecFailure {
            if case .unreachable = failure { throw failure }
            return try await lane.start()
        }
    }

    /// The same of the first lane, once the policy has had its say about the cage; the others must have the same.
    ///
    /// Throws `CageIncomplete` where the run must not begin.
    static func start(
        _ lanes: [CodecLane], _ policy: CagePolicy, _ log: EventLog = EventLog()
    ) async throws -> (versions: CodecVersions, cage: Cage) {
        let started = try await start(lanes[0])
        for lane in lanes { await lane.expect(started.cage) }
        guard !started.cage.isClosed else { return started }
        let incomplete = CageIncomplete(missing: started.cage.missing)
        if policy == .require { throw incomplete }
        log.warning(Messages.warning(incomplete))
        return started
    }

    /// One lane a core, as far as there is memory for their processes, and no more than there are files.
    static func laneCount(jobs: Int?, files: Int) -> Int {
        let room = Int(MemoryPool.usable / MemoryPool.leastShare)
        return max(1, min(jobs ?? min(UsableCores.count(), room), files))
    }
}

/// The machine lacks parts of the cage.
struct CageIncomplete: Error {
    let missing: [String]
}
