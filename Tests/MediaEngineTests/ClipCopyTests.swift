import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Pictures that are copied: from where to where, and out of which containers.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct ClipCopyTests {
    /// Checksums of decoded pictures, in the order of showing.
    private func pictures(_ path: String) async throws -> [Substring] {
        let output = try await Shell.require([
            "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-f", "framemd5", "-",
        ])
        return output.stdout.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: ",").last
        }
    }

    /// Four seconds with key pictures at 0, 1, 2 and 3 s.
    private func source(
        _ name: String = "source.mp4", _ further: [String] = []
    ) async throws -> String {
        try await Media.mp4(
            name, seconds: 4, width: 64, height: 48, framesPerSecond: 25,
            further: [
                "-preset", "veryfast", "-bf", "2", "-g", "25", "-sc_threshold", "0",
            ] + further)
    }

    @Test func aCopyBeginsAtTheKeyPictureThatLiesThere() async throws {
        let source = try await source()
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(.copy, audio: .encode, start: 2), as: "late.mp4")
        #expect(rendered.rendering.encodes == 0)
        let clip = try await ClipFile(rendered.path)
        #expect((1.9...2.05).contains(clip.end), "\(clip.end)")
        #expect(try await pictures(rendered.path) == Array(pictures(source)[50...]))
        #expect(clip.video.map(\.time).min() == 0)
    }

    @Test func betweenKeyPicturesNothingCanBeCopied() async throws {
        let source = try await source()
        let refusal = try await refusal {
            try await SharedEngine.render(
                source, .mp4, ClipRecipe.video(.copy, audio: .drop, start: 2.5), as: "late.mp4")
        }
        #expect(refusal.reason == .cannotFit)
    }

    @Test func aTransportStreamIsCopiedAndItsParametersStandOnceInTheIndex() async throws {
        let whole = try await source()
        try await Media.ffmpeg(["-i", whole, "-c", "copy", "-f", "mpegts", "stream.ts"])
        let stream = TemporaryDirectory.current + "/stream.ts"
        let rendered = try await SharedEngine.render(
            stream, .mpegTS, ClipRecipe.video(.copy, audio: .copy), as: "copy.mp4")
        #expect(rendered.rendering.encodes == 0)
        let clip = try await ClipFile(rendered.path)
        #expect(clip.probe.video?.codecName == "h264")
        #expect(try await pictures(rendered.path) == pictures(whole))
        #expect(abs(clip.end - 4) < 0.05)
        #expect(try await SharedEngine.probe(rendered.path, .mp4).findings == [])
        try await expectNoParametersAmongPictures(rendered.path)
    }

    @Test func avc3IsMadeOrdinary() async throws {
        // Parameters before every key picture, in an MP4 that says so.
        let source = try await source(
            "avc3.mp4", ["-x264-params", "repeat-headers=1", "-tag:v", "avc3"])
        #expect(try await SharedEngine.probe(source, .mp4).clip?.video?.tag == "avc3")
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(.copy, audio: .drop), as: "avc1.mp4")
        #expect(try await SharedEngine.probe(rendered.path, .mp4).clip?.video?.tag == "avc1")
        #expect(try await pictures(rendered.path) == pictures(source))
        try await expectNoParametersAmongPictures(rendered.path)
    }

    /// Reads the kinds of all units in the packets: 7 and 8 are parameter sets.
    private func expectNoParametersAmongPictures(_ path: String) async throws {
        try await Media.ffmpeg([
            "-i", path, "-map", "0:v", "-c", "copy", "-f", "data", path + ".units",
        ])
        let bytes = try OpenedFile(path + ".units").contents()
        var (at, kinds) = (0, [UInt8: Int]())
        while at + 4 < bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            kinds[bytes[at + 4] & 31, default: 0] += 1
            at += 4 + length
        }
        #expect(at == bytes.count)
        #expect(kinds[5] == 4 && kinds[7] == nil && kinds[8] == nil, "\(kinds)")
    }

    @Test(arguments: ["libvpx", "libvpx-vp9"]) func whatIsTransparentInWebMIsShownOnBlack(
        _ codec: String
    ) async throws {
        let source = try await Drawing(64, 48, frames: 5) { x, _, _ in x < 32 ? .clear : .red }
            .write(
                "clear.webm",
                ["-pix_fmt", "yuva420p", "-c:v", codec, "-auto-alt-ref", "0", "-b:v", "1M"])
        let video = try #require(try await SharedEngine.probe(source, .webm).clip?.video)
        #expect(video.hasAlpha)
        let rendered = try await SharedEngine.render(
            source, .webm, ClipRecipe.video(audio: .drop), as: "white.mp4")
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels[10, 24, 2].isNear(.black), "\(pixels[10, 24, 2])")
        #expect(pixels[54, 24, 2].isNear(.red, by: 32), "\(pixels[54, 24, 2])")
    }

    @Test func fewBytesCostPixelsFirstAndThenPictures() async throws {
        let source = try await Media.mp4(
            seconds: 4, width: 640, height: 360, framesPerSecond: 30, pattern: .noise,
            sound: false)
        func encoded(_ bytes: Int64) async throws -> TestSupport.Probe.Stream {
            let rendered = try await SharedEngine.render(
                source, .mp4, ClipRecipe.video(audio: .drop, maxBytes: bytes), as: "\(bytes).mp4")
            #expect(try rendered.bytes.count <= Int(bytes))
            return try #require(try await ClipFile(rendered.path).probe.video)
        }
        let some = try await encoded(150_000)
        let few = try await encoded(30_000)
        #expect((480..<640).contains(try #require(some.width)))
        #expect(abs((some.framesPerSecond ?? 0) - 30) < 0.1)
        #expect(try #require(few.width) < 480)
        #expect(abs((few.framesPerSecond ?? 0) - 15) < 0.1)
    }
}
