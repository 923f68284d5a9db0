internal import Storage

/// The program `pushmedia`: finds the command that was asked for and runs it.
package enum Tool {
    /// Every command, in the order of the help.
    static let commands: [any Command.Type] = [
        PrepareCommand.self, VerifyCommand.self, InspectCommand.self, RulesCommand.self,
        PayloadCommand.self,
        SubmitCommand.self, WorkCommand.self, StatusCommand.self, DoctorCommand.self,
        HelpCommand.self, ManCommand.self, CompletionCommand.self,
    ]

    static var definitions: [CommandDefinition] { commands.map { $0.definition } }

    /// Runs the arguments after the program's name, which may be any bytes.
    package static func run(_ arguments: [[UInt8]]) async -> ExitCode {
        Console.ignoreBrokenPipes()
        do {
            return try await dispatch(arguments.map { BytePath(bytes: $0) })
        } catch {
            Console.error(Messages.failure(error))
            return .unable
        }
    }

    private static func dispatch(_ paths: [BytePath]) async throws -> ExitCode {
        guard let first = paths.first?.text else {
            Console.error(Messages.noCommand)
            return .usage
        }
        if first == "--version" {
            try Console.print(await LibraryVersions.text())
            return .success
        }
        let name = ["--help", "-h"].contains(first) ? HelpCommand.name : first
        guard let command = commands.first(where: { $0.name == name }) else {
            Console.error(Messages.unknownCommand(first))
            return .usage
        }
        return try await run(command, Array(paths.dropFirst()))
    }

    private static func run(
        _ command: any Command.Type, _ arguments: [BytePath]
    ) async throws -> ExitCode {
        var log = EventLog()
        do {
            let typed = try OptionParser(
                options: command.definition.options,
                elsewhere: definitions.flatMap { $0.options.map(\.name) }
            ).parse(arguments)
            if typed.has("help") {
                try HelpCommand.show(command.definition)
                return .success
            }
            log = try typed.log()
            return try await command.init(typed).run()
        } catch let error as UsageError {
            log.error(Messages.usage(error, of: command.name))
            return .usage
        } catch {
            log.error(Messages.failure(error))
            return .unable
        }
    }
}

/// One of the program's commands.
protocol Command: Sendable {
    static var name: String { get }
    static var summary: String { get }
    /// After the program's name, such as `prepare SOURCE... --out DIR`.
    static var usage: String { get }
    static var options: [Option] { get }
    /// What its arguments are besides options; files if it does not say.
    static var arguments: CommandDefinition.Arguments { get }
    /// Paragraphs for the man page.
    static var description: [String] { get }
    static var examples: [CommandDefinition.Example] { get }

    /// Checks what was typed.
    init(_ typed: TypedOptions) throws(UsageError)
    func run() async throws -> ExitCode
}

extension Command {
    static var arguments: CommandDefinition.Arguments { .files }
    static var description: [String] { [] }
    static var examples: [CommandDefinition.Example] { [] }

    static var definition: CommandDefinition {
        CommandDefinition(
            name: name, summary: summary, usage: usage,
            options: options + [.flag("help", "h", help: "Show this help")],
            arguments: arguments, description: description, examples: examples)
    }
}
