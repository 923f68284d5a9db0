internal import AttachmentRules
internal import CodecLink
internal import Preparation
internal import Storage

/// `pushmedia inspect`: facts, findings and plan; writes nothing.
struct InspectCommand: Command {
    static let name = "inspect"
    static let summary = "Show what a file is, what is wrong with it, and what would be done."
    static let usage = "inspect FILE..."
    static let options: [Option] = [.profile, .format(OutputFormat.allCases)]

    private let files: [BytePath]
    private let profile: Profile
    private let format: OutputFormat

    init(_ typed: TypedOptions) throws(UsageError) {
        guard !typed.arguments.isEmpty else { throw UsageError("name a file to inspect") }
        files = typed.arguments
        profile = try typed.profile()
        format = try typed.format()
    }

    func run() async throws -> ExitCode {
        let options = PreparationOptions(profile: profile)
        let lane = CodecProgram.lanes(1, options)[0]
        _ = try await CodecProgram.versions(lane)
        var inspections: [Inspection] = []
        for file in files {
            guard (try? FileStatus.of(file, followingLinks: true)) != nil else {
                throw Messages.usageError(for: .missing(file))
            }
            inspections.append(
                try await Inspection.of(
                    file, name: file, options: options, listsFrames: true, in: lane))
        }
        await lane.stop()
        try Console.print(InspectionListing(inspections).encoded(format))
        return inspections.allSatisfy { $0.reason == nil } ? .success : .findings
    }
}
