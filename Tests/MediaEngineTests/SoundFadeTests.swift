import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Encoded sound that is cut fades out; what ends by itself does not.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct SoundFadeTests {
    private static let tone = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100"]

    private func file(_ name: String, _ arguments: [String]) async throws -> String {
        try await Media.ffmpeg(Self.tone + arguments + [name])
        return TemporaryDirectory.current + "/" + name
    }

    /// A tone beside a picture of other length.
    private func video(_ name: String, picture: Double, sound: Double) async throws -> String {
        let picture = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=\(picture)"]
        return try await file(
            name,
            picture + ["-af", "atrim=end=\(sound)", "-c:v", "mpeg4", "-c:a", "pcm_s16le"])
    }

    /// How loud the last 50 ms are next to the 50 ms before: at their beginning, and in their last ms.
    private func envelope(_ path: String) async throws -> (beginning: Double, end: Double) {
        // What fills the last packet is no part of the sound.
        let stated = try await TestSupport.Probe.of(path).audio?.duration
        let length = try #require(stated.flatMap { Double($0) })
        let samples = try await Samples(path, filter: "atrim=end=\(length)")
        let before = samples.level(-0.1 ..< -0.05, fromEnd: true)
        return (
            samples.level(-0.05 ..< -0.045, fromEnd: true) / before,
            samples.level(-0.001..<0, fromEnd: true) / before
        )
    }

    @Test func soundThatGoesOnFadesOut() async throws {
        let source = try await file("long.flac", ["-t", "4"])
        let rendered = try await SharedEngine.render(
            source, .flac, ClipRecipe.sound(.m4a, .encode, start: 0.5, maxSeconds: 2), as: "out.m4a"
        )
        let envelope = try await envelope(rendered.path)
        #expect(envelope.beginning > 0.8)
        #expect(envelope.end < 0.05)
    }

    @Test func soundThatEndsByItselfDoesNotFade() async throws {
        let source = try await file("short.flac", ["-t", "2"])
        let rendered = try await SharedEngine.render(
            source, .flac, ClipRecipe.sound(.m4a, .encode, start: 0.5), as: "out.m4a")
        #expect(try await envelope(rendered.path).end > 0.7)
    }

    @Test func aLastPacketThatIsNotFullIsNoSoundThatGoesOn() async throws {
        let source = try await file("short.m4a", ["-t", "2.01", "-c:a", "aac"])
        let rendered = try await SharedEngine.render(
            source, .m4a, ClipRecipe.sound(.m4a, .encode), as: "out.m4a")
        #expect(try await envelope(rendered.path).end > 0.7)
        #expect(try await abs(ClipFile(rendered.path).end - 2.01) < 0.001)
    }

    @Test func soundFadesOutWithThePictureThatEndsIt() async throws {
        let source = try await video("longer.mov", picture: 2, sound: 3)
        let rendered = try await SharedEngine.render(
            source, .mov, ClipRecipe.video(), as: "out.mp4")
        #expect(try await envelope(rendered.path).end < 0.05)
        #expect(try await abs(ClipFile(rendered.path).end - 2) < 0.001)
    }

    @Test func soundThatEndsBeforeThePictureDoesNotFade() async throws {
        let source = try await video("shorter.mov", picture: 3, sound: 2)
        let rendered = try await SharedEngine.render(
            source, .mov, ClipRecipe.video(), as: "out.mp4")
        #expect(try await envelope(rendered.path).end > 0.7)
    }

    @Test func copiedSoundIsNotTouched() async throws {
        let source = try await file("long.wav", ["-t", "4"])
        let rendered = try await SharedEngine.render(
            source, .wav, ClipRecipe.sound(.wav, .copy, maxSeconds: 2), as: "out.wav")
        #expect(try await envelope(rendered.path).end > 0.7)
    }
}
