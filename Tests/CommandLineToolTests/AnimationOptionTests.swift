import Foundation
import TestSupport
import Testing

/// Animations as videos, videos as animations, and what inspect tells of that.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct AnimationOptionTests {
    private func prepare(_ out: String, _ arguments: String...) async throws -> Manifest {
        let output = try await Shell.run(
            [Products.path(of: "pushmedia"), "prepare", "in", "--out", out] + arguments,
            in: TemporaryDirectory.current)
        #expect(output.status == 0, "\(output.stdout)")
        #expect(try await PushMedia.run("verify", out).status == 0)
        return try PushMedia.manifest(out)
    }

    private func put(_ name: String, _ arguments: [String]) async throws {
        try await Media.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10"] + arguments + [name])
        try PushMedia.put(PushMedia.path(name), as: "in/" + name)
    }

    @Test func everyAnimationBecomesAVideoThatPasses() async throws {
        try await put("a.gif", ["-frames:v", "12"])
        try await put("b.webp", ["-frames:v", "12", "-c:v", "libwebp_anim", "-loop", "3"])
        try await put("c.png", ["-frames:v", "12", "-f", "apng", "-plays", "0"])
        try await put("long.gif", ["-t", "31"])
        try await put("one.webp", ["-frames:v", "1", "-c:v", "libwebp_anim"])

        let manifest = try await prepare("out", "--animation", "video")
        for name in ["a.gif", "b.webp", "c.png"] {
            let asset = try manifest.asset(name)
            #expect(asset.attachment?.kind == "video" && asset.action == "encode")
            #expect(asset.attachment?.frames == 12 && asset.attachment?.duration == 1.2)
            let file = try #require(asset.attachment?.file)
            let probe = try await Probe.of(PushMedia.path("out/" + file))
            #expect(probe.video?.codecName == "h264" && probe.video?.frames == 12)
            #expect(probe.seconds == 1.2 && probe.audio == nil)
        }
        #expect(try manifest.asset("long.gif").attachment?.duration == 30)
        #expect(try manifest.asset("one.webp").attachment?.kind == "image")
        let text = String(decoding: try PushMedia.manifestData(), as: UTF8.self)
        #expect(text.contains("31 s; the first 30 s were published"))
        #expect(text.contains("it plays 3 times, the video of it once"))
    }

    @Test func shortVideoBecomesAGIFIfNothingIsHeard() async throws {
        let mp4 = ["-t", "1", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
        try await put("mute.mp4", mp4)
        try await put("quiet.mp4", ["-f", "lavfi", "-i", "anullsrc"] + mp4)
        try await put("loud.mp4", ["-f", "lavfi", "-i", "sine"] + mp4)
        try await put("long.mp4", ["-t", "11"] + mp4.dropFirst(2))

        let manifest = try await prepare("out", "--animation", "gif")
        for name in ["mute", "quiet"] {
            let attachment = try #require(try manifest.asset(name + ".mp4").attachment)
            #expect(attachment.kind == "animation" && attachment.frames == 10)
            let probe = try await Probe.of(PushMedia.path("out/\(name).gif"))
            #expect(probe.video?.frames == 10 && probe.seconds == 1)
        }
        for name in ["loud", "long"] {
            #expect(try manifest.asset(name + ".mp4").attachment?.kind == "video")
        }
    }

    @Test func changedOptionDoesTheWorkAgain() async throws {
        try await put("a.gif", ["-frames:v", "5"])
        try await put("b.mp4", ["-t", "1", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
        _ = try await prepare("out")
        #expect(try PushMedia.files().isSuperset(of: ["a.gif", "b.mp4"]))
        _ = try await prepare("out", "--animation", "video")
        #expect(try PushMedia.files() == ["manifest.json", "report.html", "a.mp4", "b.mp4"])
        _ = try await prepare("out", "--animation", "gif")
        #expect(try PushMedia.files() == ["manifest.json", "report.html", "a.gif", "b.gif"])
    }

    private struct Listing: Decodable {
        struct Film: Decodable {
            var bytes: Int
            var share: Double
        }

        struct File: Decodable {
            var asMP4: Film?
            var plan: String
        }

        var files: [File]
    }

    @Test func inspectTellsWhatTheVideoWouldTake() async throws {
        try await put("a.gif", ["-frames:v", "5"])
        try await put("one.gif", ["-frames:v", "1"])
        let output = try await PushMedia.run(
            "inspect", "in/a.gif", "in/one.gif", "--format", "json")
        let files = try JSONDecoder().decode(
            Listing.self, from: Data(output.standardOutput)
        ).files
        try #require(files.count == 2)
        #expect(files[1].asMP4 == nil && files[0].plan == "keep")
        let film = try #require(files[0].asMP4)
        let source = try Data(contentsOf: URL(filePath: PushMedia.path("in/a.gif"))).count
        #expect(abs(film.share - Double(film.bytes) / Double(source)) < 0.0001)
        #expect(try PushMedia.files("in") == ["a.gif", "one.gif"])

        let made = try await prepare("out", "--animation", "video").asset("a.gif")
        #expect(made.attachment?.bytes == film.bytes)
        let text = try await PushMedia.run("inspect", "in/a.gif").stdout
        #expect(text.contains(" % of the GIF\n"))
        #expect(
            try await PushMedia.run("inspect", "--animation", "video", "in/a.gif")
                .stdout.contains("plan: encode"))
    }

    @Test func otherKindIsAWrongCommandLine() async throws {
        try await put("a.gif", ["-frames:v", "2"])
        let output = try await PushMedia.run("inspect", "in/a.gif", "--animation", "webm")
        #expect(output.status == 2 && output.stderr.contains("gif, video"))
    }
}
