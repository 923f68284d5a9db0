internal import Storage

/// The program `pushmedia`: finds the command that was asked for and runs it.
package enum Tool {
    /// Every command, in the order of the help.
    private static let commands: [any Command.Type] = [
        PrepareCommand.self, VerifyCommand.self, InspectCommand.self, RulesCommand.self,
        PayloadCommand.self,
        SubmitCommand.self, WorkCommand.self, StatusCommand.self, DoctorCommand.self,
    ]

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
        if ["--help", "-h", "help"].contains(first) {
            try Console.print(Messages.help(commands))
            return .success
        }
        if first == "--version" {
            try Console.print(Messages.version)
            return .success
        }
        guard let command = commands.first(where: { $0.name == first }) else {
            Console.error(Messages.unknownCommand(first, known: commands.map { $0.name }))
            return .usage
        }
        return try await run(command, Array(paths.dropFirst()))
    }

    private static func run(
        _ command: any Command.Type, _ arguments: [BytePath]
    ) async throws -> ExitCode {
        var log = EventLog()
        do {
            let typed = try command.parser.parse(arguments)
            if typed.has("help") {
                try Console.print(command.parser.help)
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

    /// Checks what was typed.
    init(_ typed: TypedOptions) throws(UsageError)
    func run() async throws -> ExitCode
}

extension Command {
    static var parser: OptionParser {
        OptionParser(
            usage: usage, summary: summary,
            options: options + [.flag("help", "h", help: "Show this help")])
    }
}
