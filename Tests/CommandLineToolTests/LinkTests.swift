import Foundation
import Glibc
import TestSupport
import Testing

/// How the programs tell of links and special files.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct LinkTests {
    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: PushMedia.path(name), withDestinationPath: target)
    }

    private func makeSources() async throws {
        try PushMedia.put(try await Media.jpeg("a.jpg", width: 400), as: "in/a.jpg")
        try PushMedia.put(try await Media.jpeg("b.jpg", width: 500), as: "elsewhere/b.jpg")
        try PushMedia.write("", as: "in/.DS_Store")
        try link("in/far.jpg", to: "../elsewhere/b.jpg")
        try link("in/gone.jpg", to: "nothing.jpg")
        try link("in/loop", to: ".")
        #expect(mkfifo(PushMedia.path("in/pipe"), 0o644) == 0)
    }

    @Test func whatIsLeftOutIsToldAndChangesNoExitCode() async throws {
        try await makeSources()
        let output = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(output.status == 0)
        let manifest = try PushMedia.manifest()
        #expect(manifest.assets.map(\.source) == ["a.jpg"])
        #expect(manifest.summary["ignored"] == 1)
        let skipped = manifest.skipped.flatMap { skipped in
            skipped.findings.map { "\(skipped.source) \($0.severity) \($0.rule)" }
        }
        #expect(
            skipped == [
                "far.jpg warning link-outside", "gone.jpg warning link-broken",
                "loop warning link-loop", "pipe warning special-file",
            ])
        let page = try String(contentsOfFile: PushMedia.path("out/report.html"), encoding: .utf8)
        for rule in ["link-outside", "link-broken", "link-loop", "special-file"] {
            #expect(output.stdout.split(separator: "\n").count { $0.contains(rule) } == 1)
            #expect(page.contains("<code>\(rule)</code>"))
        }
        #expect(output.stdout.contains("1 ignored"))
    }

    @Test func verifyTellsOfThemInTextAndJSON() async throws {
        try await makeSources()
        let text = try await PushMedia.run("verify", "in")
        #expect(text.status == 0)
        #expect(text.stdout.contains("skipped  far.jpg  link-outside"))
        struct Result: Decodable {
            var ignored: Int
            var skipped: [Manifest.Skipped]
        }
        let json = try await PushMedia.run("verify", "in", "--format", "json", "--follow")
        let result = try JSONDecoder().decode(Result.self, from: Data(json.standardOutput))
        #expect(result.ignored == 1)
        #expect(result.skipped.map(\.source) == ["gone.jpg", "loop", "pipe"])
    }

    @Test func followedLinkHasItsOwnName() async throws {
        try await makeSources()
        #expect(try await PushMedia.run("prepare", "in", "--out", "out", "--follow").status == 0)
        #expect(try PushMedia.manifest().assets.map(\.source) == ["a.jpg", "far.jpg"])
        #expect(try PushMedia.files().isSuperset(of: ["a.jpg", "far.jpg"]))
    }

    @Test func nothingLeftOutIsAnEmptyList() async throws {
        try PushMedia.put(try await Media.jpeg(width: 400), as: "in/a.jpg")
        let output = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(try PushMedia.manifest().skipped.isEmpty)
        #expect(!output.stdout.contains("skipped"))
    }

    @Test func batchOfNothingButLinksSaysWhatToDo() async throws {
        try PushMedia.put(try await Media.jpeg(width: 400), as: "elsewhere/a.jpg")
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("in"), withIntermediateDirectories: false)
        try link("in/a.jpg", to: "../elsewhere/a.jpg")
        let output = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(output.status == 2)
        #expect(output.stderr.contains("--follow"))
    }
}
