import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Short videos and the animations that are made of them.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct LoopTests {
    private func recipe(
        box: Int = 1_024, maxBytes: Int64 = 1_000_000, start: Double = 0, maxSeconds: Double = 10
    ) -> Recipe {
        .loop(
            PictureRecipe(
                maxWidth: box, maxHeight: box, fit: .inside, orientation: 1, format: .gif,
                maxBytes: maxBytes, plays: 0), start: start, maxSeconds: maxSeconds)
    }

    private static let colours: [Colour] = [.red, .green, .blue, .yellow]
    private static let lossless = ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p"]

    private func delays(_ path: String) async throws -> [Int] {
        try await ClipFile(path).video.map { Int(($0.duration * 100).rounded()) }
    }

    @Test func everyPictureIsShownForItsOwnTime() async throws {
        let drawing = Drawing(48, 32, frames: 4) { _, _, frame in Self.colours[frame] }
        let source = try await drawing.write(
            "a.mkv",
            [
                "-vf", "settb=1/1000,setpts='if(lt(N,3),N*(N+1)*65,1070)'", "-fps_mode", "vfr",
                "-enc_time_base", "1/1000", "-bf", "2",
            ] + Self.lossless)
        let rendered = try await SharedEngine.render(source, .matroska, recipe(), as: "out.gif")
        let pixels = try await Pixels(of: rendered.path)
        try #require(pixels.frames == 4)
        for (frame, colour) in Self.colours.enumerated() {
            #expect(pixels[24, 16, frame].isNear(colour, by: 12), "\(pixels[24, 16, frame])")
        }
        #expect(try await delays(rendered.path).dropLast() == [13, 26, 68])
        let again = try await SharedEngine.probe(rendered.path, .gif)
        #expect(again.findings == [])
        #expect(again.picture?.plays == 0)
    }

    @Test(arguments: [(60, 20), (50, 25), (48, 24), (30, 30), (12, 12)])
    func ratesBecomeWhatAGIFCanPlay(_ rate: Int, _ expected: Int) async throws {
        let source = try await Media.mp4(
            seconds: 1, width: 48, height: 32, framesPerSecond: rate, sound: false)
        let rendered = try await SharedEngine.render(source, .mp4, recipe(), as: "out.gif")
        let delays = try await delays(rendered.path)
        #expect(delays.count == expected)
        #expect(delays.reduce(0, +) == 100)
        #expect(delays.allSatisfy { $0 >= 3 })
    }

    @Test func pictureIsUprightAndInItsBox() async throws {
        let drawing = Drawing(96, 48, frames: 3) { x, y, frame in
            frame == 2 ? .white : Drawing.quarter(x, y, of: 96, 48)
        }
        let plain = try await drawing.write("plain.mp4", Self.lossless)
        let turned = TemporaryDirectory.current + "/turned.mov"
        try await Media.ffmpeg(
            ["-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned])
        let facts = try await SharedEngine.probe(turned, .mov).clip?.video
        let rotation = try #require(facts?.rotation)
        try #require(rotation == 90 || rotation == 270)
        let rendered = try await SharedEngine.render(turned, .mov, recipe(box: 48), as: "out.gif")
        let pixels = try await Pixels(of: rendered.path)
        // Two pictures are alike, and become one that is shown twice as long.
        #expect(pixels.width == 24 && pixels.height == 48 && pixels.frames == 2)
        #expect(try await delays(rendered.path) == [20, 10])
        let clockwise: [Colour] = [.blue, .red, .yellow, .green]
        let expected = rotation == 90 ? clockwise : clockwise.reversed()
        #expect(pixels.quarters.isNear(expected, by: 30), "\(pixels.quarters)")
    }

    @Test func laterStartShowsThePictureOfThatMoment() async throws {
        let drawing = Drawing(48, 32, frames: 4) { _, _, frame in Self.colours[frame] }
        let source = try await drawing.write("a.mp4", framesPerSecond: 2, Self.lossless)
        let rendered = try await SharedEngine.render(
            source, .mp4, recipe(start: 0.75, maxSeconds: 1), as: "out.gif")
        #expect(try await delays(rendered.path) == [25, 50, 25])
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels[24, 16, 0].isNear(.green, by: 12))
        #expect(pixels[24, 16, 2].isNear(.yellow, by: 12))
    }

    @Test func theCapOnBytesIsMet() async throws {
        let source = try await Media.mp4(
            seconds: 1, width: 160, height: 120, framesPerSecond: 10, pattern: .noise, sound: false)
        let rendered = try await SharedEngine.render(
            source, .mp4, recipe(maxBytes: 20_000), as: "out.gif")
        #expect(try rendered.bytes.count <= 20_000)
        #expect(abs((try await ClipFile(rendered.path).end) - 1) < 0.001)
    }

    @Test func damagedVideoIsNoAnimation() async throws {
        let source = try await Media.mp4(
            seconds: 2, width: 96, height: 64, pattern: .noise, sound: false)
        var bytes = try OpenedFile(source).contents()
        for at in bytes.count / 2..<bytes.count / 2 + 2_000 { bytes[at] = 0x55 }
        let broken = try OpenedFile.write(bytes, as: "broken.mp4")
        let refusal = try await refusal {
            try await SharedEngine.render(broken, .mp4, recipe(), as: "out.gif")
        }
        #expect(refusal.reason == .corrupt)
    }

    @Test(arguments: [("anullsrc", true), ("sine", false), ("sine,volume=-80dB", true)])
    func silenceIsHeard(_ sound: String, _ expected: Bool) async throws {
        let source = TemporaryDirectory.current + "/clip.mp4"
        try await Media.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=48x32:r=10", "-f", "lavfi", "-i", sound, "-t", "1",
            "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", source,
        ])
        let heard = try await SharedEngine.probe(source, .mp4, listens: true)
        #expect(heard.clip?.audio?.isSilent == expected)
        #expect(try await SharedEngine.probe(source, .mp4).clip?.audio?.isSilent == nil)
    }
}
