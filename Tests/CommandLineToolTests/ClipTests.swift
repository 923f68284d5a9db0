import Foundation
import TestSupport
import Testing

/// Videos through the whole program: damage, repair, silence, and a later start.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct ClipTests {
    private func prepare(_ out: String, _ arguments: String...) async throws -> Manifest {
        _ = try await Shell.run(
            [Products.path(of: "pushmedia"), "prepare", "in", "--out", out] + arguments,
            in: TemporaryDirectory.current)
        return try PushMedia.manifest(out)
    }

    /// A compliant clip of four seconds with key pictures at every second, changed before it is put.
    private func put(
        _ name: String, _ further: [String] = [], change: (inout Data) -> Void = { _ in }
    ) async throws {
        let clip = try await Media.mp4(
            name, seconds: 4, width: 96, height: 64, pattern: .noise,
            further: ["-g", "25", "-movflags", "+faststart"] + further)
        var bytes = try Data(contentsOf: URL(filePath: clip))
        change(&bytes)
        try bytes.write(to: URL(filePath: clip))
        try PushMedia.put(clip, as: "in/" + name)
    }

    private func damage(_ bytes: inout Data) {
        let at = bytes.count * 3 / 4
        for place in at..<at + 3_000 { bytes[place] ^= 0xA5 }
    }

    @Test func damageIsNamedAndTheRestPublishedIfThatIsWanted() async throws {
        try await put("whole.mp4")
        try await put("damaged.mp4", change: damage)
        try await put("short.mp4") { $0 = $0.prefix($0.count * 3 / 4) }
        try await put("headless.mp4") { bytes in
            // Without its index, which comes first.
            let media = bytes.firstRange(of: Data("mdat".utf8))?.lowerBound ?? 4
            bytes = Data(bytes.prefix(32)) + bytes[(media - 4)...]
        }

        let strict = try await prepare("strict")
        #expect(try strict.asset("whole.mp4").action == "keep")
        for name in ["damaged.mp4", "short.mp4", "headless.mp4"] {
            #expect(try strict.asset(name).reason?.code == "corrupt")
        }
        #expect(try strict.asset("headless.mp4").reason?.message.contains("index (moov)") == true)

        let repaired = try await prepare("repaired", "--repair")
        #expect(try repaired.asset("whole.mp4").action == "keep")
        for name in ["damaged.mp4", "short.mp4"] {
            let asset = try repaired.asset(name)
            let seconds = try #require(asset.attachment?.duration)
            #expect((2.5...3.2).contains(seconds), "\(name) lasts \(seconds) s")
            #expect(asset.findings.contains { $0.rule == "damaged" })
            let probe = try await Probe.of(PushMedia.path("repaired/" + name))
            #expect(abs((probe.seconds ?? 0) - seconds) < 0.05)
        }
        #expect(try repaired.asset("headless.mp4").reason?.code == "corrupt")
        #expect(try await PushMedia.run("verify", "repaired").status == 0)
    }

    @Test func silenceStaysUnlessItIsNotWanted() async throws {
        try await Media.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-f", "lavfi", "-i", "anullsrc",
            "-t", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", "quiet.mov",
        ])
        try PushMedia.put(PushMedia.path("quiet.mov"), as: "in/quiet.mov")
        #expect(try await prepare("kept").asset("quiet.mov").action == "remux")
        #expect(try await Probe.of(PushMedia.path("kept/quiet.mp4")).audio?.codecName == "aac")
        #expect(
            try await prepare("dropped", "--drop-silence").asset("quiet.mov").action == "remux")
        let probe = try await Probe.of(PushMedia.path("dropped/quiet.mp4"))
        #expect(probe.audio == nil && probe.video?.frames == 50)
    }

    @Test(arguments: [("2", "remux"), ("1.5", "encode")])
    func aLaterStartIsCopiedFromAKeyPicture(_ start: String, _ action: String) async throws {
        try await put("clip.mp4")
        let asset = try await prepare("out", "--start", start).asset("clip.mp4")
        #expect(asset.action == action)
        let seconds = try #require(asset.attachment?.duration)
        #expect(abs(seconds - (4 - (Double(start) ?? 0))) < 0.06, "\(seconds)")
    }
}
