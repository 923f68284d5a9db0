import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct PrepareTests {
    @Test func everyKindBecomesAnAttachmentAndBadFilesAreRejected() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600, height: 1200), as: "in/photo.jpg")
        try PushMedia.put(try await Media.gif(frames: 5), as: "in/moving/loop.gif")
        try PushMedia.put(
            try await Media.mp4(seconds: 2, width: 640, height: 360, framesPerSecond: 60),
            as: "in/moving/clip.mov")
        try PushMedia.put(try await Media.wav(seconds: 2), as: "in/tone.wav")
        try PushMedia.write("<!doctype html><title>404</title>", as: "in/error.jpg")
        try PushMedia.write("", as: "in/empty.png")

        let output = try await PushMedia.run("prepare", "in", "--out", "out")

        #expect(output.status == 1)
        #expect(output.stderr.isEmpty)
        let manifest = try PushMedia.manifest()
        #expect(manifest.schema == "pushmedia-manifest/1")
        #expect(
            manifest.assets.map(\.source) == [
                "empty.png", "error.jpg", "moving/clip.mov", "moving/loop.gif", "photo.jpg",
                "tone.wav",
            ])
        #expect(manifest.summary["prepared"] == 4)
        #expect(try manifest.asset("empty.png").reason?.code == "empty")
        #expect(try manifest.asset("error.jpg").reason?.code == "unsupported")
        let photo = try #require(try manifest.asset("photo.jpg").attachment)
        #expect(photo.width == 1024 && photo.height == 768)
        #expect(try manifest.asset("moving/loop.gif").action == "keep")
        #expect(
            try PushMedia.files() == [
                "manifest.json", "report.html", "moving/clip.mp4", "moving/loop.gif", "photo.jpg",
                "tone.wav",
            ])

        let clip = try await Probe.of(PushMedia.path("out/moving/clip.mp4"))
        #expect(clip.video?.codecName == "h264" && clip.video?.pixFmt == "yuv420p")
        #expect(try #require(clip.video?.framesPerSecond) <= 30.01)
        #expect(try await PushMedia.run("verify", "out").status == 0)
    }

    @Test func repeatedRunDoesOnlyWhatIsMissingOrChanged() async throws {
        try PushMedia.put(try await Media.jpeg("a.jpg", width: 1200), as: "in/a.jpg")
        try PushMedia.put(try await Media.jpeg("b.jpg", width: 1300), as: "in/b.jpg")
        try PushMedia.put(try await Media.jpeg("c.jpg", width: 1400), as: "in/c.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        let manifest = try PushMedia.manifestData()
        let before = try inodes()

        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        #expect(try inodes() == before)
        #expect(try PushMedia.manifestData() == manifest)

        try FileManager.default.removeItem(atPath: PushMedia.path("out/a.jpg"))
        try FileManager.default.removeItem(atPath: PushMedia.path("in/b.jpg"))
        try PushMedia.put(try await Media.jpeg("d.jpg", width: 1500), as: "in/b.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        let after = try inodes()
        #expect(after["c.jpg"] == before["c.jpg"])
        #expect(after["b.jpg"] != before["b.jpg"] && after["a.jpg"] != nil)
    }

    @Test func outputThatWasDamagedIsMadeAnew() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1200), as: "in/a.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        let name = try #require(try PushMedia.manifest().asset("a.jpg").attachment?.file)
        let output = PushMedia.path("out/" + name)
        let before = try Data(contentsOf: URL(fileURLWithPath: output))
        var bytes = before
        bytes[before.count / 2] ^= 1
        let file = try #require(FileHandle(forWritingAtPath: output))
        try file.write(contentsOf: bytes)
        try file.close()
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: output)) == before)
    }

    @Test func collidingOutputsKeepTheirSourcesNames() async throws {
        try PushMedia.put(try await Media.jpeg("one.jpg", width: 1200), as: "in/hero.jpg")
        try PushMedia.put(try await Media.jpeg("two.jpg", width: 1300), as: "in/hero.jpeg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        #expect(
            try PushMedia.files() == [
                "manifest.json", "report.html", "hero.jpg.jpg", "hero.jpeg.jpg",
            ])
        // One rival goes: the other gets its plain name, and nothing is left behind.
        try FileManager.default.removeItem(atPath: PushMedia.path("in/hero.jpeg"))
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        #expect(try PushMedia.files().contains("hero.jpg"))
    }

    @Test func sourceThatBecomesBadLosesItsOutput() async throws {
        try PushMedia.put(try await Media.jpeg("one.jpg", width: 1200), as: "in/a.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        try FileManager.default.removeItem(atPath: PushMedia.path("in/a.jpg"))
        try PushMedia.write("no picture any more", as: "in/a.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        #expect(try PushMedia.files() == ["manifest.json", "report.html"])
    }

    @Test func formerOutputGoesEvenIfTheRunThatReplacedItDidNotEnd() async throws {
        try PushMedia.put(try await Media.jpeg("one.jpg", width: 1200), as: "in/a.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        try FileManager.default.removeItem(atPath: PushMedia.path("in/a.jpg"))
        try PushMedia.write("no picture any more", as: "in/a.jpg")
        // A folder cannot be removed like a file, so the run ends when it comes to that.
        try FileManager.default.moveItem(
            atPath: PushMedia.path("out/a.jpg"), toPath: PushMedia.path("former"))
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("out/a.jpg"), withIntermediateDirectories: false)
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 3)
        try FileManager.default.removeItem(atPath: PushMedia.path("out/a.jpg"))
        try FileManager.default.moveItem(
            atPath: PushMedia.path("former"), toPath: PushMedia.path("out/a.jpg"))
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        #expect(try PushMedia.files() == ["manifest.json", "report.html"])
        // Only once: a file that somebody puts there later is not ours.
        try PushMedia.write("somebody else's", as: "out/a.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        #expect(try PushMedia.files() == ["manifest.json", "report.html", "a.jpg"])
    }

    @Test func folderInTheWayOfAnOutputCostsThatOutputOnly() async throws {
        try PushMedia.put(try await Media.jpeg("a.jpg", width: 1200), as: "in/a.jpg")
        try PushMedia.put(try await Media.wav("b.wav"), as: "in/b.wav")
        for name in ["a.jpg", "a.png"] {
            try FileManager.default.createDirectory(
                atPath: PushMedia.path("out/" + name), withIntermediateDirectories: true)
        }
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        #expect(try PushMedia.manifest().asset("a.jpg").status == "failed")
        #expect(try PushMedia.manifest().asset("b.wav").status == "prepared")
    }

    @Test func folderInTheWayOfASettledNameCostsThatOutputOnly() async throws {
        try PushMedia.put(try await Media.jpeg("one.jpg", width: 1200), as: "in/hero.jpg")
        try PushMedia.put(try await Media.jpeg("two.jpg", width: 1300), as: "in/hero.jpeg")
        for name in ["hero.jpg.jpg", "hero.jpg.png"] {
            try FileManager.default.createDirectory(
                atPath: PushMedia.path("out/" + name), withIntermediateDirectories: true)
        }
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        #expect(try PushMedia.manifest().asset("hero.jpg").reason?.code == "internal")
        #expect(try PushMedia.manifest().asset("hero.jpeg").status == "prepared")
        // Once it is gone, the next run makes up for it.
        for name in ["hero.jpg.jpg", "hero.jpg.png"] {
            try FileManager.default.removeItem(atPath: PushMedia.path("out/" + name))
        }
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
    }

    @Test func dryRunWritesNothing() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1200), as: "in/a.jpg")
        let output = try await PushMedia.run("prepare", "in", "--out", "out", "--dry-run")
        #expect(output.status == 0)
        #expect(output.stdout.contains("plan: encode"))
        #expect(!FileManager.default.fileExists(atPath: PushMedia.path("out")))
    }

    @Test func jsonFormatPrintsTheManifest() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1200), as: "in/a.jpg")
        let output = try await PushMedia.run(
            "prepare", "in", "--out", "out", "--format", "json", "--no-report")
        #expect(Data(output.standardOutput) == (try PushMedia.manifestData()))
        #expect(try PushMedia.files() == ["manifest.json", "a.jpg"])
    }

    @Test(arguments: [
        (["prepare", "in", "--out", "out", "--bogus"], "--bogus"),
        (["prepare", "in"], "--out"),
        (["prepare", "--out", "out"], "sources"),
        (["prepare", "in", "--out", "out", "--profile", "tv"], "tv"),
        (["prepare", "nowhere", "--out", "out"], "nowhere"),
        (["prepare", "in", "--out", "in"], "outside"),
        (["prepare", "in", "--out", "in/deep/out"], "outside"),
        (["prepare", "in", "--out", "."], "hold"),
        (["prepare", "empty", "--out", "out"], "no sources"),
        (["prepare", "in", "--out", "out", "--jobs", "0"], "--jobs"),
        (["prepare", "in", "--out", "out", "--fit", "round"], "round"),
        (["verify"], "nothing to verify"),
        (["frobnicate"], "frobnicate"),
    ])
    func wrongCommandLineGetsOneLineAndExitCode2(arguments: [String], word: String) async throws {
        try PushMedia.write("x", as: "in/a.txt")
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("empty"), withIntermediateDirectories: false)
        let output = try await Shell.run(
            [Products.path(of: "pushmedia")] + arguments, in: TemporaryDirectory.current)
        #expect(output.status == 2)
        #expect(output.stdout.isEmpty)
        #expect(output.stderr.split(separator: "\n").count == 1)
        #expect(output.stderr.contains(word))
        #expect(!FileManager.default.fileExists(atPath: PushMedia.path("out")))
        #expect(try PushMedia.files("in") == ["a.txt"])
    }

    private func inodes() throws -> [String: UInt64] {
        let media = try PushMedia.files().filter {
            !$0.hasSuffix(".json") && !$0.hasSuffix(".html")
        }
        return try Dictionary(
            uniqueKeysWithValues: media.map { name in
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: PushMedia.path("out/" + name))
                return (name, try #require(attributes[.systemFileNumber] as? UInt64))
            })
    }
}
