internal import Glibc

/// `pushmedia man`: the manual as a man page.
struct ManCommand: Command {
    static let name = "man"
    static let summary = "Print the man page of the program, or of a command."
    static let usage = "man [COMMAND]"
    static let options: [Option] = []
    static var arguments: CommandDefinition.Arguments { .choice(Tool.commands.map { $0.name }) }
    static let examples: [CommandDefinition.Example] = [
        .init("man prepare | man -l -", "Read it.")
    ]

    private let command: CommandDefinition?

    init(_ typed: TypedOptions) throws(UsageError) {
        command = try typed.command()
    }

    func run() async throws -> ExitCode {
        let pages = ManPages(Tool.definitions)
        try Console.print(command.map(pages.page) ?? pages.overview)
        return .success
    }
}
