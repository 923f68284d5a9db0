internal import AttachmentRules
internal import CodecLink
internal import Preparation
internal import Storage

/// `pushmedia inspect`: facts, findings and plan; writes nothing.
struct InspectCommand: Command {
    static let name = "inspect"
    static let summary = "Show what a file is, what is wrong with it, and what would be done."
    static let usage = "inspect FILE..."
    static let options: [Option] =
        [.profile, .profileFile, .animation, .format(OutputFormat.allCases)] + Option.limits

    private let files: [BytePath]
    private let preparation: PreparationOptions
    private let conditions: CodecConditions
    private let format: OutputFormat

    init(_ typed: TypedOptions) throws(UsageError) {
        guard !typed.arguments.isEmpty else { throw UsageError("name a file to inspect") }
        files = typed.arguments
        preparation = PreparationOptions(
            profile: try typed.limitedProfile(), animation: try typed.animation())
        conditions = try typed.conditions()
        format = try typed.format()
    }

    func run() async throws -> ExitCode { try await Stoppable.atOnce(inspect) }

    private func inspect() async throws -> ExitCode {
        let access = try StoreAccess.needed(by: files, connections: 1)
        let lane = CodecProgram.lanes(1, preparation, conditions)[0]
        _ = try await CodecProgram.start([lane], conditions.cage)
        var inspections: [Inspection] = []
        for file in files {
            inspections.append(
                try await Inspection.of(
                    SourceArguments.source(file, access), options: preparation, listsFrames: true,
                    films: true,
                    opener: access?.opener ?? SourceOpener(), in: lane))
        }
        await lane.stop()
        try Console.print(
            InspectionListing(inspections).encoded(
                format, width: Screen.standardOutput.width))
        return inspections.allSatisfy { $0.reason == nil } ? .success : .findings
    }
}
