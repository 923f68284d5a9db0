import Foundation
import TestSupport
import Testing

/// The frames of a GIF as `inspect` shows them, and its repair.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct FrameTableTests {
    private struct Listing: Decodable {
        struct Frame: Decodable {
            var frame: Int
            var byte: Int
            var pixels: Int
            var expectedPixels: Int
            var findings: [String]
        }

        struct File: Decodable {
            var frames: [Frame]?
            var moreFrames: Int?
        }

        var files: [File]
    }

    private func json(_ arguments: String...) async throws -> Listing.File {
        let output = try await Shell.run(
            [Products.path(of: "pushmedia")] + arguments + ["--format", "json"],
            in: TemporaryDirectory.current)
        let listing = try JSONDecoder().decode(Listing.self, from: Data(output.standardOutput))
        return try #require(listing.files.first)
    }

    private func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(filePath: path))
    }

    /// A GIF whose last frame is cut off in the middle of its data.
    private func cut() async throws {
        let path = try await Media.gif(frames: 4, width: 64, height: 48, pattern: .noise)
        try PushMedia.put(try await Media.jpeg(width: 80), as: "in/other.jpg")
        let whole = try bytes(path)
        try whole.prefix(whole.count * 7 / 8).write(to: URL(filePath: PushMedia.path("in/cut.gif")))
    }

    @Test func everyFrameHasARow() async throws {
        try PushMedia.put(try await Media.gif(frames: 3, width: 64, height: 48), as: "in/a.gif")
        let output = try await PushMedia.run("inspect", "in/a.gif")
        #expect(output.status == 0)
        let lines = output.stdout.split(separator: "\n")
        let title = try #require(lines.firstIndex { $0.hasPrefix("    frame") })
        #expect(lines[title].hasSuffix("findings"))
        let rows = lines[title + 1...title + 3]
        #expect(rows.map { $0.split(separator: " ").first } == ["1", "2", "3"])
        let (file, first) = (
            try bytes(PushMedia.path("in/a.gif")), try await json("inspect", "in/a.gif")
        )
        let frames = try #require(first.frames)
        #expect(frames.allSatisfy { file[$0.byte] == 0x2c && $0.pixels == $0.expectedPixels })
    }

    @Test func longTableIsCutInTextAndWholeInJSON() async throws {
        try PushMedia.put(
            try await Media.gif(frames: 60, width: 16, height: 16), as: "in/long.gif")
        let output = try await PushMedia.run("inspect", "in/long.gif")
        #expect(output.stdout.contains("    … 10 more; --format json shows all\n"))
        let listed = try await json("inspect", "in/long.gif")
        #expect(listed.frames?.map(\.frame) == Array(1...60))
        #expect(listed.moreFrames == nil)
    }

    @Test func brokenFrameIsMarked() async throws {
        try await cut()
        let listed = try await json("inspect", "in/cut.gif")
        let frames = try #require(listed.frames)
        #expect(
            frames.map { $0.findings.contains("gif-frame-truncated") } == [
                false, false, false, true,
            ])
        #expect(frames[3].pixels < frames[3].expectedPixels)
    }

    @Test func otherFilesAndRehearsalsHaveNoTable() async throws {
        try PushMedia.put(try await Media.gif(frames: 3, width: 64, height: 48), as: "in/a.gif")
        try PushMedia.put(try await Media.jpeg(width: 80), as: "in/b.jpg")
        #expect(try await json("inspect", "in/b.jpg").frames == nil)
        #expect(try await json("prepare", "in", "--out", "out", "--dry-run").frames == nil)
    }

    @Test func cutAnimationIsRepairedOnRequestAndSaysWhatIsMissing() async throws {
        try await cut()
        let refused = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(refused.status == 1)
        #expect(refused.stdout.contains("corrupt"))
        let repaired = try await PushMedia.run("prepare", "in", "--out", "saved", "--repair")
        #expect(repaired.status == 0)
        let manifest = String(
            decoding: try bytes(PushMedia.path("saved/manifest.json")), as: UTF8.self)
        #expect(manifest.contains("frame 4, its last, was left out"))
        #expect(manifest.contains("\"remux\""))
        #expect(try await Probe.of(PushMedia.path("saved/cut.gif")).video?.frames == 3)
    }
}
