import Foundation
import TestSupport
import Testing

/// The gate, and the commands that only tell.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct VerifyTests {
    @Test func compliantFilesPass() async throws {
        try PushMedia.put(try await Media.jpeg(width: 800), as: "in/a.jpg")
        try PushMedia.put(try await Media.wav(), as: "in/b.wav")
        let output = try await PushMedia.run("verify", "in")
        #expect(output.status == 0)
        #expect(output.stdout.contains("2 compliant, 0 not"))
        #expect(output.stderr.isEmpty)
    }

    @Test func eachFaultIsNamedByItsRule() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600), as: "in/large.jpg")
        try PushMedia.put(try await Media.wav(seconds: 31), as: "in/long.wav")
        try PushMedia.put(try await Media.jpeg(width: 300), as: "in/picture.mp4")
        try PushMedia.put(
            try await Media.mp4(seconds: 1, framesPerSecond: 60), as: "in/fast.mp4")
        try PushMedia.write("no media", as: "in/notes.txt")
        let output = try await PushMedia.run("verify", "in", "--format", "json")
        #expect(output.status == 1)
        let result = try JSONDecoder().decode(Verification.self, from: Data(output.standardOutput))
        #expect(result.rules("large.jpg").contains("pixel-size"))
        #expect(result.rules("long.wav").isSuperset(of: ["duration", "bytes"]))
        #expect(result.rules("picture.mp4") == ["extension"])
        #expect(result.rules("fast.mp4").isSuperset(of: ["frame-rate", "moov-first"]))
        #expect(result.rules("notes.txt") == ["type"])
    }

    @Test func damageBehindAGoodHeaderIsFound() async throws {
        let clip = try await Media.mp4(seconds: 2, pattern: .noise)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
        let middle = bytes.count / 2
        for index in middle..<middle + 3000 { bytes[index] = UInt8(truncatingIfNeeded: index * 7) }
        try bytes.write(to: URL(fileURLWithPath: clip))
        try PushMedia.put(clip, as: "in/broken.mp4")
        let output = try await PushMedia.run("verify", "in")
        #expect(output.status == 1)
        #expect(output.stdout.contains("damaged"))
    }

    @Test func resultGoesIntoAFileWhereAsked() async throws {
        try PushMedia.put(try await Media.jpeg(width: 800), as: "in/a.jpg")
        let output = try await PushMedia.run("verify", "in", "--output", "result.txt")
        #expect(output.status == 0 && output.stdout.isEmpty)
        let text = try String(contentsOfFile: PushMedia.path("result.txt"), encoding: .utf8)
        #expect(text.contains("1 compliant"))
    }

    @Test func resultThatCannotBeWrittenIsAFailure() async throws {
        try PushMedia.put(try await Media.jpeg(width: 800), as: "in/a.jpg")
        let program = Products.path(of: "pushmedia")
        let output = try await Shell.run(
            ["sh", "-c", "'\(program)' verify in > /dev/full"], in: TemporaryDirectory.current)
        #expect(output.status == 3)
        #expect(output.stderr.contains("standard output"))
    }

    @Test func inspectTellsFactsFindingsAndPlan() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600, height: 900), as: "in/a.jpg")
        let output = try await PushMedia.run("inspect", "in/a.jpg")
        #expect(output.status == 0)
        #expect(output.stdout.contains("1600×900"))
        #expect(output.stdout.contains("pixel-size"))
        #expect(output.stdout.contains("plan: encode"))
    }

    @Test func rulesAreListedWithLimitAndSource() async throws {
        let output = try await PushMedia.run("rules")
        #expect(output.status == 0)
        #expect(output.stdout.contains("at most 10,000,000 bytes"))
        #expect(output.stdout.contains("developer.apple.com"))
    }

    @Test func doctorNamesTheLibraries() async throws {
        let output = try await PushMedia.run("doctor")
        #expect(output.status == 0)
        #expect(output.stdout.contains("libvips") && output.stdout.contains("FFmpeg"))
    }

    private struct Verification: Decodable {
        struct Finding: Decodable {
            var rule: String
            var severity: String
        }

        struct File: Decodable {
            var file: String
            var findings: [Finding]
        }

        var files: [File]

        /// The rules that a file breaks.
        func rules(_ name: String) -> Set<String> {
            let findings = files.first { $0.file == name }?.findings ?? []
            return Set(findings.filter { $0.severity == "error" }.map(\.rule))
        }
    }
}
