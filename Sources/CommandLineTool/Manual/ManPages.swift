internal import Preparation

/// The man pages: one of the program, and one of each command.
struct ManPages {
    private let commands: [CommandDefinition]

    init(_ commands: [CommandDefinition]) {
        self.commands = commands
    }

    /// The page `pushmedia.1`.
    var overview: String {
        var lines = head(
            "pushmedia", "turn campaign media into attachments that iOS rich notifications accept")
        lines += [".Sh SYNOPSIS", ".Nm", ".Ar command", ".Op Ar argument ...", ".Sh DESCRIPTION"]
        lines += [
            ".Nm",
            Roff.lines(
                "turns the media of a campaign into attachments that iOS rich notifications accept and show, and proves it:"
            ),
            Roff.lines(
                "every published file satisfies every rule of its profile, or nothing is published and the reason is named."
            ),
            ".Pp", "The commands are:", ".Bl -tag -width Ds",
        ]
        for command in commands {
            lines += [".It Cm \(Roff.argument(command.name))", Roff.lines(command.summary)]
        }
        lines += [".El", ".Pp", "A command's options are in its own page, such as"]
        lines += [".Xr pushmedia-prepare 1 .", ".Sh ENVIRONMENT", ".Bl -tag -width Ds"]
        for variable in EnvironmentVariable.all {
            let names = variable.names.map { "Ev \(Roff.argument($0))" }
            lines += [".It \(names.joined(separator: " , "))", Roff.lines(variable.meaning)]
        }
        lines += [".El", ".Sh FILES", ".Bl -tag -width Ds"]
        for (name, meaning) in Self.files {
            lines += [".It Pa \(Roff.argument(name))", Roff.lines(meaning)]
        }
        lines.append(".El")
        return text(lines + exitStatus + examples(commands) + seeAlso(commands.map(\.name)))
    }

    /// The page `pushmedia-COMMAND.1`.
    func page(of command: CommandDefinition) -> String {
        var lines = head("pushmedia-\(command.name)", Self.phrase(command.summary))
        let arguments = command.usage.split(separator: " ").dropFirst().map(String.init)
        lines += [".Sh SYNOPSIS", ".Nm pushmedia", ".Cm \(Roff.argument(command.name))"]
        lines += [".Op Ar option ..."] + arguments.map { ".Ar \(Roff.argument($0))" }
        lines += [".Sh DESCRIPTION", Roff.lines(command.summary)]
        lines += command.description.flatMap { [".Pp", Roff.lines($0)] }
        for (section, options) in command.sections {
            if section != .general { lines.append(".Ss \(section.rawValue)") }
            lines.append(".Bl -tag -width Ds")
            lines += options.flatMap(item) + [".El"]
        }
        return text(lines + exitStatus + examples([command]) + seeAlso([]))
    }

    /// What `prepare` writes besides attachments.
    private static let files = [
        ("DIR/manifest.json", "What became of each source, for programs."),
        ("DIR/report.html", "The same for people, with pictures."),
        (
            "DIR/.pushmedia/",
            "The ledger of earlier runs, by which the next does only what is missing."
        ),
    ]

    private func head(_ name: String, _ summary: String) -> [String] {
        [
            ".\\\" Made by `pushmedia man` of the program's own definitions.",
            ".Dd \(Version.date)", ".Dt \(name.uppercased()) 1",
            ".Os \"PushMedia \(Version.current)\"",
            ".Sh NAME", ".Nm \(name)", ".Nd \(Roff.argument(summary))",
        ]
    }

    private func item(_ option: Option) -> [String] {
        let value = option.placeholder.map { "Ns = Ns Ar \(Roff.argument($0))" }
        var names = "Fl \(Roff.argument("-" + option.name))" + (value.map { " \($0)" } ?? "")
        if let short = option.short { names = "Fl \(Roff.argument(String(short))) , \(names)" }
        return [".It \(names)", Roff.lines(option.help + ".")]
    }

    private var exitStatus: [String] {
        [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
            + ExitCode.allCases.flatMap { [".It \($0.rawValue)", Roff.lines($0.meaning)] } + [".El"]
    }

    private func examples(_ commands: [CommandDefinition]) -> [String] {
        let examples = commands.flatMap(\.examples)
        guard !examples.isEmpty else { return [] }
        return [".Sh EXAMPLES"]
            + examples.enumerated().flatMap { index, example in
                (index > 0 ? [".Pp"] : [])
                    + [
                        Roff.lines(example.meaning),
                        ".Dl \(Roff.argument("pushmedia \(example.line)"))",
                    ]
            }
    }

    private func seeAlso(_ names: [String]) -> [String] {
        let pages = names.isEmpty ? ["pushmedia"] : names.sorted().map { "pushmedia-\($0)" }
        let lines = pages.dropLast().map { ".Xr \($0) 1 ," } + pages.suffix(1).map { ".Xr \($0) 1" }
        return [".Sh SEE ALSO"] + lines
    }

    /// A sentence as a phrase after the name: without its full stop, and small.
    private static func phrase(_ sentence: String) -> String {
        let words = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    private func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
