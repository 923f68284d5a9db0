internal import AttachmentRules
internal import CodecLink
internal import Ledger
internal import Preparation
internal import Report
internal import Storage

/// `pushmedia prepare`: sources in, attachments out.
struct PrepareCommand: Command {
    static let name = "prepare"
    static let summary =
        "Turn campaign media into attachments that satisfy every rule of a profile."
    static let usage = "prepare SOURCE... --out DIR"
    static let options: [Option] = own + Option.limits

    private static let own: [Option] = [
        .value("out", "o", "DIR", help: "Where the attachments go; created if needed"),
        .profile, .jobs, .follow,
        .value("fit", nil, "inside|cover|contain", help: "How pictures meet the box"),
        .value(
            "background", nil, "RRGGBB",
            help: "Colour around contained pictures and under what is transparent"),
        .value(
            "allow", nil, "TYPE,...",
            help: "Take svg, jxl or jp2, whose loaders libvips does not trust"),
        .animation,
        .flag("repair", help: "Publish what is left of damaged pictures, with a finding"),
        .flag("drop-silence", help: "Leave out a video's sound in which nothing is heard"),
        .value("start", nil, "S", kind: .real, help: "Begin videos and sounds at this second"),
        .value(
            "loudness", nil, "LUFS", kind: .real,
            help: "Bring every sound to this loudness (EBU R128), from -30 to -5"),
        .format(OutputFormat.allCases),
        .flag("dry-run", "n", help: "Say what would be done, and write nothing"),
        .flag("force", help: "Prepare everything anew"),
        .flag("no-report", help: "Write no report.html"),
        .grace, .log,
        .flag("quiet", "q", help: "Print nothing but what is wrong"),
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
    private let writesReport: Bool
    private let isQuiet: Bool
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
        var preparation = PreparationOptions(
            profile: try typed.limitedProfile(),
            fit: try typed.choice("fit", PictureRecipe.Fit.allCases) ?? .inside,
            start: try typed.seconds("start", in: 0...86_400) ?? 0,
            background: try typed.colour("background"), allowed: try typed.allowed(),
            repairs: typed.has("repair"), dropsSilence: typed.has("drop-silence"),
            animation: try typed.animation(), loudness: try typed.loudness())
        preparation.maxOutputBytes = try typed.maxOutputBytes()
        self.preparation = preparation
        jobs = try typed.count("jobs", in: 1...256)
        followsLinks = typed.has("follow")
        format = try typed.format()
        conditions = try typed.conditions()
        isDryRun = typed.has("dry-run")
        isForced = typed.has("force")
        writesReport = !typed.has("no-report")
        isQuiet = typed.has("quiet")
        grace = try typed.grace()
        log = try typed.log()
    }

    func run() async throws -> ExitCode {
        let discovery: Discovery
        do throws(Discovery.Fault) {
            discovery = try Discovery.of(sources, output: output, followsLinks: followsLinks)
        } catch {
            throw Messages.usageError(for: error)
        }
        let lanes = CodecProgram.lanes(
            CodecProgram.laneCount(jobs: jobs, files: discovery.sources.count), preparation,
            conditions)
        if isDryRun { return try await rehearse(discovery, lanes[0]) }
        return try await prepare(discovery, lanes)
    }

    private func prepare(_ discovery: Discovery, _ lanes: [CodecLane]) async throws -> ExitCode {
        let store = try DirectoryStore(root: output)
        let ledger = try Ledger(directory: output.text)
        let (versions, cage) = try await CodecProgram.start(lanes, conditions.cage, log)
        let progress = ProgressLine(isShown: !isQuiet && log.format == .text)
        let events = BatchLog(log)
        var batch = Batch(
            options: preparation, store: store, ledger: ledger,
            lanes: LanePool(
                lanes, patience: conditions.patience, maxMemory: conditions.maxMemory),
            settings: preparation.settings(versions: versions),
            onEvent: { event in
                progress.note(event)
                events.note(event)
            })
        batch.force = isForced
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
        try publish(manifest, encodes: result.encodes, in: store)
        let isEverythingReady = manifest.summary.prepared == result.assets.count
        let code = stoppedBy ?? (isEverythingReady ? .success : .findings)
        events.ended(manifest.summary, code)
        return code
    }

    private func publish(
        _ manifest: Manifest, encodes: [String: Int], in store: DirectoryStore
    ) throws {
        let bytes = try manifest.encoded()
        try store.replaceContents(of: BytePath(Manifest.fileName), with: bytes)
        if writesReport {
            try store.replaceContents(
                of: BytePath(Page.fileName), with: Page(manifest, encodes: encodes).encoded())
        }
        if format == .json {
            try Console.print(bytes)
        } else if isQuiet {
            let faults = ResultTable(manifest, encodes: encodes).faults
            if !faults.isEmpty { try Console.print(faults) }
        } else {
            try Console.print(ResultTable(manifest, encodes: encodes).text)
            let ignored = manifest.summary.ignored
            if ignored > 0 { try Console.print(IgnoredText.line(ignored)) }
            let report = writesReport ? Page.fileName : Manifest.fileName
            try Console.print("\nReport: \(Console.quoted(output.appending(report).text))")
        }
    }

    /// Says for every source what would be done.
    private func rehearse(_ discovery: Discovery, _ lane: CodecLane) async throws -> ExitCode {
        var isEverythingTaken = true
        _ = try await CodecProgram.start([lane], conditions.cage, log)
        var inspections: [Inspection] = []
        for source in discovery.sources {
            let inspection = try await Inspection.of(
                source, options: preparation, in: lane)
            if inspection.reason != nil { isEverythingTaken = false }
            inspections.append(inspection)
        }
        try Console.print(
            InspectionListing(inspections, skipped: discovery.skipped).encoded(format))
        return isEverythingTaken ? .success : .findings
    }
}
