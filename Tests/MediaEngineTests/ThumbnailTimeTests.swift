import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// The moment of a video that stands for it where nothing moves.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct ThumbnailTimeTests {
    private static let moving = "testsrc2=s=320x180"
    /// Another picture, which stands still.
    private static let bars = "smptehdbars=s=320x180"

    /// A video of what a graph of filters makes.
    private func video(
        _ graph: String, rate: String = "25", _ further: [String] = []
    ) async throws -> String {
        try await Media.ffmpeg(
            [
                "-f", "lavfi", "-i", "\(graph),fps=\(rate)", "-c:v", "libx264",
                "-preset", "ultrafast", "-crf", "12", "-pix_fmt", "yuv420p",
            ] + further + ["clip.mp4"])
        return TemporaryDirectory.current + "/clip.mp4"
    }

    /// When the thumbnail is shown, by the facts that a verdict has.
    private func time(
        of path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Double {
        let clip = try #require(
            try await SharedEngine.probe(path, .mp4).clip, sourceLocation: sourceLocation)
        return try #require(clip.thumbnailTime, sourceLocation: sourceLocation)
    }

    @Test(arguments: ["black", "white"]) func aFadeIsOver(_ colour: String) async throws {
        let path = try await video("\(Self.moving):d=5,fade=d=2:color=\(colour)")
        let time = try await time(of: path)
        let chosen = try await Luma(of: path, at: time)
        let whole = try await Luma(of: path, at: 4)
        #expect(time < 2.5)
        #expect(abs(chosen.mean - whole.mean) < 0.04 * whole.mean)
        #expect(chosen.spread > 0.95 * whole.spread)
    }

    @Test(arguments: ["black", "white", "blue"]) func noSecondOfASingleColourIsShown(
        _ colour: String
    ) async throws {
        let path = try await video(
            "color=\(colour):s=320x180:r=25:d=1[a];\(Self.moving):r=25:d=2[b];[a][b]concat")
        let time = try await time(of: path)
        #expect((1.0...1.4).contains(time))
        #expect(try await Luma(of: path, at: time).spread > 30)
        #expect(try await Luma(of: path, at: 0.9).spread < 3)
    }

    @Test func aFlashOfWhiteIsLeftOut() async throws {
        let flash = "drawbox=c=white:t=fill:enable='lt(mod(t,1),0.25)'"
        let path = try await video("\(Self.moving):d=3,\(flash)")
        let time = try await time(of: path)
        #expect(time > 0.2 && time < 0.8)
        #expect(try await Luma(of: path, at: time).mean < 200)
    }

    @Test(arguments: ["gblur=8", "avgblur=20:sizeY=1"]) func blurIsWaitedFor(
        _ blur: String
    ) async throws {
        let path = try await video("\(Self.moving):d=3,\(blur):enable='lt(t,1.5)'")
        let time = try await time(of: path)
        #expect(time >= 1.5 && time < 2)
        let sharp = try await Luma(of: path, at: 2.5).sharpness
        #expect(try await Luma(of: path, at: time).sharpness > 0.9 * sharp)
        #expect(try await Luma(of: path, at: 1).sharpness < 0.5 * sharp)
    }

    @Test(arguments: ["gblur=12", "null"]) func noMixtureOfTwoPicturesIsShown(
        _ first: String
    ) async throws {
        // After the blurred picture, the dissolve would be better; without blur, it comes first.
        let path = try await video(
            "\(Self.moving):r=25:d=3,\(first)[a];\(Self.bars):r=25:d=4[b];"
                + "[a][b]xfade=duration=1:offset=2"
                + (first == "null" ? ",trim=2.4,setpts=PTS-STARTPTS" : ""))
        let time = try await time(of: path)
        #expect(time > 0)
        let bars = try await Luma(of: path, at: 3.5)
        #expect(try await Luma(of: path, at: time).distance(to: bars) < 3)
        #expect(try await Luma(of: path, at: 0).distance(to: bars) > 10)
    }

    @Test(arguments: [
        "testsrc2=s=320x180:d=3", "smptehdbars=s=320x180:d=3", "mandelbrot=s=320x180,trim=end=2",
        // A camera that pans, and one that holds still and moves on.
        "testsrc2=s=960x540:d=3,crop=320:180:100+t*60:90",
        "testsrc2=s=960x540:d=6,crop=320:180:100+200*floor(t):90",
        // Bright on black, as a title is.
        "color=black:s=320x180:d=2,drawbox=60:40:200:100:white:fill",
    ]) func aGoodFirstPictureStays(_ graph: String) async throws {
        #expect(try await time(of: video(graph)) == 0)
    }

    @Test(arguments: ["color=black:s=320x180:d=2", "color=white:s=64x64:d=1", "\(moving):d=0.04"])
    func whereNothingIsBetterTheFirstPictureStays(_ graph: String) async throws {
        #expect(try await time(of: video(graph)) == 0)
    }

    @Test func ofBadPicturesTheBestIsShown() async throws {
        let path = try await video("\(Self.moving):d=1,fade=d=1.2")
        let time = try await time(of: path)
        #expect(time >= 0.6)
        #expect(try await Luma(of: path, at: time).mean > 2 * Luma(of: path, at: 0.2).mean)
    }

    @Test(arguments: ["25", "30", "24", "30000/1001", "24000/1001", "7", "60"])
    func theTimeIsThatOfAPicture(_ rate: String) async throws {
        let path = try await video("\(Self.moving):d=3,fade=d=0.9", rate: rate)
        let time = try await time(of: path)
        #expect(time > 0)
        #expect(abs(time * 1000 - (time * 1000).rounded()) < 1e-6)
        // Rounded up: a player that rounds down must not show the picture before.
        let pictures = try await ClipFile(path).video.map(\.time)
        #expect(pictures.contains { time > $0 - 1e-6 && time < $0 + 0.001 })
        if ["25", "30", "24"].contains(rate) {
            // Some of its pictures begin at a whole millisecond.
            #expect(pictures.contains { abs($0 - time) < 2e-6 })
        }
        #expect(try await self.time(of: path) == time)
    }

    @Test func theSquareBelongsToThePicture() async throws {
        // Something is seen on the right for a second, then on the left.
        func grid(_ left: Int) -> String {
            "color=white:s=320x160:r=25:d=1,drawgrid=w=8:h=8:c=red,"
                + "drawbox=\(160 - left):0:160:160:white:fill"
        }
        let path = try await video(
            "color=gray:s=320x160:r=25:d=1[a];\(grid(160))[b];\(grid(0))[c];[a][b][c]concat=3")
        let clip = try #require(try await SharedEngine.probe(path, .mp4).clip)
        let square = try #require(clip.attention)
        #expect(try (1.0..<2.0).contains(#require(clip.thumbnailTime)))
        #expect(square.x > 0.35 && abs(square.width - 0.5) < 0.01 && square.height == 1)
    }

    @Test func soundHasNoneNorHasWhatIsNotLookedAt() async throws {
        let sound = try await SharedEngine.probe(Media.m4a(seconds: 1), .m4a)
        #expect(sound.clip != nil && sound.clip?.thumbnailTime == nil)
        let path = try await video("\(Self.moving):d=1", ["-pix_fmt", "yuv420p10le"])
        #expect(try await SharedEngine.probe(path, .mp4).clip?.thumbnailTime == nil)
        let plan = try await SharedEngine.probe(Media.mp4(seconds: 1), .mp4, depth: .plan)
        #expect(plan.clip != nil && plan.clip?.thumbnailTime == nil)
    }
}
