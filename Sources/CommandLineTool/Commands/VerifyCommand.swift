internal import AttachmentRules
internal import Foundation
internal import Preparation
internal import Report
internal import Storage

/// `pushmedia verify`: a gate for attachments.
struct VerifyCommand: Command {
    static let name = "verify"
    static let summary = "Check files against every rule of a profile; exit 0 only if all comply."
    static let usage = "verify PATH..."
    static let options: [Option] = [
        .profile, .jobs, .format(OutputFormat.allCases),
        .value("output", "o", "FILE", help: "Write the result to FILE instead of stdout"),
    ]

    private let paths: [BytePath]
    private let profile: Profile
    private let jobs: Int?
    private let format: OutputFormat
    private let output: BytePath?

    init(_ typed: TypedOptions) throws(UsageError) {
        guard !typed.arguments.isEmpty else {
            throw UsageError("there is nothing to verify: name files or folders")
        }
        paths = typed.arguments
        profile = try typed.profile()
        jobs = try typed.count("jobs", in: 1...256)
        format = try typed.format()
        output = typed.text("output")
    }

    func run() async throws -> ExitCode {
        let discovery: Discovery
        do throws(Discovery.Fault) {
            discovery = try Discovery.of(paths)
        } catch {
            throw Messages.usageError(for: error)
        }
        // A folder that `prepare` made holds its own two files besides the attachments.
        let own = [Manifest.fileName, Page.fileName]
        let files = discovery.sources.filter { !own.contains($0.name.lastComponent.text) }
        guard !files.isEmpty else { throw UsageError("there is no file to verify") }
        let lanes = CodecProgram.lanes(
            CodecProgram.laneCount(jobs: jobs, files: files.count),
            PreparationOptions(profile: profile))
        let verdicts = try await Verifier(profile: profile, lanes: lanes).verify(files)
        let verification = Verification(verdicts, profile: profile)
        let bytes =
            switch format {
            case .text: Array(verification.text.utf8)
            case .json: try verification.encoded()
            }
        if let output {
            try Console.write(bytes, toFile: output)
        } else {
            Console.print(bytes)
        }
        return verification.isCompliant ? .success : .findings
    }
}
