import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// What the program prints of its options, against the files in Golden/.
///
/// `PUSHMEDIA_UPDATE_GOLDEN=1 swift test --filter GoldenTests` writes them anew.
@Suite(.temporaryDirectory) struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Golden")
    private static let isUpdating =
        ProcessInfo.processInfo.environment["PUSHMEDIA_UPDATE_GOLDEN"] == "1"

    private static let commands = Tool.commands.map { $0.name }
    private static let calls: [[String]] =
        [["help"], ["man"]] + commands.map { ["help", $0] } + commands.map { ["man", $0] }
        + CompletionShell.names.map { ["completion", $0] }

    private static func file(_ call: [String]) -> String { call.joined(separator: "-") + ".txt" }

    @Test(arguments: calls) func textIsTheGoldenOne(call: [String]) async throws {
        let output = try await PushMedia.run(call)
        #expect(output.status == 0)
        let file = Self.folder.appendingPathComponent(Self.file(call))
        if Self.isUpdating { try Data(output.standardOutput).write(to: file) }
        let golden = try #require(
            try? String(contentsOf: file, encoding: .utf8),
            "no \(Self.file(call)): run with PUSHMEDIA_UPDATE_GOLDEN=1")
        #expect(output.stdout == golden, "\(Self.file(call)) differs")
    }

    @Test func goldenFilesAreThoseOfTheCommandsAlone() throws {
        let expected = Set(Self.calls.map(Self.file))
        let present = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        for file in Set(present).subtracting(expected) where Self.isUpdating {
            try FileManager.default.removeItem(at: Self.folder.appendingPathComponent(file))
        }
        #expect(Self.isUpdating || Set(present) == expected)
    }
}
