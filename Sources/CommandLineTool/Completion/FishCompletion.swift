/// The script that completes command lines in fish.
struct FishCompletion {
    private let commands: [CommandDefinition]

    init(_ commands: [CommandDefinition]) {
        self.commands = commands
    }

    var script: String {
        """
        # Completes pushmedia's command lines in fish; made by `pushmedia completion fish`.

        function __pushmedia_runs
            set -l words (commandline -opc)
            set -q words[2]; and test "$words[2]" = $argv[1]
        end

        function __pushmedia_has_no_command
            test (count (commandline -opc)) -eq 1
        end

        complete -c pushmedia -f
        complete -c pushmedia -n __pushmedia_has_no_command -s h -l help -d 'Show the commands'
        complete -c pushmedia -n __pushmedia_has_no_command -l version -d 'Show the versions'
        \(commands.flatMap(lines).joined(separator: "\n"))
        """
    }

    private func lines(_ command: CommandDefinition) -> [String] {
        let start = "complete -c pushmedia -n \(quoted("__pushmedia_runs \(command.name)"))"
        return [
            "",
            "complete -c pushmedia -n __pushmedia_has_no_command -a \(command.name) -d \(quoted(command.summary))",
        ]
            + command.options.flatMap { option in
                values(option).map { "\(start)\(names(option)) \($0)" }
                    + ["\(start)\(words(option)) -d \(quoted(option.help))"]
            }
            + words(command.arguments).map { start + $0 }
    }

    private func words(_ option: Option) -> String {
        guard option.kind != .flag else { return names(option) }
        return switch option.names {
        case .file: names(option) + " -r -F"
        case .folder: names(option) + " -x -a '(__fish_complete_directories)'"
        case nil: names(option) + " -x"
        }
    }

    private func names(_ option: Option) -> String {
        (option.short.map { " -s \($0)" } ?? "") + " -l \(option.name)"
    }

    /// A closed set in a line of its own, or each of its values would be described as the option is.
    ///
    /// It comes first: of several lines, fish takes the option's own description from the last.
    private func values(_ option: Option) -> [String] {
        let choices = option.choices.joined(separator: " ")
        if option.isList { return ["-x -a \(quoted("(__fish_append , \(choices))"))"] }
        return choices.isEmpty ? [] : ["-x -a \(quoted(choices))"]
    }

    private func words(_ arguments: CommandDefinition.Arguments) -> [String] {
        switch arguments {
        case .none, .words: []
        case .files: [" -F"]
        case .choice(let choices): [" -a \(quoted(choices.joined(separator: " ")))"]
        }
    }

    private func quoted(_ text: String) -> String {
        "'\(ShellWord.replaced(text, ["'": "\\'", "\\": "\\\\"]))'"
    }
}
