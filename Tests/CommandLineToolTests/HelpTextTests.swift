import Testing

@testable import CommandLineTool

@Suite struct HelpTextTests {
    private let command = CommandDefinition(
        name: "test", summary: "Try what a help text looks like on a terminal.",
        usage: "test FILE...",
        options: [
            .value("out", "o", "DIR", help: "Where to"),
            .choice(
                "animation", nil, ["gif", "video", "picture"],
                help: "What becomes of moving pictures"),
        ] + [.flag("strict", help: "Refuse what is odd")].under(.limits),
        examples: [.init("test a.gif", "Try one.")])

    @Test func optionsAreListedBySection() {
        #expect(
            HelpText(width: nil).text(of: command) == """
                Usage: pushmedia test FILE...

                Try what a help text looks like on a terminal.

                Options:
                  -o, --out=DIR             Where to
                  --animation=gif|video|picture
                                            What becomes of moving pictures

                Limits:
                  --strict                  Refuse what is odd

                Examples:
                  pushmedia test a.gif
                      Try one.
                """)
    }

    @Test(arguments: [1, 40, 60, 100, 1_000]) func linesFitTheTerminal(width: Int) {
        for text in [HelpText(width: width).text(of: command)] {
            for line in text.split(separator: "\n") { #expect(line.count <= max(40, width)) }
        }
        #expect(
            HelpText(width: 40).text(of: command).contains(
                "  --animation=gif|video|picture\n             What becomes of moving\n             pictures"
            ))
    }

    @Test func everyCommandNamesItsOptions() {
        for command in Tool.definitions {
            let text = HelpText(width: nil).text(of: command)
            for option in command.options { #expect(text.contains("--\(option.name)")) }
        }
    }
}
