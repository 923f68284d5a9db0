internal import Glibc
internal import Storage

/// `pushmedia help`: the commands, or one of them.
struct HelpCommand: Command {
    static let name = "help"
    static let summary = "Show the commands, or the options of one."
    static let usage = "help [COMMAND]"
    static let options: [Option] = []
    static var arguments: CommandDefinition.Arguments { .choice(Tool.commands.map { $0.name }) }

    private let command: CommandDefinition?

    init(_ typed: TypedOptions) throws(UsageError) {
        command = try typed.command()
    }

    func run() async throws -> ExitCode {
        if let command {
            try Self.show(command)
        } else {
            try Console.print(Self.text.text(of: Tool.definitions))
        }
        return .success
    }

    static func show(_ command: CommandDefinition) throws {
        try Console.print(text.text(of: command))
    }

    private static var text: HelpText { HelpText(width: Terminal.width(of: STDOUT_FILENO)) }
}

extension TypedOptions {
    /// The command that the only argument names; nil where there is none.
    func command() throws(UsageError) -> CommandDefinition? {
        guard arguments.count <= 1 else { throw UsageError("name one command") }
        guard let name = arguments.first?.text else { return nil }
        guard let command = Tool.definitions.first(where: { $0.name == name }) else {
            let known = Tool.commands.map { $0.name }
            let problem = "there is no command \(Console.quoted(name))"
            if let suggestion = Suggestion.line(for: name, among: known) {
                throw UsageError(problem, suggestion: suggestion)
            }
            throw UsageError("\(problem); there is: \(known.joined(separator: ", "))")
        }
        return command
    }
}
