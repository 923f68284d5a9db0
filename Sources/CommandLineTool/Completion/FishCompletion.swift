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
        ] + command.options.map { "\(start)\(words($0)) -d \(quoted($0.help))" }
            + words(command.arguments).map { start + $0 }
    }

    private func words(_ option: Option) -> String {
        let names = (option.short.map { " -s \($0)" } ?? "") + " -l \(option.name)"
        guard option.kind != .flag else { return names }
        let choices = option.choices.joined(separator: " ")
        if option.isList { return names + " -x -a \(quoted("(__fish_append , \(choices))"))" }
        if !option.choices.isEmpty { return names + " -x -a \(quoted(choices))" }
        return switch option.names {
        case .file: names + " -r -F"
        case .folder: names + " -x -a '(__fish_complete_directories)'"
        case nil: names + " -x"
        }
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
