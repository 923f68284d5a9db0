import Foundation
import TestSupport
import Testing

/// A folder held against its manifest.
extension VerificationOptionTests {
    @Test func folderIsHeldAgainstItsManifest() async throws {
        for name in ["a", "b", "c"] {
            try PushMedia.put(try await Media.wav(), as: "in/\(name).wav")
        }
        _ = try await PushMedia.run("prepare", "in", "--out", "out")
        let good = try await PushMedia.run("verify", "out/manifest.json")
        #expect(good.status == 0 && good.stdout.contains("3 compliant, 0 not"))
        try FileManager.default.removeItem(atPath: PushMedia.path("out/a.wav"))
        try FileManager.default.copyItem(
            atPath: PushMedia.path("out/c.wav"), toPath: PushMedia.path("out/extra.wav"))
        try changeLastByte(of: "out/b.wav")
        let missing = try await PushMedia.run("verify", "out/manifest.json", "-f", "github")
        #expect(missing.stdout.contains("::error file=out/a.wav,title=manifest-missing::"))
        let bad = try await PushMedia.run("verify", "out/manifest.json", "--format", "json")
        #expect(bad.status == 1)
        let result = try JSONDecoder().decode(Verification.self, from: Data(bad.standardOutput))
        #expect(result.rules("a.wav") == ["manifest-missing"])
        #expect(result.rules("b.wav") == ["manifest-changed"])
        #expect(result.rules("c.wav") == [])
        #expect(result.rules("extra.wav") == ["manifest-extra"])
    }

    @Test func folderWithoutItsAttachmentsIsNotCompliant() async throws {
        try PushMedia.put(try await Media.wav(), as: "in/a.wav")
        _ = try await PushMedia.run("prepare", "in", "--out", "out")
        try FileManager.default.removeItem(atPath: PushMedia.path("out/a.wav"))
        let output = try await PushMedia.run("verify", "out/manifest.json")
        #expect(output.status == 1 && output.stdout.contains("manifest-missing"))
        let linked = try await PushMedia.run("verify", "out/manifest.json", "--follow")
        #expect(linked.status == 2 && linked.stderr.contains("--follow"))
    }

    @Test func linkAmongTheAttachmentsIsExtra() async throws {
        try PushMedia.put(try await Media.wav(), as: "in/a.wav")
        _ = try await PushMedia.run("prepare", "in", "--out", "out")
        try FileManager.default.createSymbolicLink(
            atPath: PushMedia.path("out/b.wav"), withDestinationPath: "../in/a.wav")
        let output = try await PushMedia.run("verify", "out/manifest.json")
        #expect(output.status == 1 && output.stdout.contains("manifest-extra"))
        #expect(try await PushMedia.run("verify", "out").status == 0)
    }

    @Test func brokenManifestIsNoGate() async throws {
        try PushMedia.put(try await Media.wav(), as: "in/a.wav")
        try PushMedia.write("{\"schema\": \"pushmedia-man", as: "in/manifest.json")
        let output = try await PushMedia.run("verify", "in/manifest.json", "in/a.wav")
        #expect(output.status == 2 && output.stderr.contains("it is no manifest"))
    }

    @Test func manifestOfAnotherTypeIsNoticed() async throws {
        try PushMedia.put(try await Media.wav(), as: "in/a.wav")
        _ = try await PushMedia.run("prepare", "in", "--out", "out")
        let place = URL(fileURLWithPath: PushMedia.path("out/manifest.json"))
        let text = String(decoding: try Data(contentsOf: place), as: UTF8.self)
        try Data(text.replacing("com.microsoft.waveform-audio", with: "public.mp3").utf8)
            .write(to: place)
        let output = try await PushMedia.run("verify", "out/manifest.json")
        #expect(output.status == 1 && output.stdout.contains("the manifest says public.mp3"))
    }
}
