internal import AttachmentRules
internal import FoundationEssentials
internal import Preparation
internal import Storage

extension Option {
    static let profile = Option.list(
        "profile", "p", "NAME,...", of: Profile.names,
        help: "What to satisfy, all of several (default: ios)")
    static let profileFile = Option.value(
        "profile-file", nil, "FILE", names: .file,
        help: "Satisfy this profile of your own, too; alone without --profile")
    static let jobs = Option.value(
        "jobs", "j", "N", kind: .integer, help: "Files at a time (default: the usable cores)")
    static let follow = Option.flag(
        "follow", help: "Follow symbolic links out of what was named, too")
    static let animation = Option.choice(
        "animation", nil, AnimationKind.allCases.map(\.rawValue),
        help: "What moves without sound becomes this (default: animations gif, videos video)")
    static let grace = Option.value(
        "grace", nil, "S", kind: .real,
        help: "Seconds for running work after a signal (default: 25; after SIGINT 5)")
    static let log = Option.choice(
        "log", nil, EventLog.Format.allCases.map(\.rawValue),
        help: "What goes to stderr; json: an event a line (default: text)")
    static func format<Format: RawRepresentable>(_ choices: [Format]) -> Option
    where Format.RawValue == String {
        .choice(
            "format", "f", choices.map(\.rawValue),
            help: "How to print the result (default: text)")
    }
}

/// How a result is printed.
enum OutputFormat: String, Sendable, CaseIterable {
    case text, json
}

extension TypedOptions {
    /// The strictest of all that were asked for; `ios` where none was.
    func profile() throws(UsageError) -> Profile {
        let file = text("profile-file")
        let names = text("profile")?.text ?? (file == nil ? "ios" : nil)
        var profiles: [Profile] = []
        if let names { profiles.append(try Self.named(names)) }
        if let file { profiles.append(try Self.profile(in: file)) }
        do {
            return try Profile.strictest(of: profiles)
        } catch {
            throw UsageError(Messages.fault(error, of: "--profile"))
        }
    }

    private static func named(_ names: String) throws(UsageError) -> Profile {
        do {
            return try Profile.named(names)
        } catch {
            var suggestion: String?
            if case .unknown(let name) = error {
                suggestion = Suggestion.line(for: name, among: Profile.names)
            }
            throw UsageError(Messages.fault(error, of: "--profile"), suggestion: suggestion)
        }
    }

    private static func profile(in file: BytePath) throws(UsageError) -> Profile {
        let bytes = try OptionFile.bytes(of: file, option: "profile-file")
        do throws(ProfileError) {
            let profile = try Profile(data: Data(bytes))
            guard !Profile.names.contains(profile.name) else {
                throw ProfileError.invalid(
                    place: "name", fault: "'\(profile.name)' is a profile of pushmedia's own")
            }
            return profile
        } catch {
            var suggestion: String?
            if case .unknownBase(let name) = error {
                suggestion = Suggestion.line(for: name, among: Profile.names)
            }
            throw UsageError(
                Messages.fault(error, of: Console.quoted(file.text)), suggestion: suggestion)
        }
    }

    func format(_ choices: [OutputFormat] = OutputFormat.allCases) throws(UsageError)
        -> OutputFormat
    {
        try choice("format", choices) ?? .text
    }

    /// Nil for what suits the signal.
    func grace() throws(UsageError) -> Duration? {
        try seconds("grace", in: 0...86_400).map { .seconds($0) }
    }

    func log() throws(UsageError) -> EventLog {
        EventLog(try choice("log", EventLog.Format.allCases) ?? .text)
    }

    /// Nobody can want less and more said at once.
    func checkDetail() throws(UsageError) {
        guard !has("quiet") || !has("verbose") else {
            throw UsageError("--quiet and --verbose exclude each other")
        }
    }

    func animation() throws(UsageError) -> AnimationKind? {
        try choice("animation", AnimationKind.allCases)
    }

    /// A value out of a closed set.
    func choice<Choice: RawRepresentable>(
        _ name: String, _ choices: [Choice]
    ) throws(UsageError) -> Choice? where Choice.RawValue == String {
        guard let typed = text(name)?.text else { return nil }
        guard let choice = choices.first(where: { $0.rawValue == typed }) else {
            let known = choices.map(\.rawValue)
            throw UsageError(
                "--\(name) takes one of \(known.joined(separator: ", ")), not \(Console.quoted(typed))",
                suggestion: Suggestion.line(for: typed, among: known))
        }
        return choice
    }

    /// A whole number within bounds.
    func count(_ name: String, in range: ClosedRange<Int64>) throws(UsageError) -> Int? {
        guard let typed = integer(name) else { return nil }
        guard range.contains(typed) else {
            throw UsageError(
                "--\(name) takes a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(typed)
    }

    /// A colour of six hexadecimal digits.
    func colour(_ name: String) throws(UsageError) -> UInt32? {
        guard let typed = text(name)?.text else { return nil }
        guard typed.utf8.count == 6, typed.allSatisfy(\.isHexDigit),
            let colour = UInt32(typed, radix: 16)
        else {
            throw UsageError("--\(name) takes six hexadecimal digits, not \(Console.quoted(typed))")
        }
        return colour
    }

    /// The types of `--allow`, between commas.
    func allowed() throws(UsageError) -> Set<MediaType> {
        var allowed: Set<MediaType> = []
        for name in (text("allow")?.text ?? "").split(separator: ",") {
            guard let type = MediaType(rawValue: String(name)),
                PreparationOptions.allowable.contains(type)
            else {
                let known = PreparationOptions.allowable.map(\.rawValue)
                throw UsageError(
                    "--allow takes \(known.joined(separator: ", ")), not \(Console.quoted(String(name)))",
                    suggestion: Suggestion.line(for: String(name), among: known))
            }
            allowed.insert(type)
        }
        return allowed
    }

    /// LUFS within what can be reached.
    func loudness() throws(UsageError) -> Double? {
        guard let typed = real("loudness") else { return nil }
        guard (-30...(-5)).contains(typed) else {
            throw UsageError("--loudness takes LUFS from -30 to -5")
        }
        return typed
    }

    /// Seconds within bounds.
    func seconds(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
        guard let typed = real(name) else { return nil }
        guard range.contains(typed) else {
            throw UsageError(
                "--\(name) takes seconds from \(range.lowerBound) to \(range.upperBound)")
        }
        return typed
    }
}
