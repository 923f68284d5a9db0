import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Moving pictures and the GIFs that are made of them.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct AnimationTests {
    private func recipe(
        box: Int = 1_024, maxBytes: Int64 = 1_000_000, plays: Int? = nil
    ) -> Recipe {
        .animation(
            PictureRecipe(
                maxWidth: box, maxHeight: box, fit: .inside, orientation: 1, format: .gif,
                maxBytes: maxBytes, plays: plays))
    }

    private static let colours: [Colour] = [.red, .green, .blue, .yellow]

    /// Four frames of one colour each, shown for 0.1, 0.2, 0.7 and 0.1 seconds.
    private static let unevenly = "settb=1/100,setpts='if(lt(N,2),N*10,N*70-110)'"

    /// How often a GIF says it plays: its loop count and once more; nil where it says nothing.
    private func plays(_ gif: [UInt8]) -> Int? {
        guard let name = gif.firstRange(of: "NETSCAPE2.0") else { return nil }
        let at = name.upperBound
        guard gif[at..<at + 2] == [3, 1] else { return nil }
        let loops = Int(gif[at + 2]) | Int(gif[at + 3]) << 8
        return loops == 0 ? 0 : loops + 1
    }

    /// When each frame begins, in hundredths of a second.
    private func times(_ path: String) async throws -> [Int] {
        let output = try await Shell.require([
            "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
            "packet=pts_time", "-of", "csv=p=0", path,
        ])
        return output.stdout.split(whereSeparator: \.isNewline).compactMap {
            Double($0).map { Int(($0 * 100).rounded()) }
        }
    }

    struct Kind: CustomTestStringConvertible {
        let name: String
        let type: MediaType
        let arguments: [String]
        let plays: Int
        var testDescription: String { "\(name), plays \(plays)" }
    }

    private static let kinds = [
        Kind(name: "a.gif", type: .gif, arguments: [], plays: 0),
        Kind(name: "a.gif", type: .gif, arguments: ["-loop", "2"], plays: 3),
        Kind(name: "a.gif", type: .gif, arguments: ["-loop", "-1"], plays: 1),
        Kind(
            name: "a.webp", type: .webp,
            arguments: ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0"], plays: 0),
        Kind(
            name: "a.webp", type: .webp,
            arguments: ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "4"], plays: 4),
        Kind(name: "a.png", type: .png, arguments: ["-f", "apng", "-plays", "0"], plays: 0),
        Kind(name: "a.png", type: .png, arguments: ["-f", "apng", "-plays", "5"], plays: 5),
    ]

    @Test(arguments: kinds) func framesTimesAndLoopBecomeAGIF(_ kind: Kind) async throws {
        let drawing = Drawing(48, 32, frames: 4) { _, _, frame in Self.colours[frame] }
        let source = try await drawing.write(
            kind.name,
            [
                "-filter_complex",
                Self.unevenly + (kind.type == .gif ? "," + Drawing.exactPalette[1] : ""),
                "-fps_mode", "vfr",
            ] + kind.arguments)
        let picture = try #require(try await SharedEngine.probe(source, kind.type).picture)
        #expect(picture.width == 48)
        #expect(picture.height == 32)
        #expect(picture.frames == 4)
        #expect(picture.plays == kind.plays)
        let duration = try #require(picture.duration)
        #expect((1.0...1.8).contains(duration), "\(duration)")

        let rendered = try await SharedEngine.render(
            source, kind.type, recipe(plays: picture.plays), as: "out.gif")
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels.frames == 4)
        #expect(pixels.width == 48)
        for (frame, colour) in Self.colours.enumerated().prefix(pixels.frames) {
            #expect(pixels[24, 16, frame].isNear(colour, by: 12), "\(pixels[24, 16, frame])")
        }
        #expect(try await times(rendered.path) == [0, 10, 30, 100])
        #expect((try plays(rendered.bytes) ?? 1) == kind.plays)
        let again = try await SharedEngine.probe(rendered.path, .gif)
        #expect(again.findings == [])
        #expect(abs((again.picture?.duration ?? 0) - duration) < 0.011)
    }

    @Test(arguments: [
        ("clear.gif", MediaType.gif, Drawing.exactPalette),
        ("clear.webp", .webp, ["-c:v", "libwebp_anim", "-lossless", "1", "-pix_fmt", "bgra"]),
        ("clear.png", .png, ["-f", "apng", "-pix_fmt", "rgba"]),
    ]) func whatCanBeSeenThroughStaysSo(
        _ name: String, _ type: MediaType, _ arguments: [String]
    ) async throws {
        // A square that moves over nothing: what it leaves must be clear again.
        let drawing = Drawing(40, 20, frames: 3) { x, _, frame in
            (frame * 10..<frame * 10 + 10).contains(x) ? .red : .clear
        }
        let source = try await drawing.write(name, arguments)
        let picture = try #require(try await SharedEngine.probe(source, type).picture)
        #expect(picture.hasAlpha)
        let rendered = try await SharedEngine.render(source, type, recipe(), as: "out.gif")
        let pixels = try await Pixels(of: rendered.path)
        try #require(pixels.frames == 3)
        for frame in 0..<3 {
            #expect(pixels[35, 10, frame].alpha == 0)
            #expect(pixels[frame * 10 + 5, 10, frame].isNear(.red))
            if frame > 0 { #expect(pixels[5, 10, frame].alpha == 0, "frame \(frame)") }
        }
    }

    @Test func aLargeAnimationIsScaledDownWhole() async throws {
        let drawing = Drawing(120, 60, frames: 3) { x, y, frame in
            frame == 1 ? .white : Drawing.quarter(x, y, of: 120, 60)
        }
        let source = try await drawing.write("large.gif", Drawing.exactPalette)
        let rendered = try await SharedEngine.render(source, .gif, recipe(box: 60), as: "out.gif")
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels.width == 60)
        #expect(pixels.height == 30)
        #expect(pixels.frames == 3)
        let expected = try await Pixels(of: source).quarters(frame: 2)
        #expect(pixels.quarters(frame: 2).isNear(expected))
        #expect(pixels[30, 15, 1].isNear(.white))
    }

    @Test func theCapOnBytesIsMetWithEveryFrame() async throws {
        let source = try await Media.gif(
            "noise.gif", frames: 6, width: 160, height: 120, pattern: .noise)
        let before = try OpenedFile(source).contents().count
        try #require(before > 60_000)
        let rendered = try await SharedEngine.render(
            source, .gif, recipe(maxBytes: 20_000), as: "out.gif")
        #expect(try rendered.bytes.count <= 20_000)
        #expect(rendered.rendering.encodes > 1)
        #expect(try await Pixels(of: rendered.path).frames == 6)
        #expect(try await SharedEngine.probe(rendered.path, .gif).findings == [])
    }

    @Test func aCapThatNoAnimationMeetsIsRefused() async throws {
        let source = try await Media.gif(frames: 3, width: 40, height: 30)
        let refusal = try await refusal {
            try await SharedEngine.render(source, .gif, recipe(maxBytes: 10), as: "out.gif")
        }
        #expect(refusal.reason == .cannotFit)
    }

    @Test(arguments: [(130, 8), (40, 400)]) func tooManyFramesOrPixelsInAllAreRefused(
        _ frames: Int, _ side: Int
    ) async throws {
        let source = try await Media.gif(
            frames: frames, width: side, height: side, pattern: .red)
        let refusal = try await refusal {
            try await SharedEngine.render(source, .gif, recipe(), as: "out.gif")
        }
        #expect(refusal.reason == .tooLarge)
    }

    @Test func aStillOfAnAnimationIsItsFirstFrame() async throws {
        let drawing = Drawing(48, 32, frames: 4) { _, _, frame in Self.colours[frame] }
        let source = try await drawing.write("a.gif", Drawing.exactPalette)
        let still = PictureRecipe(
            maxWidth: 100, maxHeight: 100, fit: .inside, orientation: 1, format: .png,
            maxBytes: 100_000)
        let rendered = try await SharedEngine.render(source, .gif, .image(still), as: "out.png")
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels.frames == 1)
        #expect(pixels.height == 32)
        #expect(pixels[24, 16].isNear(.red))
    }

    @Test func stoppingEndsAnAnimationAtOnce() async throws {
        let source = try await Media.gif(
            "long.gif", frames: 60, width: 250, height: 200, pattern: .noise)
        let calls = Counter()
        let refusal = try await refusal {
            try await SharedEngine.render(source, .gif, recipe(), as: "out.gif") { _ in
                calls.increment()
                return calls.count < 3
            }
        }
        #expect(refusal.reason == .interrupted)
        #expect((3...4).contains(calls.count), "asked \(calls.count) times")
    }
}
