/// The help of the program and of its commands.
struct HelpText {
    private let width: Int?
    /// Where the text of an option begins; what is wider than that has its text on the next line.
    private let column = 28

    /// - Parameter width: of the terminal; nil for lines that are not wrapped.
    init(width: Int?) {
        // Longer lines are hard to read, shorter ones hold no word beside the names.
        self.width = width.map { min(max($0, 40), 100) }
    }

    func text(of command: CommandDefinition) -> String {
        var parts = ["Usage: pushmedia \(command.usage)", wrapped(command.summary, indent: 0)]
        for (section, options) in command.sections {
            parts.append(
                "\(section.rawValue):\n" + options.map(line).joined(separator: "\n"))
        }
        if !command.examples.isEmpty {
            let lines = command.examples.map { example in
                "  pushmedia \(example.line)\n" + wrapped(example.meaning, indent: 6)
            }
            parts.append("Examples:\n" + lines.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    func text(of commands: [CommandDefinition]) -> String {
        let names = (commands.map(\.name).map(Columns.width).max() ?? 0) + 4
        let list = commands.map { command in
            row("  " + command.name, command.summary, column: names)
        }
        return """
            Usage: pushmedia COMMAND ...

            \(wrapped("Turns campaign media into attachments that iOS rich notifications accept, and proves it.", indent: 0))

            \(list.joined(separator: "\n"))

            \(wrapped("pushmedia help COMMAND shows a command's options, pushmedia man COMMAND its manual, pushmedia --version what it is made of.", indent: 0))
            """
    }

    private func line(_ option: Option) -> String {
        let value = option.placeholder.map { "=\($0)" } ?? ""
        return row(
            "  " + option.spellings.joined(separator: ", ") + value, option.help, column: column)
    }

    private func row(_ left: String, _ right: String, column: Int) -> String {
        // On a narrow terminal the text would be a thread down its right side.
        let column = min(column, (width ?? .max) / 3)
        let text = wrapped(right, indent: column)
        guard Columns.width(of: left) + 2 <= column else { return left + "\n" + text }
        return left + text.dropFirst(Columns.width(of: left))
    }

    /// Lines that are no wider than the terminal, as far as words allow.
    private func wrapped(_ text: String, indent: Int) -> String {
        Columns.wrapped(text, width: (width ?? .max) - indent)
            .map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}
