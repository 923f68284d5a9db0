package import AttachmentRules
internal import Glibc
internal import Synchronization

/// The work that a codec process does for its orchestrator.
///
/// Descriptors stay the server's. Progress returns false when nobody wants the result any more.
package protocol CodecWork {
    mutating func start(_ limits: CodecLimits) throws(Refusal) -> CodecVersions
    func probe(
        _ probe: Probe, input: Int32, progress: @escaping @Sendable (Double) -> Bool
    ) throws(Refusal) -> Facts
    func render(
        _ render: Render, input: Int32, output: Int32,
        progress: @escaping @Sendable (Double) -> Bool
    ) throws(Refusal) -> Rendering
}

/// The codec process's end of the socket: one request at a time until the orchestrator hangs up.
package enum CodecServer {
    /// Serves on the inherited socket and returns when the orchestrator is gone.
    package static func run(_ work: some CodecWork) {
        var work = work
        let socket = CodecSocket.inherited()
        guard (try? start(&work, on: socket)) != nil else { return }
        guard endWithOrchestrator(socket) else { return }
        while let (request, descriptors) = try? socket.receive(CodecRequest.self) {
            let reply = answer(request, descriptors, with: work, on: socket)
            for descriptor in descriptors { close(descriptor) }
            guard (try? socket.send(reply)) != nil else { return }
        }
    }

    /// Starts the libraries and closes the cage, in this order: before, they load what they need from files;
    /// after, the first bytes of media may come.
    private static func start(_ work: inout some CodecWork, on socket: CodecSocket) throws {
        let (request, descriptors) = try socket.receive(CodecRequest.self)
        guard let limits = request.limits, descriptors.isEmpty else { throw LinkError.malformed }
        do throws(Refusal) {
            let versions = try work.start(limits)
            let (cage, breaches) = try cage(request, limits)
            defer { breaches.map { _ = Glibc.close($0) } }
            try? socket.send(
                CodecReply.ready(versions, cage), descriptors: breaches.map { [$0] } ?? [])
        } catch {
            try socket.send(CodecReply.refused(error))
            throw error
        }
    }

    private static func cage(
        _ request: CodecRequest, _ limits: CodecLimits
    ) throws(Refusal) -> (cage: Cage, breaches: Int32?) {
        #if DEBUG
            if case .startWithoutFilter = request {
                return try Cage.closeWithoutFilter(maxFileBytes: limits.maxOutputBytes)
            }
            if case .startBesideThread = request { _ = OwnThread.start { _ = pause() } }
        #endif
        return try Cage.close(maxFileBytes: limits.maxOutputBytes)
    }

    private static func answer(
        _ request: CodecRequest, _ descriptors: [Int32], with work: some CodecWork,
        on socket: CodecSocket
    ) -> CodecReply {
        let progress = reporter(on: socket)
        do throws(Refusal) {
            switch (request, descriptors.count) {
            case (.probe(let probe), 1):
                return .facts(try work.probe(probe, input: descriptors[0], progress: progress))
            case (.render(let render), 2):
                return .rendered(
                    try work.render(
                        render, input: descriptors[0], output: descriptors[1], progress: progress))
            #if DEBUG
                case (.attack(let attack), _):
                    return attack.carryOut(with: descriptors, on: socket)
            #endif
            default:
                throw Refusal(
                    reason: .internal, stage: "open",
                    message: "\(descriptors.count) descriptors came with a request")
            }
        } catch {
            return .refused(error)
        }
    }

    /// Sends progress, at most ten times a second: each message wakes both programs.
    private static func reporter(on socket: CodecSocket) -> @Sendable (Double) -> Bool {
        let due = Mutex(ContinuousClock.now)
        return { fraction in
            let now = ContinuousClock.now
            let isDue = due.withLock { due in
                guard now >= due else { return false }
                due = now + .milliseconds(100)
                return true
            }
            return !isDue || (try? socket.send(CodecReply.progress(fraction))) != nil
        }
    }

    /// Ends this process as soon as the orchestrator's end of the socket is closed, also in the middle of
    /// a long call into C: nobody wants that work any more.
    ///
    /// False if there is no thread for that.
    private static func endWithOrchestrator(_ socket: CodecSocket) -> Bool {
        OwnThread.start {
            // Whatever the outcome, there is nobody left to answer.
            try? socket.waitForHangUp()
            // No exit handlers: the main thread may be inside a library that they would take apart.
            _exit(0)
        }
    }
}
