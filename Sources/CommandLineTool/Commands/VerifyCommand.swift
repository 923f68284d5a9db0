internal import AttachmentRules
internal import FoundationEssentials
internal import Preparation
internal import Report
internal import Storage

/// `pushmedia verify`: a gate for attachments.
struct VerifyCommand: Command {
    static let name = "verify"
    static let summary = "Check files against every rule of a profile; exit 0 only if all comply."
    static let usage = "verify PATH..."
    static let options: [Option] =
        [
            .profile, .profileFile, .jobs, .follow, .format(OutputFormat.allCases),
            .value("output", "o", "FILE", help: "Write the result to FILE instead of stdout"),
        ] + Option.limits

    private let paths: [BytePath]
    private let profile: Profile
    private let conditions: CodecConditions
    private let jobs: Int?
    private let followsLinks: Bool
    private let format: OutputFormat
    private let output: BytePath?

    init(_ typed: TypedOptions) throws(UsageError) {
        guard !typed.arguments.isEmpty else {
            throw UsageError("there is nothing to verify: name files or folders")
        }
        paths = typed.arguments
        profile = try typed.limitedProfile()
        conditions = try typed.conditions()
        jobs = try typed.count("jobs", in: 1...256)
        followsLinks = typed.has("follow")
        format = try typed.format()
        output = typed.text("output")
    }

    func run() async throws -> ExitCode {
        let access = try StoreAccess.needed(
            by: paths, connections: CodecProgram.laneCount(jobs: jobs, files: .max))
        let discovery = try await SourceArguments.discover(
            paths, followsLinks: followsLinks, access)
        let files = discovery.sources.filter { !Self.isOwn($0, discovery) }
        guard !files.isEmpty else { throw UsageError("there is no file to verify") }
        let lanes = CodecProgram.lanes(
            CodecProgram.laneCount(jobs: jobs, files: files.count),
            PreparationOptions(profile: profile), conditions)
        // A codec program that does not run at all must not be taken for a fault of the files.
        _ = try await CodecProgram.start(lanes, conditions.cage)
        let verdicts = try await Verifier(
            profile: profile, lanes: lanes, opener: access?.opener ?? SourceOpener()
        ).verify(files)
        let verification = Verification(
            verdicts, skipped: discovery.skipped, ignored: discovery.ignored, profile: profile)
        let bytes =
            switch format {
            case .text: Array(verification.text.utf8)
            case .json: try verification.encoded()
            }
        if let output {
            try Console.write(bytes, toFile: output)
        } else {
            try Console.print(bytes)
        }
        return verification.isCompliant ? .success : .findings
    }

    /// A folder that `prepare` made holds two files of its own besides the attachments and the ledger.
    private static func isOwn(_ file: Source, _ discovery: Discovery) -> Bool {
        guard [Manifest.fileName, Page.fileName].contains(file.name.lastComponent.text) else {
            return false
        }
        switch file.place {
        case .file(let path, _):
            let ledger = path.parent.appending(DirectoryStore.ownFolder)
            return (try? FileStatus.of(ledger))?.kind == .directory
        case .object:
            return discovery.outputFolders.contains(file.name.parent)
        }
    }
}
