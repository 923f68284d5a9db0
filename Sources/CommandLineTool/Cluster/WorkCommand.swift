internal import AttachmentRules
internal import Cluster
internal import CodecLink
internal import Metrics
internal import Preparation
internal import Storage
internal import WorkQueue

/// `pushmedia work`: a worker of the cluster.
struct WorkCommand: Command {
    static let name = "work"
    static let summary = "Work on the cluster's jobs until it is stopped."
    static let usage = "work"
    static let options: [Option] =
        [
            .jobs,
            .value(
                "idle", nil, "S", kind: .real,
                help: "End once the queue was empty for so many seconds"),
            .value(
                "deliveries", nil, "N", kind: .integer,
                help: "Attempts at a job before it is given up (default: 5)"),
            .value(
                "lease", nil, "S", kind: .real,
                help: "Silence of a worker before its jobs go to others (default: 60)"),
            .value(
                "listen", nil, "ADDR:PORT", help: "Answer GET /healthz and /metrics there"),
            .grace, .log,
            .flag("quiet", "q", help: "Print nothing but what is wrong"),
        ] + Option.processLimits.under(.limits) + Option.cluster

    static let arguments = CommandDefinition.Arguments.none

    private let jobs: Int?
    private let idle: Duration?
    private let deliveries: Int
    private let lease: Duration?
    private let listen: ListenAddress?
    private let grace: Duration?
    private let log: EventLog
    private let isQuiet: Bool
    private let conditions: CodecConditions
    private let access: ClusterAccess

    init(_ typed: TypedOptions) throws(UsageError) {
        guard typed.arguments.isEmpty else { throw UsageError("work takes options alone") }
        jobs = try typed.count("jobs", in: 1...256)
        idle = try typed.seconds("idle", in: 0...86_400).map { .seconds($0) }
        deliveries = try typed.count("deliveries", in: 1...1_000) ?? 5
        lease = try typed.seconds("lease", in: 1...86_400).map { .seconds($0) }
        listen = try typed.listenAddress()
        grace = try typed.grace()
        log = try typed.log()
        isQuiet = typed.has("quiet")
        conditions = try typed.conditions()
        access = try ClusterAccess(typed)
    }

    func run() async throws -> ExitCode {
        let jetStream = try await access.connect()
        let setup = StreamSetup(replicas: access.replicas, lease: lease)
        try await jetStream.prepareStreams(setup)
        let lease = try await jetStream.prepareConsumer(setup)
        let options = PreparationOptions(profile: try Profile.named("ios"))
        let lanes = CodecProgram.lanes(
            CodecProgram.laneCount(jobs: jobs, files: .max), options, conditions)
        // While some jobs are fetched or stored, others are worked on.
        let width = 2 * lanes.count
        let store = try access.store(connections: width)
        let (versions, cage) = try await CodecProgram.start(lanes, conditions.cage, log)
        let queue = JetStreamQueue(jetStream, width: width, idle: idle)
        let events = WorkerLog(log, isShown: !isQuiet)
        let metrics = WorkerMetrics(lanes: lanes.count, client: store.client)
        let server = try listen.map { address in
            try MetricsServer(address, registry: metrics.registry) {
                jetStream.isConnected ? .well : .unwell("the queue is not connected")
            }
        }
        defer { server?.stop() }
        let worker = Worker(
            queue,
            lanes: LanePool(
                lanes, patience: conditions.patience, maxMemory: conditions.maxMemory),
            client: store.client, probe: store.probe, scratch: store.scratch,
            tool: WorkerTool(versions, cage),
            versions: versions, lease: lease, deliveries: deliveries,
            onEvent: { event in
                events.note(event)
                metrics.note(event)
            })
        events.began(lanes: lanes.count, port: server?.port)
        let (_, stoppedBy) = try await Stoppable(grace: grace).run {
            try await worker.run(width: width)
        } onStop: { code in
            events.interrupted(by: code)
            queue.close()
        }
        let code = stoppedBy ?? .success
        events.ended(code)
        return code
    }
}

extension TypedOptions {
    fileprivate func listenAddress() throws(UsageError) -> ListenAddress? {
        guard let typed = text("listen")?.text else { return nil }
        guard let address = ListenAddress(typed) else {
            throw UsageError("--listen takes ADDRESS:PORT, not \(Console.quoted(typed))")
        }
        return address
    }
}
