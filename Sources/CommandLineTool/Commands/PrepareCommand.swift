internal import AttachmentRules
internal import Cluster
internal import CodecLink
internal import Ledger
internal import Preparation
internal import Report
internal import S3
internal import Storage

/// `pushmedia prepare`: sources in, attachments out.
struct PrepareCommand: Command {
    static let name = "prepare"
    static let summary =
        "Turn campaign media into attachments that satisfy every rule of a profile."
    static let usage = "prepare SOURCE... --out DIR"
    static let options: [Option] = own + Option.limits

    private static let own: [Option] =
        [
            .value(
                "out", "o", "DIR", names: .folder,
                help: "Where the attachments go; created if needed"),
            .jobs, .follow,
        ] + Option.preparation + [
            .profileFile,
            .format(OutputFormat.allCases),
            .flag("dry-run", "n", help: "Say what would be done, and write nothing"),
            .flag("force", help: "Prepare everything anew"),
            .embed, .noReport,
            .grace, .log,
            .flag("quiet", "q", help: "Print nothing but what is wrong"),
            .flag("verbose", "v", help: "Tell on stderr how it works, and of each file as it ends"),
        ]

    private let sources: [BytePath]
    private let output: BytePath
    private let preparation: PreparationOptions
    private let jobs: Int?
    private let followsLinks: Bool
    private let format: OutputFormat
    private let conditions: CodecConditions
    private let isDryRun: Bool
    private let isForced: Bool
    private let report: ReportForm
    private let isQuiet: Bool
    private let isVerbose: Bool
    private let grace: Duration?
    private let log: EventLog

    init(_ typed: TypedOptions) throws(UsageError) {
        guard let output = typed.text("out"), !output.isEmpty else {
            throw UsageError("--out DIR is missing")
        }
        // SQLite's name of the ledger is text.
        guard BytePath(output.text) == output else {
            throw UsageError("--out must be a name in UTF-8, not \(Console.quoted(output.text))")
        }
        guard !typed.arguments.isEmpty else {
            throw UsageError("there are no sources: name files or folders")
        }
        self.sources = typed.arguments
        self.output = output
        preparation = try typed.preparation()
        jobs = try typed.count("jobs", in: 1...256)
        followsLinks = typed.has("follow")
        format = try typed.format()
        conditions = try typed.conditions()
        isDryRun = typed.has("dry-run")
        isForced = typed.has("force")
        report = try typed.reportForm()
        try typed.checkDetail()
        isQuiet = typed.has("quiet")
        isVerbose = typed.has("verbose")
        grace = try typed.grace()
        log = try typed.log()
    }

    func run() async throws -> ExitCode {
        let most = CodecProgram.laneCount(jobs: jobs, files: .max)
        let access = try StoreAccess.needed(by: sources + [output], connections: 2 * most)
        let discovery = try await SourceArguments.discover(
            sources, output: output, followsLinks: followsLinks, access)
        let lanes = CodecProgram.lanes(
            min(most, discovery.sources.count), preparation, conditions)
        if isDryRun { return try await rehearse(discovery, lanes[0], access) }
        guard let address = S3Address(output.text), let access else {
            let store = try DirectoryStore(root: output)
            let ledger = try Ledger(directory: output.text)
            return try await prepare(discovery, lanes, store, ledger, access)
        }
        let store = access.store(address)
        let ledger = try await S3Ledger.open(in: store)
        defer { ledger.remove() }
        let code = try await prepare(discovery, lanes, store, ledger.ledger, access)
        try await ledger.save()
        return code
    }

    private func prepare(
        _ discovery: Discovery, _ lanes: [CodecLane], _ store: some ObjectStore,
        _ ledger: Ledger, _ access: StoreAccess?
    ) async throws -> ExitCode {
        let (versions, cage) = try await CodecProgram.start(lanes, conditions.cage, log)
        let progress = ProgressLine(isShown: !isQuiet && log.format == .text)
        let events = BatchLog(log)
        let clock = BatchClock()
        // Programs are told the same by the events.
        let verbose = isVerbose && log.format == .text
        if verbose {
            progress.tell(VerboseText.start(lanes: lanes.count, conditions, cage))
        }
        var batch = Batch(
            options: preparation, store: store, ledger: ledger,
            lanes: LanePool(
                lanes, patience: conditions.patience, maxMemory: conditions.maxMemory),
            settings: preparation.settings(versions: versions),
            onEvent: { event in
                let lap = clock.note(event)
                progress.note(event)
                events.note(event, lap)
                if verbose, case .finished(_, let asset, let encodes) = event {
                    progress.tell(VerboseText.line(asset, encodes: encodes, lap))
                }
            })
        batch.force = isForced
        if let access {
            batch.opener = access.opener
            // While some sources are fetched or stored, others are worked on.
            batch.width = 2 * lanes.count
        }
        let (result, stoppedBy) = try await Stoppable(grace: grace).run { [batch] in
            defer { progress.clear() }
            return try await batch.run(discovery.sources)
        } onStop: { code in
            events.interrupted(by: code)
            await ledger.close()
        }
        let manifest = Manifest(
            assets: result.assets, skipped: discovery.skipped, ignored: discovery.ignored,
            profile: preparation.profile, profileDigest: preparation.profileDigest,
            tool: Manifest.Tool(
                libvips: versions.libvips, ffmpeg: versions.ffmpeg, lacking: cage.missing))
        try await Publication(
            format: format, report: report, isQuiet: isQuiet, times: clock.times,
            place: output.text
        ).publish(
            manifest, encodes: result.encodes,
            sources: PageSource.all(of: discovery.sources, from: outputFolder),
            in: store)
        let isEverythingReady = manifest.summary.prepared == result.assets.count
        let code = stoppedBy ?? (isEverythingReady ? .success : .findings)
        events.ended(manifest.summary, code, after: clock.times.elapsed)
        return code
    }

    /// Where the report lies, with its links resolved; nil in a store.
    private var outputFolder: BytePath? {
        S3Address(output.text) == nil ? try? output.resolved() : nil
    }

    /// Says for every source what would be done.
    private func rehearse(
        _ discovery: Discovery, _ lane: CodecLane, _ access: StoreAccess?
    ) async throws -> ExitCode {
        var isEverythingTaken = true
        _ = try await CodecProgram.start([lane], conditions.cage, log)
        var inspections: [Inspection] = []
        for source in discovery.sources {
            let inspection = try await Inspection.of(
                source, options: preparation, opener: access?.opener ?? SourceOpener(),
                in: lane)
            if inspection.reason != nil { isEverythingTaken = false }
            inspections.append(inspection)
        }
        try Console.print(
            InspectionListing(inspections, skipped: discovery.skipped).encoded(
                format, width: Screen.standardOutput.width))
        return isEverythingTaken ? .success : .findings
    }
}
