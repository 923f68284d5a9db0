import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite(.temporaryDirectory) struct ManPageTests {
    private func lint(_ page: String) async throws -> String {
        let path = PushMedia.path("page.1")
        try Data(page.utf8).write(to: URL(fileURLWithPath: path))
        let output = try await Shell.run(["mandoc", "-T", "lint", "-W", "warning", path])
        return output.stdout + output.stderr
    }

    @Test func mandocFindsNothingWrongWithAnyPage() async throws {
        let pages = ManPages(Tool.definitions)
        for page in [pages.overview] + Tool.definitions.map(pages.page) {
            #expect(try await lint(page) == "")
        }
    }

    @Test func whateverAnOptionSaysIsPrinted() async throws {
        let command = CommandDefinition(
            name: "odd", summary: ".Bd starts a block, \\fB changes the font.", usage: "odd Bd",
            options: [
                .value("what", "w", "Pp \"x\" \\n", help: "'a quote, ~ ^ ` -- and \\ a backslash")
            ],
            examples: [.init("odd .Sh \\(rq -", ".Sh NAME")])
        let page = ManPages([command]).page(of: command)
        #expect(try await lint(page) == "")
        let path = PushMedia.path("page.1")
        let text = try await Shell.require(["mandoc", "-T", "utf8", "-O", "width=200", path]).stdout
            .replacing(/.\u{8}/, with: "")
        for words in [
            ".Bd starts a block, \\fB changes the font.", "odd [option ...] Bd",
            "-w, --what=Pp \"x\" \\n",
            "'a quote, ~ ^ ` -- and \\ a backslash.", "pushmedia odd .Sh \\(rq -", ".Sh NAME",
        ] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
    }

    @Test func everyVariableThatTheProgramReadsIsListed() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        let listed = Set(EnvironmentVariable.all.flatMap(\.names))
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var read: Set<String> = []
        for case let file as URL in try #require(files)
        where file.pathExtension == "swift" && file.lastPathComponent != "EnvironmentVariable.swift"
        {
            let text = try String(contentsOf: file, encoding: .utf8)
            read.formUnion(
                text.matches(of: /"((?:AWS|NATS|PUSHMEDIA)_[A-Z0-9_]+)"/).map { String($0.1) })
        }
        #expect(read.contains("AWS_REGION"))
        #expect(read.subtracting(listed) == [])
    }
}
