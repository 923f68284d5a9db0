/// An option that a command takes.
///
/// Parser, help, man pages and completions are all made of it.
struct Option: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case flag
        /// Takes any bytes, a path for example.
        case text
        case integer
        case real
    }

    /// What a value names, so that a shell can complete it.
    enum Place: Sendable, Equatable { case file, folder }

    /// Under which heading the help lists it.
    enum Section: String, Sendable, CaseIterable {
        case general = "Options"
        case limits = "Limits"
        case cluster = "Cluster"
    }

    var name: String
    var short: Character?
    var kind: Kind
    /// What stands for the value in the help, such as `DIR`.
    var placeholder: String?
    var help: String
    /// All values that there are; empty where they are no closed set.
    var choices: [String] = []
    /// Several choices may be named at once, with commas between them.
    var isList = false
    var names: Place?
    var section = Section.general

    static func flag(_ name: String, _ short: Character? = nil, help: String) -> Option {
        Option(name: name, short: short, kind: .flag, placeholder: nil, help: help)
    }

    static func value(
        _ name: String, _ short: Character? = nil, _ placeholder: String, kind: Kind = .text,
        names: Place? = nil, help: String
    ) -> Option {
        Option(
            name: name, short: short, kind: kind, placeholder: placeholder, help: help,
            names: names)
    }

    /// One of a closed set.
    ///
    /// - Parameter placeholder: where the set is too long for one, and so in the help.
    static func choice(
        _ name: String, _ short: Character? = nil, _ choices: [String],
        placeholder: String? = nil, help: String
    ) -> Option {
        Option(
            name: name, short: short, kind: .text,
            placeholder: placeholder ?? choices.joined(separator: "|"), help: help,
            choices: choices)
    }

    /// Some of a closed set.
    static func list(
        _ name: String, _ short: Character? = nil, _ placeholder: String, of choices: [String],
        help: String
    ) -> Option {
        Option(
            name: name, short: short, kind: .text, placeholder: placeholder, help: help,
            choices: choices, isList: true)
    }

    /// As it is typed: `-o`, `--out`.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension [Option] {
    func under(_ section: Option.Section) -> [Option] {
        map { option in
            var option = option
            option.section = section
            return option
        }
    }
}
