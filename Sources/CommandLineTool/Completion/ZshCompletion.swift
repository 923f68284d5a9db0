/// The script that completes command lines in zsh.
struct ZshCompletion {
    private let commands: [CommandDefinition]

    init(_ commands: [CommandDefinition]) {
        self.commands = commands
    }

    var script: String {
        let list = commands.map { command in
            "        " + ShellWord.quoted(command.name + ":" + command.summary)
        }
        return """
            #compdef pushmedia
            # Completes pushmedia's command lines in zsh; made by `pushmedia completion zsh`.

            _pushmedia() {
                local context state state_descr line
                typeset -A opt_args
                local -a commands=(
            \(list.joined(separator: "\n"))
                )
                _arguments -C \\
                    '(- *)'{-h,--help}'[Show the commands]' \\
                    '(- *)--version[Show the versions]' \\
                    '1: :->command' \\
                    '*:: :->rest'
                case $state in
                    command) _describe -t commands command commands ;;
                    rest)
                        case $words[1] in
            \(commands.map(branch).joined(separator: "\n"))
                        esac
                        ;;
                esac
            }

            if [ "$funcstack[1]" = _pushmedia ]; then
                _pushmedia "$@"
            else
                compdef _pushmedia pushmedia
            fi
            """
    }

    private func branch(_ command: CommandDefinition) -> String {
        let specs = command.options.map(spec) + spec(command.arguments)
        let indent = String(repeating: " ", count: 20)
        let lines = ["_arguments -s -S \\"] + specs.map { "    \($0) \\" }
        return "                \(command.name))\n"
            + lines.map { indent + $0 }.joined(separator: "\n").dropLast(2) + "\n" + indent + ";;"
    }

    private func spec(_ option: Option) -> String {
        let takes = option.kind != .flag
        let long = "--\(option.name)" + (takes ? "=" : "")
        var names = long
        var excluded = ""
        if let short = option.short {
            excluded = ShellWord.quoted("(-\(short) --\(option.name))")
            names = "{-\(short)\(takes ? "+" : ""),\(long)}"
        }
        let help = ShellWord.replaced(
            option.help, ["[": "\\[", "]": "\\]", "\\": "\\\\"])
        var text = "[\(help)]"
        if takes { text += ":\(message(option.placeholder ?? option.name)):\(action(option))" }
        return excluded + names + ShellWord.quoted(text)
    }

    private func spec(_ arguments: CommandDefinition.Arguments) -> [String] {
        switch arguments {
        case .none: []
        case .files: ["'*:file:_files'"]
        case .words: ["'*:: :'"]
        case .choice(let choices):
            [ShellWord.quoted("1:argument:(\(choices.joined(separator: " ")))")]
        }
    }

    private func action(_ option: Option) -> String {
        let choices = option.choices.joined(separator: " ")
        if option.isList { return "_sequence compadd - \(choices)" }
        if !option.choices.isEmpty { return "(\(choices))" }
        return switch option.names {
        case .file: "_files"
        case .folder: "_files -/"
        case nil: " "
        }
    }

    private func message(_ text: String) -> String {
        ShellWord.replaced(text, [":": "\\:", "\\": "\\\\"])
    }
}
