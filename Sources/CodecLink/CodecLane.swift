package import AttachmentRules
internal import Glibc
internal import WorkQueue

/// How long a codec process may take.
package struct CodecPatience: Sendable, Equatable {
    /// For all requests of one asset together, whatever they report.
    package var deadline: Duration
    /// Between two signs of life.
    package var stall: Duration
    /// Until a new process is ready: no file is to blame if that takes long on a busy machine.
    package var start: Duration

    package init(
        deadline: Duration = .seconds(120), stall: Duration = .seconds(20),
        start: Duration = .seconds(60)
    ) {
        self.deadline = deadline
        self.stall = stall
        self.start = start
    }
}

/// Why a request got no answer: our side's fault, not the input's.
package enum CodecFailure: Error, Equatable {
    /// The process ended in the middle of the work.
    case crashed(String)
    /// It said nothing for too long, or took too long in all.
    case stalled(Duration)
    case late(Duration)
    /// It was ended because nobody wanted the result any more.
    case interrupted
    /// The program could not be started at all.
    case unreachable(errno: Int32)
    /// It answered what no codec process of this version answers.
    case malformed
    /// It tried a system call that its cage forbids: the name, or a question mark.
    case forbidden(call: String)
    /// It filled more than so many bytes of memory.
    case outOfMemory(limit: Int64)

    /// What a request means that had no time left, or whose task was cancelled, before it was made.
    package static func outOfTime(_ patience: CodecPatience) -> CodecFailure {
        Task.isCancelled ? .interrupted : .late(patience.deadline)
    }
}

