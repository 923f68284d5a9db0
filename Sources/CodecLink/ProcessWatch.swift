internal import CCage
internal import Dispatch
internal import Glibc
internal import Synchronization
internal import WorkQueue

/// Looks after a codec process from its start to its end, whether anybody waits for its answer or not: for system
/// calls that its cage forbids, for how much memory it fills, and for how many threads it has.
///
/// What it finds ends the process. It has a thread of its own, which also starts the process, since that ends
/// with whoever started it.
final class ProcessWatch: Sendable {
    /// Between two looks at its memory: what it can fill meanwhile is little beside any limit.
    private static let interval: Int32 = 25
    /// Decoders, filters and x264 have a dozen.
    private static let mostThreads = 64

    /// In bytes.
    private let memoryLimit: Atomic<Int64>
    /// Where the kernel tells of forbidden system calls, once the process has handed it over.
    let breaches = Mutex<Descriptor?>(nil)
    private let found = Mutex<LinkError?>(nil)
    private let isOver = Atomic<Bool>(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(memoryLimit: Int64) {
        self.memoryLimit = Atomic(memoryLimit)
    }

    /// Allows another amount of memory, in bytes, from now on.
    func limitMemory(to bytes: Int64) { memoryLimit.store(bytes, ordering: .relaxed) }

    /// What it has ended the process for.
    var fault: LinkError? { found.withLock { $0 } }

    /// Starts the program and watches it until `end`; returns its number and the socket's end.
    func start(_ program: String) throws(LinkError) -> (id: pid_t, socket: Int32) {
        let isStarted = DispatchSemaphore(value: 0)
        let started = StartedProcess()
        let hasThread = OwnThread.start { [self] in
            started.start(program)
            isStarted.signal()
            if started.status == 0 { look(after: started.id) }
            hasEnded.signal()
        }
        guard hasThread else {
            hasEnded.signal()
            throw .system(errno: EAGAIN)
        }
        isStarted.wait()
        guard started.status == 0 else { throw .system(errno: -started.status) }
        return (started.id, started.socket)
    }

    /// Stops watching, and waits until nothing is open any more; the process has been reaped.
    func end() {
        isOver.store(true, ordering: .releasing)
        hasEnded.wait()
    }

    private func look(after id: pid_t) {
        while !isOver.load(ordering: .acquiring) {
            let descriptor = breaches.withLock { $0 }
            var waiting = pollfd(
                fd: descriptor?.number ?? -1, events: Int16(POLLIN), revents: 0)
            _ = unsafe poll(&waiting, 1, Self.interval)
            let isBreach = waiting.revents & Int16(POLLIN) != 0
            if let fault = isBreach ? breach(waiting.fd) : fault(of: id) {
                found.withLock { $0 = fault }
                if !isOver.load(ordering: .acquiring) { kill(id, SIGKILL) }
            } else if waiting.revents == 0 {
                continue
            }
            // It has ended, or will at once.
            break
        }
        breaches.withLock { $0 = nil }
        waitForEnd()
    }

    /// The process ends with this thread, but whoever reaps it must find how it ended.
    private func waitForEnd() {
        while !isOver.load(ordering: .acquiring) { _ = poll(nil, 0, Self.interval) }
    }

    private func fault(of id: pid_t) -> LinkError? {
        guard let state = ProcessState(id) else { return nil }
        if state.memory > memoryLimit.load(ordering: .relaxed) { return .tooMuchMemory }
        return state.threads > Self.mostThreads ? .breach("clone, \(state.threads) threads") : nil
    }

    private func breach(_ breaches: Int32) -> LinkError {
        var call: Int32 = -1
        let status = unsafe cage_breach(breaches, &call)
        // It may have been ended in between.
        guard status == 0, let name = unsafe cage_call_name(call) else { return .breach("?") }
        defer { unsafe free(name) }
        return .breach(unsafe String(cString: name))
    }
}

/// What came of starting a program.
private final class StartedProcess: Sendable {
    private let outcome = Mutex<(status: Int32, id: pid_t, socket: Int32)>((0, 0, -1))

    var status: Int32 { outcome.withLock { $0.status } }
    var id: pid_t { outcome.withLock { $0.id } }
    var socket: Int32 { outcome.withLock { $0.socket } }

    func start(_ program: String) {
        var end: Int32 = -1
        var id: pid_t = 0
        let status = unsafe cage_spawn(program, &end, &id)
        outcome.withLock { $0 = (status, id, end) }
    }
}

/// An open descriptor, closed when nobody holds it any more.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit { close(number) }
}
