import Foundation
import TestSupport
import Testing

@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct LoudnessOptionTests {
    /// LUFS, by FFmpeg's meter.
    private func loudness(_ path: String) async throws -> Double? {
        let output = try await Shell.require([
            "ffmpeg", "-nostdin", "-hide_banner", "-i", PushMedia.path(path), "-af", "ebur128",
            "-f", "null", "-",
        ])
        let values = output.stderr.matches(of: /I: +(-[0-9.]+) LUFS/)
        return values.last.flatMap { Double($0.output.1) }
    }

    @Test func everySoundComesOutEquallyLoud() async throws {
        for (name, level) in [("loud.wav", 1.0), ("soft.mp3", 0.1), ("clip.mp4", 0.3)] {
            let picture = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=2"]
            try await Media.ffmpeg(
                (name.hasSuffix("mp4") ? picture : []) + [
                    "-f", "lavfi", "-i", "aevalsrc='\(level)*sin(2000*PI*t)':d=2", "-pix_fmt",
                    "yuv420p", name,
                ])
            try PushMedia.put(PushMedia.path(name), as: "in/" + name)
        }
        let plain = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(plain.status == 0)
        let kept = try PushMedia.manifestData()

        #expect(
            try await PushMedia.run("prepare", "in", "--out", "out", "--loudness", "-20").status
                == 0)
        let manifest = try PushMedia.manifest()
        for name in ["loud.wav", "soft.mp3", "clip.mp4"] {
            let file = try #require(try manifest.asset(name).attachment?.file)
            #expect(file.hasSuffix(name == "clip.mp4" ? ".mp4" : ".m4a"))
            #expect(abs(try #require(try await loudness("out/" + file)) - -20) <= 0.2)
        }
        #expect(try await PushMedia.run("verify", "out").status == 0)

        // Without the option everything is as before.
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        #expect(try PushMedia.manifestData() == kept)
    }

    @Test(arguments: ["0", "16", "-31", "-4.9", "loud"]) func otherLoudnessIsRefused(
        _ value: String
    ) async throws {
        let output = try await PushMedia.run(
            "prepare", "in", "--out", "out", "--loudness", value)
        #expect(output.status == 2)
        #expect(output.stderr.contains("loudness"))
    }
}
