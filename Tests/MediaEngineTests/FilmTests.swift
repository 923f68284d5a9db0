import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Animations and the videos that are made of them.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct FilmTests {
    private func recipe(
        background: UInt32? = nil, maxSeconds: Double = 30, maxSide: Int = 1_280,
        maxBytes: Int64 = 1_000_000
    ) -> Recipe {
        .film(
            FilmRecipe(
                background: background, maxSeconds: maxSeconds, maxSide: maxSide, maxFrameRate: 30,
                maxBytes: maxBytes))
    }

    private static let colours: [Colour] = [.red, .green, .blue, .yellow]

    /// Four frames of one colour each that begin at 0, 0.1, 0.3 and 1 second.
    private static let unevenly = "settb=1/100,setpts='if(lt(N,3),N*(N+1)*5,100)'"

    private static let kinds: [(String, MediaType, [String])] = [
        ("a.gif", .gif, []), ("a.webp", .webp, ["-c:v", "libwebp_anim", "-lossless", "1"]),
        ("a.png", .png, ["-f", "apng"]),
    ]

    private func milliseconds(_ values: [Double]) -> [Int] {
        values.map { Int(($0 * 1_000).rounded()) }
    }

    @Test(arguments: kinds) func everyFrameIsShownForItsOwnTime(
        _ name: String, _ type: MediaType, _ arguments: [String]
    ) async throws {
        let drawing = Drawing(48, 32, frames: 4) { _, _, frame in Self.colours[frame] }
        let filter = Self.unevenly + (type == .gif ? "," + Drawing.exactPalette[1] : "")
        let source = try await drawing.write(
            name, ["-filter_complex", filter, "-fps_mode", "vfr"] + arguments)
        let picture = try #require(try await SharedEngine.probe(source, type).picture)
        let duration = try #require(picture.duration)

        let rendered = try await SharedEngine.render(source, type, recipe(), as: "out.mp4")
        let clip = try await ClipFile(rendered.path)
        #expect(milliseconds(clip.video.map(\.time)) == [0, 100, 300, 1_000])
        // The last frame's own time is in the file's end, its packet's and the stream's.
        #expect(milliseconds([clip.end, clip.shortest]) == milliseconds([duration, duration]))
        #expect(clip.audio.isEmpty)
        let pixels = try await Pixels(of: rendered.path)
        try #require(pixels.frames == 4)
        for (frame, colour) in Self.colours.enumerated() {
            #expect(pixels[24, 16, frame].isNear(colour, by: 12), "\(pixels[24, 16, frame])")
        }
        let again = try await SharedEngine.probe(rendered.path, .mp4)
        #expect(again.findings == [])
        #expect(abs((again.clip?.playingTime ?? 0) - duration) < 0.001)
    }

    @Test func outputIsAVideoAsAllOthers() async throws {
        let source = try await Media.gif(frames: 8, width: 64, height: 48)
        let rendered = try await SharedEngine.render(source, .gif, recipe(), as: "out.mp4")
        let clip = try await ClipFile(rendered.path)
        let video = try #require(clip.probe.video)
        #expect(video.codecName == "h264" && video.pixFmt == "yuv420p")
        #expect(video.colorRange == "tv" && video.colorSpace == "bt709")
        #expect(video.framesPerSecond == 10 && video.frames == 8)
        let boxes = try rendered.bytes.topBoxes
        #expect(boxes.firstIndex(of: "moov") == 1, "\(boxes)")
    }

    @Test func framesOfNoTimeLastAsLongAsViewersShowThem() async throws {
        let source = try await Media.gif("fast.gif", frames: 5, framesPerSecond: 100)
        let rendered = try await SharedEngine.render(source, .gif, recipe(), as: "out.mp4")
        let clip = try await ClipFile(rendered.path)
        #expect(milliseconds(clip.video.map(\.duration)) == Array(repeating: 100, count: 5))
    }

    @Test(arguments: [
        // Pictures a second, how many are given, and how many stay.
        (50, 50, 25), (33, 60, 54), (30, 40, 39), (25, 30, 30),
    ]) func tooManyFramesInASecondAreThinned(
        _ rate: Int, _ count: Int, _ kept: Int
    ) async throws {
        let source = try await Media.gif(
            frames: count, width: 48, height: 32, framesPerSecond: rate)
        let picture = try #require(try await SharedEngine.probe(source, .gif).picture)
        try #require(picture.frames == count)
        let rendered = try await SharedEngine.render(source, .gif, recipe(), as: "out.mp4")
        let clip = try await ClipFile(rendered.path)
        #expect((kept - 1...kept).contains(clip.video.count), "\(clip.video.count) pictures")
        #expect(abs(clip.end - (picture.duration ?? 0)) < 0.001)
        let video = try #require(try await SharedEngine.probe(rendered.path, .mp4).clip?.video)
        #expect(video.frameRate <= 30.01 && video.busiestSecond <= 31)
    }

    @Test func whatIsTooLongIsCut() async throws {
        let source = try await Media.gif(frames: 12, width: 48, height: 32, framesPerSecond: 5)
        let rendered = try await SharedEngine.render(
            source, .gif, recipe(maxSeconds: 1.5), as: "out.mp4")
        let clip = try await ClipFile(rendered.path)
        #expect(clip.video.count == 8)
        #expect(milliseconds([clip.end]) == [1_500])
    }

    @Test(arguments: [(nil, Colour.white), (0x1E_28_DC, .blue)] as [(UInt32?, Colour)])
    func whatCanBeSeenThroughGetsABackground(
        _ background: UInt32?, _ colour: Colour
    ) async throws {
        let drawing = Drawing(40, 20, frames: 3) { x, _, frame in
            (frame * 10..<frame * 10 + 10).contains(x) ? .red : .clear
        }
        let source = try await drawing.write("clear.png", ["-f", "apng", "-pix_fmt", "rgba"])
        let rendered = try await SharedEngine.render(
            source, .png, recipe(background: background), as: "out.mp4")
        let pixels = try await Pixels(of: rendered.path)
        try #require(pixels.frames == 3)
        for frame in 0..<3 {
            #expect(pixels[35, 10, frame].isNear(colour), "\(pixels[35, 10, frame])")
            #expect(pixels[frame * 10 + 5, 10, frame].isNear(.red))
        }
    }

    @Test func halfOfAColourIsMixedWithTheBackground() async throws {
        let half = Colour(red: 220, green: 30, blue: 30, alpha: 128)
        let drawing = Drawing(40, 20, frames: 2) { _, _, frame in frame == 0 ? half : .blue }
        let source = try await drawing.write("half.png", ["-f", "apng", "-pix_fmt", "rgba"])
        let rendered = try await SharedEngine.render(source, .png, recipe(), as: "out.mp4")
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels[20, 10].isNear(Colour(red: 237, green: 142, blue: 142), by: 8))
    }

    @Test(arguments: [(7, 5, 8, 6), (1, 1, 2, 2), (120, 61, 60, 32)])
    func sidesBecomeEven(_ width: Int, _ height: Int, _ evenWidth: Int, _ evenHeight: Int)
        async throws
    {
        let drawing = Drawing(width, height, frames: 2) { x, _, frame in
            frame == 0 ? (x == width - 1 ? .red : .blue) : .green
        }
        let source = try await drawing.write("odd.png", ["-f", "apng", "-pix_fmt", "rgba"])
        let rendered = try await SharedEngine.render(
            source, .png, recipe(maxSide: 60), as: "out.mp4")
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels.width == evenWidth && pixels.height == evenHeight)
        #expect(pixels[0, evenHeight - 1, 1].isNear(.green))
    }

    @Test func theCapOnBytesIsMetWithEveryFrame() async throws {
        let source = try await Media.gif(
            frames: 20, width: 160, height: 120, pattern: .noise)
        let rendered = try await SharedEngine.render(
            source, .gif, recipe(maxBytes: 40_000), as: "out.mp4")
        #expect(try rendered.bytes.count <= 40_000)
        #expect(try await ClipFile(rendered.path).video.count == 20)
        let refusal = try await refusal {
            try await SharedEngine.render(source, .gif, recipe(maxBytes: 900), as: "none.mp4")
        }
        #expect(refusal.reason == .cannotFit)
    }

    @Test func stillsAreRefused() async throws {
        let source = try await Media.gif(frames: 1)
        let refusal = try await refusal {
            try await SharedEngine.render(source, .gif, recipe(), as: "out.mp4")
        }
        #expect(refusal.reason == .unsupported)
    }

    @Test func stoppingEndsAFilmAtOnce() async throws {
        let source = try await Media.gif(
            frames: 60, width: 250, height: 200, pattern: .noise)
        let calls = Counter()
        let refusal = try await refusal {
            try await SharedEngine.render(source, .gif, recipe(), as: "out.mp4") { _ in
                calls.increment()
                return calls.count < 3
            }
        }
        #expect(refusal.reason == .interrupted)
        #expect(calls.count == 3)
    }
}
