internal import AttachmentRules
internal import CodecLink
internal import Preparation
internal import Report
internal import WorkQueue

/// `pushmedia doctor`: what this machine brings.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "Show the libraries, codecs and limits of this machine."
    static let usage = "doctor"
    static let options: [Option] = []
    static let arguments = CommandDefinition.Arguments.none

    init(_ typed: TypedOptions) throws(UsageError) {
        guard typed.arguments.isEmpty else { throw UsageError("doctor takes no files") }
    }

    func run() async throws -> ExitCode {
        let options = PreparationOptions(profile: try Profile.named("ios"))
        let lane = CodecProgram.lanes(1, options, CodecConditions())[0]
        let (versions, cage) = try await CodecProgram.start(lane)
        await lane.stop()
        let rows = [
            ("pushmedia", Version.current),
            ("codec program", CodecProgram.path()),
            ("libvips", versions.libvips),
            ("FFmpeg", versions.ffmpeg),
            (
                "missing codecs",
                versions.missing.isEmpty ? "none" : versions.missing.joined(separator: ", ")
            ),
            ("usable cores", "\(UsableCores.count())"),
            ("usable memory", Measure.bytes(Int64(UsableMemory.bytes()))),
            ("for lanes", Measure.bytes(MemoryPool.usable)),
            ("cage", CageText.description(of: cage)),
        ]
        let width = rows.map(\.0.count).max() ?? 0
        try Console.print(
            rows.map { name, value in
                name + String(repeating: " ", count: width - name.count + 2) + value
            }.joined(separator: "\n"))
        return versions.missing.isEmpty && cage.isClosed ? .success : .unable
    }
}

/// The cage, in words.
enum CageText {
    static func description(of cage: Cage) -> String {
        guard cage.isClosed else {
            return "incomplete: this machine lacks \(cage.missing.joined(separator: " and "))"
        }
        let told = cage.tellsBreaches ? "breaches are named" : "breaches are not named"
        return "on: Landlock \(cage.landlock), seccomp, \(told)"
    }
}
