internal import CCage
internal import Glibc
internal import Synchronization

/// A running codec process and the orchestrator's end of its socket.
///
/// Ends the process when it goes away.
final class CodecProcess: Sendable {
    let socket: CodecSocket
    let watch: ProcessWatch
    let id: pid_t
    /// The process's number until it is reaped, then 0.
    private let pid: Atomic<pid_t>

    /// Starts the program; nothing has been said to it yet.
    init(program: String, memoryLimit: Int64) throws(LinkError) {
        let watch = ProcessWatch(memoryLimit: memoryLimit)
        let (id, socket) = try watch.start(program)
        self.watch = watch
        self.socket = CodecSocket(descriptor: socket)
        self.id = id
        self.pid = Atomic(id)
    }

    deinit { end() }

    /// Takes over the descriptors that came with a reply: one that tells of breaches with the first reply, and
    /// never another.
    func take(_ descriptors: [Int32], of reply: CodecReply) throws(LinkError) {
        let taken = descriptors.map(Descriptor.init)
        var wanted = 0
        if case .ready(_, let cage) = reply, cage.tellsBreaches { wanted = 1 }
        guard taken.count == wanted else { throw .malformed }
        if let breaches = taken.first { watch.breaches.withLock { $0 = breaches } }
    }

    /// Kills the process, from any thread; whoever waits for its answer sees the socket closed.
    func kill() {
        let pid = pid.load(ordering: .acquiring)
        if pid > 0 { Glibc.kill(pid, SIGKILL) }
    }

    /// Kills and reaps the process, and says how it ended: a signal's number, or an exit code.
    @discardableResult
    func end() -> Ending? {
        let pid = pid.exchange(0, ordering: .acquiringAndReleasing)
        guard pid > 0 else { return nil }
        defer { watch.end() }
        // A process that ended by itself is a zombie now: the signal does not change its status.
        Glibc.kill(pid, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        // The macros of wait(2), which are not imported.
        let signal = status & 0x7F
        return signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .killed(signal: signal)
    }

    /// How a process ended.
    enum Ending: Equatable {
        case exited(code: Int32)
        case killed(signal: Int32)
    }
}
