/// The script that completes command lines in bash.
///
/// It needs nothing of the package bash-completion.
struct BashCompletion {
    private let commands: [CommandDefinition]

    init(_ commands: [CommandDefinition]) {
        self.commands = commands
    }

    var script: String {
        """
        # Completes pushmedia's command lines in bash; made by `pushmedia completion bash`.

        # Those of the words after the first that begin with it.
        _pushmedia_choose() {
            local start=$1
            shift
            mapfile -t COMPREPLY < <(compgen -W "$*" -- "$start")
        }

        # The same for the last of several words with commas between them.
        _pushmedia_choose_last() {
            local start=$1 before=
            shift
            [[ $start != *,* ]] || before=${start%,*},
            mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "${start##*,}")
            compopt -o nospace
        }

        _pushmedia() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
            COMPREPLY=()
            # An equals sign is a word of its own here.
            if [[ $word == = ]]; then
                word=
            elif [[ $before == = ]]; then
                before=${COMP_WORDS[COMP_CWORD-2]}
            fi
            if [[ $COMP_CWORD -eq 1 ]]; then
                _pushmedia_choose "$word" \(words(commands.map(\.name) + ["--help", "--version"]))
                return
            fi
            case ${COMP_WORDS[1]} in
        \(commands.map(branch).joined(separator: "\n"))
            esac
        }

        complete -F _pushmedia pushmedia
        """
    }

    private func branch(_ command: CommandDefinition) -> String {
        let valued = command.options.filter { $0.kind != .flag }
        let values = valued.map { option in
            "\(option.spellings.joined(separator: " | "))) \(answer(option)); return ;;"
        }
        let names = command.options.map { "--\($0.name)" }
        let lines =
            ["\(command.name))"]
            + (values.isEmpty
                ? [] : ["    case $before in"] + values.map { "    " + $0 } + ["    esac"])
            + [
                "    if [[ $word == -* ]]; then",
                "        _pushmedia_choose \"$word\" \(words(names))",
                "        return",
                "    fi",
            ]
            + answer(command.arguments).map { "    " + $0 } + ["    ;;"]
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    /// What completes an option's value.
    private func answer(_ option: Option) -> String {
        if !option.choices.isEmpty {
            let choose = option.isList ? "_pushmedia_choose_last" : "_pushmedia_choose"
            return "\(choose) \"$word\" \(words(option.choices))"
        }
        return switch option.names {
        // Without an answer, bash itself completes paths, whatever is in them.
        case .file: "compopt -o default"
        case .folder: "compopt -o dirnames"
        case nil: ":"
        }
    }

    private func answer(_ arguments: CommandDefinition.Arguments) -> [String] {
        switch arguments {
        case .none, .words: []
        case .files: ["compopt -o default"]
        case .choice(let choices): ["_pushmedia_choose \"$word\" \(words(choices))"]
        }
    }

    private func words(_ words: [String]) -> String {
        words.map(ShellWord.quoted).joined(separator: " ")
    }
}
