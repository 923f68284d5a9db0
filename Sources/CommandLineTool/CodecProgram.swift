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
        _ count: Int, _ options: PreparationOptions, patience: CodecPatience = CodecPatience()
    ) -> [CodecLane] {
        let program = path()
        return (0..<count).map { number in
            CodecLane(
                program: program, limits: options.codecLimits, patience: patience,
                label: "pushmedia.lane.\(number)")
        }
    }

    /// What the codec program runs on.
    ///
    /// A process that is ended before it answers gets a second chance.
    static func versions(_ lane: CodecLane) async throws -> CodecVersions {
        do {
            return try await lane.versions()
        } catch let failure as CodecFailure {
            if case .unreachable = failure { throw failure }
            return try await lane.versions()
        }
    }

    /// One lane a core, and no more than there are files.
    static func laneCount(jobs: Int?, files: Int) -> Int {
        max(1, min(jobs ?? UsableCores.count(), files))
    }
}
