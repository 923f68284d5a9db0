internal import Cluster
internal import FoundationEssentials
internal import Preparation
internal import Report
internal import S3
internal import Storage

/// `pushmedia status`: how far batches are; with `--wait`, until one is done.
struct StatusCommand: Command {
    static let name = "status"
    static let summary = "Tell how far the cluster's batches are, or wait for one and settle it."
    static let usage = "status [BATCH]"
    static let options: [Option] =
        [
            .flag(
                "wait", "w",
                help: "Wait until BATCH is done, then write its manifest and report"),
            .format(OutputFormat.allCases), .log,
            .embed, .noReport,
            .flag("quiet", "q", help: "Print nothing but what is wrong"),
        ] + Option.cluster

    static let arguments = CommandDefinition.Arguments.words

    private let batch: String?
    private let waits: Bool
    private let format: OutputFormat
    private let report: ReportForm
    private let isQuiet: Bool
    private let log: EventLog
    private let access: ClusterAccess

    init(_ typed: TypedOptions) throws(UsageError) {
        guard typed.arguments.count <= 1 else { throw UsageError("name one batch") }
        batch = typed.arguments.first?.text
        if let batch, !StreamNames.isName(batch) {
            throw UsageError("\(Console.quoted(batch)) is no batch's name")
        }
        waits = typed.has("wait")
        if waits, batch == nil { throw UsageError("--wait needs the batch's name") }
        format = try typed.format()
        report = try typed.reportForm()
        isQuiet = typed.has("quiet")
        log = try typed.log()
        access = try ClusterAccess(typed)
    }

    func run() async throws -> ExitCode {
        let jetStream = try await access.connect()
        let store = try access.store(connections: 8)
        guard waits, let batch else { return try await list(jetStream, store) }
        return try await wait(for: follower(batch, jetStream, store), store)
    }

    private func follower(
        _ batch: String, _ jetStream: JetStream, _ store: StoreAccess
    ) -> BatchFollower {
        BatchFollower(batch, jetStream, client: store.client, scratch: store.scratch)
    }

    /// One batch as it was when somebody asked.
    private struct Line: Encodable {
        var batch: String
        var total: Int
        var prepared: Int
        var rejected: Int
        var failed: Int

        var text: String {
            "\(batch): \(prepared + rejected + failed) of \(total) done: "
                + "\(prepared) prepared, \(rejected) rejected, \(failed) failed"
        }
    }

    private struct Status: Encodable {
        var batches: [Line]
        /// Of all batches: jobs that wait for a worker, and that one holds.
        var waiting: Int
        var held: Int
    }

    private func list(_ jetStream: JetStream, _ store: StoreAccess) async throws -> ExitCode {
        var names = [batch].compactMap { $0 }
        if names.isEmpty { names = try await BatchFollower.batches(jetStream) }
        var status = Status(batches: [], waiting: 0, held: 0)
        for name in names {
            guard let progress = try await progress(of: name, jetStream, store) else { continue }
            status.batches.append(
                Line(
                    batch: name, total: progress.total, prepared: progress.prepared,
                    rejected: progress.rejected, failed: progress.failed))
        }
        (status.waiting, status.held) = try await jetStream.counts()
        if format == .json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try Console.print(Array(encoder.encode(status)) + [UInt8(ascii: "\n")])
        } else {
            for line in status.batches { try Console.print(line.text) }
            try Console.print(
                "queue: \(status.waiting) jobs waiting, \(status.held) held by workers")
        }
        return .success
    }

    /// Nil where the batch's list is gone, which must not hide the other batches.
    private func progress(
        of name: String, _ jetStream: JetStream, _ store: StoreAccess
    ) async throws -> BatchFollower.Progress? {
        do {
            return try await follower(name, jetStream, store).progress()
        } catch let error as ClusterError where error.kind == .noBatch(name) && batch == nil {
            log.warning(Messages.failure(error))
            return nil
        }
    }

    private func wait(
        for follower: BatchFollower, _ store: StoreAccess
    ) async throws -> ExitCode {
        let progress = ProgressLine(isShown: !isQuiet && log.format == .text)
        let log = log
        let (outcome, stoppedBy) = try await Stoppable(grace: .zero).run {
            defer { progress.clear() }
            do {
                return try await follower.finish {
                    progress.follow($0.done, of: $0.total)
                } onSilence: { waiting, held in
                    progress.clear()
                    log.warning(
                        "nothing was finished for a minute; \(waiting) jobs wait for a worker, "
                            + "\(held) are held by one")
                } as BatchFollower.Outcome?
            } catch is CancellationError {
                return nil
            }
        } onStop: { _ in
        }
        guard let outcome else { return stoppedBy ?? .interrupted }
        let manifest = Manifest(
            assets: outcome.result.assets, skipped: outcome.skipped, ignored: outcome.ignored,
            profile: outcome.options.profile, profileDigest: outcome.options.profileDigest,
            tool: Manifest.Tool(outcome.tools))
        let publication = Publication(
            format: format, report: report, isQuiet: isQuiet,
            place: outcome.output.text)
        try await publication.publish(
            manifest, encodes: outcome.result.encodes, in: store.store(outcome.output))
        return manifest.summary.prepared == outcome.result.assets.count ? .success : .findings
    }
}

extension Manifest.Tool {
    /// Of several workers, whatever one of them has.
    fileprivate init(_ tools: [WorkerTool]) {
        func each(_ value: (WorkerTool) -> String) -> String {
            Set(tools.map(value)).sorted().joined(separator: ", ")
        }
        self.init(
            libvips: each(\.libvips), ffmpeg: each(\.ffmpeg),
            lacking: Set(tools.flatMap(\.lacking)).sorted())
    }
}
