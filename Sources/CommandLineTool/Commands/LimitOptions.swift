internal import AttachmentRules
internal import CodecLink
internal import Preparation

/// What a codec process is held to, whatever is asked of it.
struct CodecConditions: Sendable {
    var patience = CodecPatience()
    /// Of one process, in bytes; nil for its lane's share of what the machine has.
    var maxMemory: Int64?
    var cage = CagePolicy.best
}

/// What becomes of a run where the machine lacks a part of the cage.
enum CagePolicy: String, Sendable, CaseIterable {
    /// It does not begin.
    case require
    /// It goes on, with a warning.
    case best
}

extension Option {
    /// What is safe, and what is enough; the default of each is in the profile, or said here.
    static let limits = (processLimits + sourceLimits).under(.limits)

    /// What a codec process is held to on this machine.
    static let processLimits: [Option] = [
        .value("deadline", nil, "S", kind: .real, help: "Seconds for one file (default: 120)"),
        .value(
            "stall", nil, "S", kind: .real,
            help: "Seconds without a sign of life from a codec process (default: 20)"),
        .value(
            "max-memory", nil, "MB", kind: .real,
            help: "Memory of one codec process (default: a lane's share of the machine's)"),
        .choice(
            "cage", nil, CagePolicy.allCases.map(\.rawValue),
            help: "Without the whole cage: refuse to run, or warn (default: best)"),
    ]

    /// What a file may be.
    static let sourceLimits: [Option] = [
        .value("max-input", nil, "MB", kind: .real, help: "Of a file (default: 20000)"),
        .value(
            "max-output", nil, "MB", kind: .real,
            help: "Written on the way to an attachment (default: 64)"),
        .value("max-pixels", nil, "MP", kind: .real, help: "Of a picture (default: 100)"),
        .value(
            "max-frames", nil, "N", kind: .integer, help: "Of an animation (default: 4096)"),
        .value(
            "max-streams", nil, "N", kind: .integer, help: "Of a video or sound (default: 64)"),
        .value(
            "max-metadata", nil, "MB", kind: .real,
            help: "Around pictures and sound in a file (default: 64)"),
    ]
}

extension TypedOptions {
    /// The profile, held to the limits that were typed.
    func limitedProfile() throws(UsageError) -> Profile {
        var profile = try profile()
        var safety = profile.safety
        replace(&safety.maxInputBytes.value, by: try megas("max-input", upTo: 1e9))
        replace(&safety.maxPixels.value, by: try megas("max-pixels", upTo: 1_000))
        replace(&safety.maxMetadataBytes.value, by: try megas("max-metadata", upTo: 1_000))
        replace(&safety.maxFrames.value, by: try count("max-frames", in: 1...4_096))
        replace(&safety.maxStreams.value, by: try count("max-streams", in: 1...1_000))
        profile.safety = safety
        return profile
    }

    func conditions() throws(UsageError) -> CodecConditions {
        CodecConditions(
            patience: CodecPatience(
                deadline: .seconds(try seconds("deadline", in: 1...86_400) ?? 120),
                stall: .seconds(try seconds("stall", in: 1...86_400) ?? 20)),
            maxMemory: try megas("max-memory", upTo: 1e9),
            cage: try cagePolicy())
    }

    func maxOutputBytes() throws(UsageError) -> Int64 {
        try megas("max-output", upTo: 10_000) ?? PreparationOptions.defaultMaxOutputBytes
    }

    private func cagePolicy() throws(UsageError) -> CagePolicy {
        if let typed = try choice("cage", CagePolicy.allCases) { return typed }
        return try CagePolicy.preset()
    }

    private func replace<Value>(_ value: inout Value, by typed: Value?) {
        if let typed { value = typed }
    }

    /// Millions of bytes or pixels, as a whole number.
    private func megas(_ name: String, upTo most: Double) throws(UsageError) -> Int64? {
        guard let typed = real(name) else { return nil }
        guard typed > 0, typed <= most else {
            throw UsageError("--\(name) takes a number up to \(Int64(most))")
        }
        return max(1, Int64(typed * 1_000_000))
    }
}

extension CagePolicy {
    /// Where an image has its own default, it says so in this variable.
    private static let variable = "PUSHMEDIA_CAGE"

    static func preset() throws(UsageError) -> CagePolicy {
        guard let value = Environment.value(variable), !value.isEmpty else { return .best }
        guard let policy = CagePolicy(rawValue: value) else {
            throw UsageError("\(variable) takes require or best, not \(Console.quoted(value))")
        }
        return policy
    }
}