/// One lane's codec process: started when first needed, kept across jobs, replaced when it fails.
///
/// Every failure ends the process, so that the next request meets a fresh one. Calls block the lane's
/// own thread, never the cooperative pool.
package actor CodecLane {
    package typealias Answer<Value> = Result<Value, any Error>

    private let executor: ThreadExecutor
    private let program: String
    private(set) var limits: CodecLimits
    private let patience: CodecPatience
    private var process: CodecProcess?
    private var deadline = ContinuousClock.now
    /// In bytes, for the current process and those that follow.
    private var memoryLimit: Int64
    private var expectedCage: Cage?
    private let running = RunningProcess()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// - Parameter memoryLimit: how much memory the process may fill, in bytes.
    package init(
        program: String, limits: CodecLimits, patience: CodecPatience,
        memoryLimit: Int64 = .max, label: String
    ) {
        self.executor = ThreadExecutor(label: label)
        self.program = program
        self.limits = limits
        self.patience = patience
        self.memoryLimit = memoryLimit
    }

    /// What the codec runs on, and in what cage; starts the process.
    ///
    /// Throws `CodecFailure`, or `Refusal` where its libraries do not start. Cancelling the task ends the process.
    package nonisolated func start() async throws -> (versions: CodecVersions, cage: Cage) {
        try await withTaskCancellationHandler {
            try await begin()
        } onCancel: {
            running.cancel()
        }
    }

    private func begin() throws -> (versions: CodecVersions, cage: Cage) {
        running.begin(try started())
        defer { running.end() }
        if Task.isCancelled { throw fail(.interrupted) }
        return try greet()
    }

    private func greet() throws -> (versions: CodecVersions, cage: Cage) {
        let reply = try exchange(
            .start(limits), descriptors: [], started(), until: nil, stall: patience.start
        ) { _ in }
        if case .refused(let refusal) = reply { throw refusal }
        guard case .ready(let versions, var cage) = reply else { throw fail(.malformed) }
        cage.isMeasured = process.flatMap { ProcessState($0.id) } != nil
        // A process that says something else of the same kernel is none of ours.
        if let expectedCage, cage != expectedCage { throw fail(.malformed) }
        return (versions, cage)
    }

    /// Sets the deadline of all requests that follow, until the next asset.
    package func beginAsset() {
        deadline = .now + patience.deadline
    }

    /// Holds the process to other limits.
    ///
    /// Those of a process that runs are settled, so it is replaced when the next request is made.
    package func hold(to limits: CodecLimits) {
        guard limits != self.limits else { return }
        stop()
        self.limits = limits
    }

    /// Probes an open file.
    ///
    /// Throws `Refusal` or `CodecFailure`.
    package nonisolated func probe(
        _ probe: Probe, input: Int32, onProgress: @Sendable (Double) -> Void = { _ in }
    ) async throws -> Facts {
        let reply = try await ask(.probe(probe), descriptors: [input], onProgress)
        guard case .facts(let facts) = reply, facts.isPlausible(for: probe) else {
            throw await distrust()
        }
        return facts
    }

    /// Renders an open file into an empty one.
    ///
    /// Throws `Refusal` or `CodecFailure`.
    package nonisolated func render(
        _ render: Render, input: Int32, output: Int32,
        onProgress: @Sendable (Double) -> Void = { _ in }
    ) async throws -> Rendering {
        let reply = try await ask(.render(render), descriptors: [input, output], onProgress)
        guard case .rendered(let rendering) = reply, rendering.isPlausible else {
            throw await distrust()
        }
        return rendering
    }

    /// Takes no process whose cage is another than this one, which was looked at.
    package func expect(_ cage: Cage) {
        expectedCage = cage
    }

    /// Holds the process to another amount of memory, in bytes.
    package func limitMemory(to bytes: Int64) {
        memoryLimit = bytes
        process?.watch.limitMemory(to: bytes)
    }

    /// Ends the process, if there is one.
    ///
    /// The next request starts another.
    package func stop() {
        process?.end()
        process = nil
    }

    /// Cancelling the task ends the process at once.
    nonisolated func ask(
        _ request: CodecRequest, descriptors: [Int32], _ onProgress: @Sendable (Double) -> Void
    ) async throws -> CodecReply {
        try await withTaskCancellationHandler {
            try await perform(request, descriptors, onProgress)
        } onCancel: {
            running.cancel()
        }
    }

    private func perform(
        _ request: CodecRequest, _ descriptors: [Int32], _ onProgress: @Sendable (Double) -> Void
    ) throws -> CodecReply {
        // What it did after its last answer is no fault of this request.
        if process?.watch.fault != nil { stop() }
        let isFresh = process == nil
        let process = try started()
        // Before the first message: a program that does not even start can be cancelled as well.
        running.begin(process)
        defer { running.end() }
        if Task.isCancelled { throw fail(.interrupted) }
        if isFresh { _ = try greet() }
        let reply = try exchange(
            request, descriptors: descriptors, process, until: deadline, stall: patience.stall,
            onProgress)
        if case .refused(let refusal) = reply {
            guard refusal.isPlausible else { throw fail(.malformed) }
            throw refusal
        }
        return reply
    }

    func started() throws -> CodecProcess {
        if let process { return process }
        do throws(LinkError) {
            let started = try CodecProcess(program: program, memoryLimit: memoryLimit)
            process = started
            return started
        } catch {
            guard case .system(let errno) = error else {
                throw CodecFailure.unreachable(errno: EIO)
            }
            throw CodecFailure.unreachable(errno: errno)
        }
    }

    func exchange(
        _ request: CodecRequest, descriptors: [Int32], _ process: CodecProcess,
        until deadline: ContinuousClock.Instant?, stall: Duration,
        _ onProgress: (Double) -> Void
    ) throws -> CodecReply {
        var flood = Flood()
        do throws(LinkError) {
            try process.socket.send(
                request, descriptors: descriptors, until: patience(deadline, stall))
            while true {
                let reply = try process.socket.receive(
                    CodecReply.self, until: patience(deadline, stall))
                try process.take(reply.descriptors, of: reply.message)
                guard case .progress(let fraction) = reply.message else { return reply.message }
                if let deadline, ContinuousClock.now >= deadline { throw LinkError.silent }
                try flood.count()
                // The other program is not trusted to give a share.
                onProgress(fraction.isFinite ? min(max(fraction, 0), 1) : 0)
            }
        } catch {
            throw fail(failure(of: error, deadline: deadline, stall: stall))
        }
    }

    /// Until when to wait for the next sign of life.
    private func patience(
        _ deadline: ContinuousClock.Instant?, _ stall: Duration
    ) -> ContinuousClock.Instant {
        let silence = ContinuousClock.now + stall
        return min(silence, deadline ?? silence)
    }

    private func failure(
        of error: LinkError, deadline: ContinuousClock.Instant?, stall: Duration
    ) -> CodecFailure {
        if running.isCancelled { return .interrupted }
        switch process?.watch.fault ?? error {
        case .silent:
            let isLate = deadline.map { ContinuousClock.now >= $0 } ?? false
            return isLate ? .late(patience.deadline) : .stalled(stall)
        case .malformed: return .malformed
        case .breach(let call): return .forbidden(call: call)
        case .tooMuchMemory: return .outOfMemory(limit: memoryLimit)
        case .closed: return .crashed("")
        case .system(let errno): return .crashed("errno \(errno)")
        }
    }

    /// Ends a process that gave an answer to another question.
    func distrust() -> CodecFailure { fail(.malformed) }

    /// Ends the process that failed; returns the failure, with how it ended if it ended by itself.
    private func fail(_ failure: CodecFailure) -> CodecFailure {
        let ending = process?.end()
        process = nil
        guard case .crashed("") = failure, let ending else { return failure }
        return switch ending {
        case .exited(let code): .crashed("exit code \(code)")
        case .killed(SIGSYS): .forbidden(call: "?")
        case .killed(let signal): .crashed("signal \(signal)")
        }
    }
}
