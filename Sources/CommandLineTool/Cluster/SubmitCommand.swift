internal import AttachmentRules
internal import Cluster
internal import FoundationEssentials
internal import Preparation
internal import S3
internal import Storage

/// `pushmedia submit`: puts a batch into the cluster's queue.
struct SubmitCommand: Command {
    static let name = "submit"
    static let summary = "Queue a batch for workers: one job for each source."
    static let usage = "submit s3://BUCKET/PREFIX... --out s3://BUCKET/PREFIX"
    static let options: [Option] =
        [
            .value("out", "o", "URL", help: "Where the attachments go"),
            .value(
                "batch", nil, "NAME",
                help: "What the batch is called (default: made of what is asked for)"),
        ] + Option.preparation + [.profileFile] + Option.sourceLimits.under(.limits) + [
            .format(OutputFormat.allCases), .log,
            .flag("quiet", "q", help: "Print nothing but the batch's name"),
        ] + Option.cluster

    static let arguments = CommandDefinition.Arguments.words

    private static let mostProfileBytes = 32_000

    private let sources: [S3Address]
    private let output: S3Address
    private let preparation: PreparationOptions
    private let batch: String?
    private let format: OutputFormat
    private let isQuiet: Bool
    private let access: ClusterAccess

    init(_ typed: TypedOptions) throws(UsageError) {
        guard let output = typed.text("out"), !output.isEmpty else {
            throw UsageError("--out s3://BUCKET/PREFIX is missing")
        }
        guard !typed.arguments.isEmpty else {
            throw UsageError("there are no sources: name s3://BUCKET/PREFIX")
        }
        sources = try typed.addresses(typed.arguments)
        self.output = try TypedOptions.address(output, of: "--out")
        preparation = try typed.preparation()
        // Each job tells it to its worker.
        guard preparation.profile.ownDocuments.allSatisfy({ $0.count <= Self.mostProfileBytes })
        else { throw UsageError("--profile-file: a batch takes one of at most 32 kB") }
        batch = typed.text("batch")?.text
        if let batch, !StreamNames.isName(batch) {
            throw UsageError(
                "--batch takes up to 64 letters, digits, - and _, not \(Console.quoted(batch))")
        }
        format = try typed.format()
        isQuiet = typed.has("quiet")
        access = try ClusterAccess(typed)
    }

    func run() async throws -> ExitCode { try await Stoppable.atOnce(submit) }

    private func submit() async throws -> ExitCode {
        let jetStream = try await access.connect()
        try await jetStream.prepareStreams(StreamSetup(replicas: access.replicas))
        let store = try access.store(connections: 2)
        let submission = Submission(
            of: sources, to: output, options: preparation, batch: batch, jetStream,
            client: store.client, scratch: store.scratch)
        let summary: Submission.Summary
        do {
            summary = try await submission.submit()
        } catch let fault as S3Discovery.Fault {
            throw Messages.usageError(for: fault)
        }
        try Console.print(try text(of: summary))
        return .success
    }

    private func text(of summary: Submission.Summary) throws -> String {
        if isQuiet { return summary.batch }
        guard format == .text else {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(summary), as: UTF8.self)
        }
        var text =
            "batch \(summary.batch): \(summary.total) sources, \(summary.added) put into the queue"
        if summary.ignored > 0 { text += ", \(summary.ignored) hidden files ignored" }
        if summary.skipped > 0 { text += ", \(summary.skipped) objects skipped" }
        return text
    }
}
