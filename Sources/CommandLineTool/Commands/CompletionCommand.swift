internal import Storage

/// `pushmedia completion`: a script with which a shell completes command lines.
struct CompletionCommand: Command {
    static let name = "completion"
    static let summary = "Print a script with which bash, zsh or fish completes command lines."
    static let usage = "completion \(CompletionShell.names.joined(separator: "|"))"
    static let options: [Option] = []
    static let arguments = CommandDefinition.Arguments.choice(CompletionShell.names)
    static let examples: [CommandDefinition.Example] = [
        .init(
            "completion bash >~/.local/share/bash-completion/completions/pushmedia",
            "For bash, where the package bash-completion is; else source it in ~/.bashrc."),
        .init("completion zsh >~/.zfunc/_pushmedia", "For zsh, where ~/.zfunc is in $fpath."),
        .init("completion fish >~/.config/fish/completions/pushmedia.fish", "For fish."),
    ]

    private let shell: CompletionShell

    init(_ typed: TypedOptions) throws(UsageError) {
        guard typed.arguments.count == 1, let name = typed.arguments.first?.text else {
            throw UsageError("name one shell: \(CompletionShell.names.joined(separator: ", "))")
        }
        guard let shell = CompletionShell(rawValue: name) else {
            throw UsageError(
                "there is no completion for \(Console.quoted(name)); there is one for "
                    + CompletionShell.names.joined(separator: ", "),
                suggestion: Suggestion.line(for: name, among: CompletionShell.names))
        }
        self.shell = shell
    }

    func run() async throws -> ExitCode {
        try Console.print(shell.script(for: Tool.definitions))
        return .success
    }
}

/// A shell that completes command lines by a script.
enum CompletionShell: String, Sendable, CaseIterable {
    case bash, zsh, fish

    static var names: [String] { allCases.map(\.rawValue) }

    func script(for commands: [CommandDefinition]) -> String {
        switch self {
        case .bash: BashCompletion(commands).script
        case .zsh: ZshCompletion(commands).script
        case .fish: FishCompletion(commands).script
        }
    }
}
