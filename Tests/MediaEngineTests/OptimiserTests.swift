import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// How the GIF encoder saves bytes, and what it may not lose by it.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct OptimiserTests {
    /// Of true colours, as no GIF has them.
    private static let trueColour = ["-f", "apng", "-plays", "0", "-pix_fmt", "rgba"]

    /// Evenly spread over 0 up to the bound, the same at each run.
    private static func scattered(_ x: Int, _ y: Int, _ frame: Int, below bound: Int) -> Int {
        var hash = UInt32(truncatingIfNeeded: (frame * 509 + y) * 1_021 + x)
        for _ in 0..<2 {
            hash = (hash ^ hash >> 16) &* 0x45D9_F3B
        }
        return Int(hash ^ hash >> 16) % bound
    }

    /// Rings and stripes of a few colours.
    private static func drawn(_ x: Int, _ y: Int) -> Colour {
        let colours: [Colour] = [.white, .blue, .yellow, .green, .white]
        return colours[(x * x / 40 + y * y / 30) % 5]
    }

    /// A smooth ground of more colours than a palette has.
    private static func shaded(_ x: Int, _ y: Int) -> Colour {
        Colour(red: UInt8(60 + x), green: UInt8(90 + y), blue: UInt8(200 - x / 2 - y / 2))
    }

    /// Flat tiles, each of another colour, more than a palette has.
    private static func tiled(_ x: Int, _ y: Int) -> Colour {
        let (column, row) = (x / 6, y / 6)
        return Colour(
            red: UInt8(column * 11), green: UInt8(row * 15), blue: UInt8((column + row) % 6 * 40))
    }

    // MARK: - What is the same

    @Test func fewColoursStayAsTheyAreInNoMoreBytes() async throws {
        func picture(_ x: Int, _ y: Int, _ frame: Int) -> Colour {
            let isSquare = (frame * 9..<frame * 9 + 20).contains(x) && (10..<30).contains(y)
            if isSquare { return .red }
            return Self.scattered(x, y, frame, below: 50) == 0 ? .black : Self.drawn(x, y)
        }
        let drawing = Drawing(96, 64, frames: 6, picture)
        let source = try await drawing.write("few.gif", Drawing.exactPalette)
        let gif = try await OptimisedGIF(of: source, .gif)
        try #require(gif.frames.count == 6)
        let before = try await Pixels(of: source)
        for frame in 0..<6 {
            #expect(gif.pixels.differing(frame) { before[$0, $1, frame] } == 0)
        }
        #expect(gif.bytes.count <= (try OpenedFile(source).contents().count))
        #expect(gif.encodes == 1)
    }

    @Test func theSameInputGivesTheSameBytes() async throws {
        let source = try await Media.gif(frames: 4, width: 64, height: 48)
        let first = try await OptimisedGIF(of: source, .gif, box: 48, maxBytes: 1_500, as: "1.gif")
        let second = try await OptimisedGIF(of: source, .gif, box: 48, maxBytes: 1_500, as: "2.gif")
        #expect(first.encodes > 1)
        #expect(first.bytes == second.bytes)
    }

    // MARK: - What a frame covers

    @Test(arguments: [false, true])
    func laterFramesCoverWhatMoves(isTiled: Bool) async throws {
        func picture(_ x: Int, _ y: Int, _ frame: Int) -> Colour {
            let isSquare =
                (20 + frame * 6..<32 + frame * 6).contains(x) && (40..<52).contains(y)
            return isSquare ? .red : isTiled ? Self.tiled(x, y) : Self.drawn(x, y)
        }
        let drawing = Drawing(128, 96, frames: 5, picture)
        let source = try await drawing.write("moving.png", Self.trueColour)
        let gif = try await OptimisedGIF(of: source, .png)
        try #require(gif.frames.count == 5)
        #expect(gif.frames[0].width == 128)
        #expect(gif.frames[0].height == 96)
        for (number, frame) in gif.frames.enumerated().dropFirst() {
            // The square, and where it was; perhaps a tile beside it that can be shown better now.
            let (left, right) = (14 + number * 6, 32 + number * 6)
            #expect(frame.x <= left && frame.x + frame.width >= right, "\(frame)")
            #expect(frame.y <= 40 && frame.y + frame.height >= 52, "\(frame)")
            #expect(frame.width * frame.height <= (isTiled ? 600 : 18 * 12), "\(frame)")
        }
    }

    @Test(arguments: [false, true])
    func whatStaysIsKeptByTransparency(isShaded: Bool) async throws {
        func picture(_ x: Int, _ y: Int, _ frame: Int) -> Colour {
            let isChanging = Self.scattered(x, y, 0, below: 150) == frame
            return isChanging ? .red : isShaded ? Self.shaded(x, y) : Self.drawn(x, y)
        }
        let source = try await Drawing(128, 96, frames: 6, picture).write(
            "scattered.png", Self.trueColour)
        let gif = try await OptimisedGIF(of: source, .png)
        try #require(gif.frames.count == 6)
        // Alone, each would take what the first one takes.
        let whole = gif.frames[0].dataRange.count
        for frame in gif.frames.dropFirst() {
            #expect(frame.transparentIndex != nil)
            #expect(frame.width * frame.height > 128 * 96 / 2)
            #expect(frame.dataRange.count * 2 < whole, "\(frame.dataRange.count) of \(whole)")
        }
        // What changed once was not to be kept any more.
        for frame in 0..<6 {
            let wrong = gif.pixels.differing(frame) { x, y in
                let shown = gif.pixels[x, y, frame]
                return shown.isNear(.red) == (Self.scattered(x, y, 0, below: 150) == frame)
                    ? shown : .clear
            }
            #expect(wrong == 0)
        }
    }

    // MARK: - Times

    @Test func neighboursThatLookAlikeAreOneFrame() async throws {
        let shown = [0, 0, 0, 1, 1, 2, 3, 3]
        let source = try await Drawing(64, 48, frames: 8) { x, y, frame in
            var colour = x < 32 ? Self.shaded(x, y) : Self.drawn(x, y)
            // What nobody sees differs all the same.
            colour.red -= x % 8 == frame ? 1 : 0
            return (10..<40).contains(y) && x / 16 == shown[frame] ? .red : colour
        }.write("alike.png", Self.trueColour)
        let gif = try await OptimisedGIF(of: source, .png)
        #expect(gif.delays == [30, 20, 10, 20])
    }

    @Test(arguments: [2, 5]) func whatNeverMovesIsStillAnAnimation(frames: Int) async throws {
        let source = try await Media.gif(frames: frames, width: 48, height: 32, pattern: .red)
        try #require(try await SharedEngine.probe(source, .gif).picture?.frames == frames)
        let gif = try await OptimisedGIF(of: source, .gif)
        #expect(gif.frames.count == 2)
        #expect(gif.duration == frames * 10)
    }

    @Test func noFrameIsShownForLongerThanAGIFCanSay() async throws {
        let still = try await Media.gif(
            "still.gif", frames: 4, width: 48, height: 32, pattern: .red)
        let slow = try OpenedFile(still).contents().withDelays([30_000, 30_000, 30_000, 30_000])
        let gif = try await OptimisedGIF(of: OpenedFile.write(slow, as: "slow.gif"), .gif)
        #expect(gif.delays == [60_000, 60_000])
    }

    @Test func delaysThatViewersSlowDownAreWrittenAsShown() async throws {
        let drawing = Drawing(48, 32, frames: 5) { x, _, frame in x / 8 == frame ? .red : .white }
        let even = try OpenedFile(try await drawing.write("even.gif", Drawing.exactPalette))
        let source = try OpenedFile.write(
            even.contents().withDelays([0, 1, 2, 3, 10]), as: "hurried.gif")
        #expect(try await OptimisedGIF(of: source, .gif).delays == [10, 10, 2, 3, 10])
    }

    @Test(arguments: [("thirds.png", MediaType.png), ("thirds.webp", .webp)])
    func whatIsLostInRoundingIsCarriedOn(_ name: String, _ type: MediaType) async throws {
        let drawing = Drawing(48, 32, frames: 12) { x, _, frame in x / 4 == frame ? .red : .white }
        let kind = type == .png ? Self.trueColour : ["-c:v", "libwebp_anim", "-lossless", "1"]
        let source = try await drawing.write(name, framesPerSecond: 30, kind)
        let duration = try #require(try await SharedEngine.probe(source, type).picture?.duration)
        let gif = try await OptimisedGIF(of: source, type)
        #expect(abs(Double(gif.duration) - duration * 100) <= 1)
        #expect(gif.frames.count == 12)
        for count in 1..<12 {
            let exact = Double(count) * 100 / 30
            #expect(abs(Double(gif.delays.prefix(count).reduce(0, +)) - exact) < 1)
        }
    }

    // MARK: - Colours

    @Test func scenesThatShareNoPaletteHaveTheirOwn() async throws {
        // Eight scenes of 96 saturated colours each, in patches; two frames for each one.
        func picture(_ x: Int, _ y: Int, _ frame: Int) -> Colour {
            let (column, row) = ((x / 8 + frame % 2) % 12, y / 8)
            func channel(_ number: Int) -> UInt8 {
                UInt8(Self.scattered(column, row, frame / 2 * 3 + number, below: 256))
            }
            return Colour(red: channel(0), green: channel(1), blue: channel(2))
        }
        let drawing = Drawing(96, 64, frames: 16, picture)
        let source = try await drawing.write("scenes.png", Self.trueColour)
        let gif = try await OptimisedGIF(of: source, .png)
        try #require(gif.frames.count == 16)
        #expect(gif.frames.contains { $0.hasLocalTable })
        var distances: [Int] = []
        for frame in 0..<16 {
            for y in stride(from: 4, to: 64, by: 8) {
                for x in stride(from: 4, to: 96, by: 8) {
                    distances.append(gif.pixels[x, y, frame].distance(to: picture(x, y, frame)))
                }
            }
        }
        // Neighbours may be taken for each other, but hardly ever.
        #expect(try #require(distances.max()) <= 20)
        #expect(distances.count { $0 > 3 } * 20 < distances.count)
    }

    // MARK: - What can be seen through

    @Test(arguments: [false, true])
    func nothingStaysOfWhatVanished(isShaded: Bool) async throws {
        // A square comes into view, then moves away from where it was.
        func picture(_ x: Int, _ y: Int, _ frame: Int) -> Colour {
            let isGround = (x - 60) * (x - 60) + (y - 40) * (y - 40) < 400
            let left = [0, 4, 4, 30, 60, 60][frame]
            let isSquare = (left..<left + 16).contains(x) && (20..<36).contains(y)
            if isSquare && frame > 0 { return .red }
            if !isGround { return .clear }
            return isShaded ? Self.shaded(x, y) : .blue
        }
        let source = try await Drawing(96, 64, frames: 6, picture).write(
            "clear.png", Self.trueColour)
        let gif = try await OptimisedGIF(of: source, .png)
        for number in 0..<6 {
            let frame = gif.frame(at: number * 10)
            let wrong = gif.pixels.differing(frame) { x, y in
                let (shown, wanted) = (gif.pixels[x, y, frame], picture(x, y, number))
                return shown.isNear(wanted, by: 48) ? shown : wanted
            }
            #expect(wrong == 0, "frame \(number)")
        }
        #expect(gif.frames[0].width == 96)
        #expect(gif.frames[0].height == 64)
        // Before the square leaves, and before it leaves again.
        #expect(gif.frames.map { $0.disposal == 2 } == [false, false, true, true, false])
    }

    // MARK: - The cap

    /// A disc that moves over a grainy ground, which moves as well.
    private func lively(framesPerSecond rate: Int) async throws -> String {
        try await Drawing(64, 48, frames: 8) { x, y, frame in
            let grain = UInt8(Self.scattered(x, y, frame / 3, below: 24))
            let (across, down) = (x - 30 - frame * 3, y - 32)
            let away = across * across + down * down
            if away < 300 { return Colour(red: UInt8(200 - away / 3), green: 40, blue: grain) }
            var colour = Self.shaded(x + frame, y)
            colour.red += grain
            colour.blue += grain / 2
            return colour
        }.write("lively.png", framesPerSecond: rate, Self.trueColour)
    }

    @Test func theLargerTheCapTheBetterTheLikeness() async throws {
        let source = try await lively(framesPerSecond: 10)
        let ideal = try await Pixels(of: source)
        var errors: [Double] = []
        for cap in [5_000, 6_000, 7_000] {
            let gif = try await OptimisedGIF(
                of: source, .png, maxBytes: Int64(cap), as: "\(cap).gif")
            #expect(gif.bytes.count <= cap)
            #expect((2...8).contains(gif.encodes))
            #expect(gif.duration == 80)
            // Pixels and frames are given up last.
            try #require(gif.pixels.width == 64)
            #expect(gif.frames.count == 8)
            errors.append(gif.error(against: ideal, delay: 10))
        }
        #expect(zip(errors, errors.dropFirst()).allSatisfy(>), "\(errors)")
    }

    @Test func theTightestCapsTakePixels() async throws {
        let source = try await lively(framesPerSecond: 10)
        var widths = [64]
        for cap in [2_600, 1_500] {
            let gif = try await OptimisedGIF(
                of: source, .png, maxBytes: Int64(cap), as: "\(cap).gif")
            #expect(gif.bytes.count <= cap)
            #expect(gif.encodes <= 8)
            // A frame that is shown for a tenth of a second stays.
            #expect(gif.delays == Array(repeating: 10, count: 8))
            #expect(abs(gif.pixels.width * 3 - gif.pixels.height * 4) <= 4)
            widths.append(gif.pixels.width)
        }
        #expect(zip(widths, widths.dropFirst()).allSatisfy(>), "\(widths)")
    }

    @Test func aBriskAnimationShowsEveryOtherFrameForTwiceAsLong() async throws {
        let source = try await lively(framesPerSecond: 20)
        let loose = try await OptimisedGIF(of: source, .png, maxBytes: 6_000, as: "loose.gif")
        #expect(loose.delays == Array(repeating: 5, count: 8))
        let tight = try await OptimisedGIF(of: source, .png, maxBytes: 2_600, as: "tight.gif")
        #expect(tight.bytes.count <= 2_600)
        #expect(tight.delays == Array(repeating: 10, count: 4))
    }
}
