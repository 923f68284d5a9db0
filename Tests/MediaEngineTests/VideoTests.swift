import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Videos: packets that are copied, and pictures that are encoded anew.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct VideoTests {
    private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]

    /// What holds of every video that is published.
    private func expectPublishable(
        _ clip: ClipFile, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let video = try #require(clip.probe.video, sourceLocation: sourceLocation)
        #expect(video.codecName == "h264", sourceLocation: sourceLocation)
        #expect(video.pixFmt == "yuv420p", sourceLocation: sourceLocation)
        let boxes = try OpenedFile(clip.path).contents().topBoxes
        let index = try #require(boxes.firstIndex(of: "moov"), sourceLocation: sourceLocation)
        let data = try #require(boxes.firstIndex(of: "mdat"), sourceLocation: sourceLocation)
        #expect(index < data, "\(boxes)", sourceLocation: sourceLocation)
        #expect(boxes.first == "ftyp", sourceLocation: sourceLocation)
        let tags = Set(clip.probe.format.tags?.keys.map { $0 } ?? [])
        let allowed: Set = ["major_brand", "minor_version", "compatible_brands", "encoder"]
        #expect(tags.subtracting(allowed) == [], sourceLocation: sourceLocation)
    }

    @Test(arguments: [ClipRecipe.Track.copy, .encode]) func whatIsTooLongIsCutAtThirtySeconds(
        _ track: ClipRecipe.Track
    ) async throws {
        let source = try await Media.mp4(
            seconds: 35, width: 64, height: 48, framesPerSecond: 10,
            further: ["-preset", "veryfast", "-bf", "2", "-g", "20", "-metadata", "title=secret"])
        let facts = try #require(try await SharedEngine.probe(source, .mp4, depth: .plan).clip)
        #expect(abs(facts.duration - 35) < 0.2)
        #expect(facts.hasMetadata)
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(track, audio: track), as: "cut.mp4")
        let clip = try await ClipFile(rendered.path)
        try expectPublishable(clip)
        #expect(clip.end <= 30.0)
        #expect(clip.shortest >= 29.5)
        #expect(rendered.rendering.encodes == (track == .copy ? 0 : 1))
        // A picture that is shown has all the pictures that it refers to.
        #expect(clip.probe.video?.frames == clip.video.count)
        #expect((295...300).contains(clip.video.count), "\(clip.video.count) pictures")
        #expect(try rendered.bytes.firstRange(of: "secret") == nil)
        let again = try await SharedEngine.probe(rendered.path, .mp4)
        #expect(again.findings == [])
        #expect(again.clip?.hasMetadata == false)
        #expect(again.clip?.isMoovFirst == true)
        #expect((again.clip?.playingTime ?? 99) <= 30.0)
    }

    @Test func aCopyKeepsEveryPacket() async throws {
        let source = try await Media.mp4(
            seconds: 1, width: 64, height: 48, further: ["-preset", "veryfast", "-bf", "2"])
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(.copy, audio: .copy), as: "copy.mp4")
        func checksums(_ path: String, _ stream: String) async throws -> [Substring] {
            let output = try await Shell.require([
                "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", stream, "-c", "copy",
                "-f", "framemd5", "-",
            ])
            return output.stdout.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
                $0.split(separator: ",").last
            }
        }
        let clip = try await ClipFile(rendered.path)
        try expectPublishable(clip)
        for stream in ["0:v", "0:a"] {
            let copied = try await checksums(rendered.path, stream)
            #expect(copied.count >= 25)
            #expect(try await copied == checksums(source, stream))
        }
    }

    @Test func factsTellWhatAVideoIs() async throws {
        let source = try await Media.mp4(
            seconds: 2, width: 96, height: 64, framesPerSecond: 20,
            further: [
                "-profile:v", "main", "-bf", "0", "-metadata", "location=+52.5+013.4/",
                "-metadata", "artist=somebody",
            ])
        let facts = try await SharedEngine.probe(source, .mp4)
        #expect(facts.type == .mp4)
        #expect(try facts.bytes == Int64(OpenedFile(source).contents().count))
        let clip = try #require(facts.clip)
        #expect(abs(clip.duration - 2) < 0.1)
        #expect(clip.hasMetadata)
        #expect(clip.hasLocation)
        #expect(clip.isMoovFirst == false)
        #expect(!clip.isFragmented && !clip.isTruncated && !clip.hasCoverArt)
        #expect(clip.otherStreams == 0)
        #expect(clip.trailingBytes == 0)
        let video = try #require(clip.video)
        #expect(video.codec == "h264")
        #expect(video.tag == "avc1")
        #expect([66, 77, 578].contains(video.profile))
        #expect(video.pixelFormat == "yuv420p" && video.is420 && video.bits == 8)
        #expect(video.width == 96 && video.height == 64)
        #expect(video.frames == 40)
        #expect(abs(video.frameRate - 20) < 0.1)
        #expect((20...21).contains(video.busiestSecond))
        #expect(video.isConstantRate && video.startsClean && !video.hasSkipped)
        #expect(video.rotation == 0 && !video.isFlipped && !video.isInterlaced && !video.isHDR)
        #expect(abs(video.end - 2) < 0.01 && abs(video.duration - 2) < 0.01)
        let audio = try #require(clip.audio)
        #expect(audio.codec == "aac")
        #expect(audio.profile == 1)
        #expect(audio.sampleRate == 44_100)
        #expect(audio.channels == 1)
        #expect(abs(audio.end - 2) < 0.06)
    }

    // Pictures

    /// Degrees to the right, the matrix's first four numbers, and where the quarters end up.
    private static let turns: [(Int, Bool, [Int32], [Colour])] = [
        (90, false, [0, 1, -1, 0], [.blue, .red, .yellow, .green]),
        (180, false, [-1, 0, 0, -1], [.yellow, .blue, .green, .red]),
        (270, false, [0, -1, 1, 0], [.green, .yellow, .red, .blue]),
        (0, true, [-1, 0, 0, 1], [.green, .red, .yellow, .blue]),
    ]

    @Test(arguments: turns) func aTurnedVideoIsToldAndTurnedUpright(
        _ rotation: Int, _ isFlipped: Bool, _ matrix: [Int32], _ quarters: [Colour]
    ) async throws {
        let plain = try await Drawing.quarters(64, 48).write(
            "plain.mp4", ["-vf", "loop=9:1", "-frames:v", "10"] + Self.h264)
        var bytes = try OpenedFile(plain).contents()
        // a, b, u, c, d of the track header's matrix.
        let at = try #require(bytes.firstRange(of: "tkhd")).upperBound + 40
        for (place, value) in zip([0, 4, 12, 16], matrix) {
            let fixed = Pieces.bigEndian(UInt64(bitPattern: Int64(value) << 16), bytes: 4)
            bytes.replaceSubrange(at + place..<at + place + 4, with: fixed)
        }
        let source = try OpenedFile.write(bytes, as: "turned.mp4")
        let video = try #require(try await SharedEngine.probe(source, .mp4).clip?.video)
        #expect(video.rotation == rotation)
        #expect(video.isFlipped == isFlipped)
        #expect(video.width == 64)

        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(audio: .drop), as: "upright.mp4")
        try await expectPublishable(ClipFile(rendered.path))
        let pixels = try await Pixels(of: rendered.path)
        let isTurned = rotation % 180 == 90
        #expect(pixels.width == (isTurned ? 48 : 64))
        #expect(pixels.height == (isTurned ? 64 : 48))
        #expect(pixels.quarters.isNear(quarters, by: 30), "\(pixels.quarters)")
        let after = try await SharedEngine.probe(rendered.path, .mp4).clip?.video
        #expect(after?.rotation == 0)
        #expect(after?.isFlipped == false)
    }

    @Test func sixtyPicturesASecondBecomeThirty() async throws {
        let source = try await Media.mp4(
            seconds: 2, width: 64, height: 48, framesPerSecond: 60, sound: false)
        let video = try #require(try await SharedEngine.probe(source, .mp4).clip?.video)
        #expect(abs(video.frameRate - 60) < 0.1)
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(audio: .drop), as: "slow.mp4")
        let clip = try await ClipFile(rendered.path)
        try expectPublishable(clip)
        #expect((59...61).contains(clip.video.count), "\(clip.video.count) pictures")
        #expect(abs((clip.probe.video?.framesPerSecond ?? 0) - 30) < 0.1)
        #expect(abs(clip.end - 2) < 0.1)
    }

    @Test func picturesShownUnevenlyKeepTheirTimes() async throws {
        // 0, 0.1, 0.2 … 0.9, then 1.5, 2.0, 2.5.
        let source = try await Drawing(64, 48, frames: 13) { x, y, frame in
            frame < 10 ? Drawing.quarter(x, y, of: 64, 48) : .white
        }.write(
            "uneven.mkv",
            ["-vf", "settb=1/1000,setpts='if(lt(N,10),N*100,N*500-3500)'", "-fps_mode", "vfr"]
                + Self.h264)
        let video = try #require(try await SharedEngine.probe(source, .matroska).clip?.video)
        #expect(!video.isConstantRate)
        #expect(video.frames == 13)
        let rendered = try await SharedEngine.render(
            source, .matroska, ClipRecipe.video(audio: .drop), as: "even.mp4")
        let clip = try await ClipFile(rendered.path)
        try expectPublishable(clip)
        #expect((2.5...3.2).contains(clip.end), "\(clip.end)")
        let pixels = try await Pixels(of: rendered.path)
        let firstWhite = try #require(
            (0..<pixels.frames).first { pixels[10, 10, $0].isNear(.white) })
        let times = clip.video.map(\.time).sorted()
        try #require(times.count == pixels.frames)
        #expect(abs(times[firstWhite] - 1.5) < 0.11, "\(times[firstWhite])")
    }

    struct Kind: CustomTestStringConvertible {
        let name: String
        let type: MediaType
        let arguments: [String]
        var width = 64
        var height = 48
        var testDescription: String { name }
    }

    private static let kinds = [
        Kind(
            name: "odd.mp4", type: .mp4,
            arguments: ["-c:v", "libx264", "-pix_fmt", "yuv444p"], width: 65, height: 49),
        Kind(
            name: "ten-bit-422.mov", type: .mov,
            arguments: ["-c:v", "libx264", "-pix_fmt", "yuv422p10le"]),
        Kind(name: "prores.mov", type: .mov, arguments: ["-c:v", "prores_ks"]),
        Kind(name: "hevc.mp4", type: .mp4, arguments: ["-c:v", "libx265", "-tag:v", "hvc1"]),
        Kind(name: "clip.mkv", type: .matroska, arguments: h264),
        Kind(
            name: "clip.webm", type: .webm,
            arguments: ["-c:v", "libvpx", "-b:v", "1M", "-pix_fmt", "yuv420p"]),
        Kind(name: "clip.avi", type: .avi, arguments: ["-c:v", "mpeg4", "-q:v", "2"]),
        Kind(name: "clip.flv", type: .flv, arguments: h264),
        Kind(name: "clip.wmv", type: .asf, arguments: ["-c:v", "wmv2", "-b:v", "1M"]),
        Kind(
            name: "clip.mpg", type: .mpegPS,
            arguments: ["-c:v", "mpeg2video", "-q:v", "2", "-r", "25", "-f", "mpeg"]),
        Kind(name: "clip.ts", type: .mpegTS, arguments: h264 + ["-f", "mpegts"]),
        Kind(name: "clip.ogv", type: .ogg, arguments: ["-c:v", "libtheora", "-q:v", "9"]),
        Kind(
            name: "clip.m2v", type: .mpegVideo,
            arguments: ["-c:v", "mpeg2video", "-q:v", "2", "-r", "25", "-f", "mpeg2video"]),
        Kind(name: "clip.3gp", type: .threeGP, arguments: h264),
        Kind(
            name: "clip.mxf", type: .mxf,
            arguments: ["-c:v", "mpeg2video", "-q:v", "2", "-r", "25", "-f", "mxf"]),
    ]

    @Test(arguments: kinds) func everyKindOfVideoBecomesH264(_ kind: Kind) async throws {
        let (width, height) = (kind.width, kind.height)
        let source = try await Drawing(width, height, frames: 20) { x, y, frame in
            // A dot that moves: encoders drop what stays the same.
            x == frame && y < 3 ? .white : Drawing.quarter(x, y, of: width, height)
        }.write(kind.name, framesPerSecond: 20, kind.arguments)
        let video = try #require(try await SharedEngine.probe(source, kind.type).clip?.video)
        #expect(video.width == width)
        #expect(video.height == height)
        let rendered = try await SharedEngine.render(
            source, kind.type, ClipRecipe.video(audio: .drop), as: "out.mp4")
        let clip = try await ClipFile(rendered.path)
        try expectPublishable(clip)
        #expect((0.9...1.1).contains(clip.end), "\(clip.end)")
        #expect((19...26).contains(clip.video.count), "\(clip.video.count) pictures")
        #expect(clip.probe.audio == nil)
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels.width % 2 == 0 && abs(pixels.width - width) <= 1)
        #expect(pixels.height % 2 == 0 && abs(pixels.height - height) <= 1)
        for frame in [0, pixels.frames - 1] {
            let quarters = pixels.quarters(frame: frame)
            #expect(quarters.isNear([.red, .green, .blue, .yellow], by: 32), "\(quarters)")
        }
    }

    @Test func depthAndSubsamplingAreTold() async throws {
        let source = try await Media.mp4(
            "deep.mp4", seconds: 0.4, width: 64, height: 48, sound: false,
            further: ["-pix_fmt", "yuv422p10le", "-profile:v", "high422"])
        let video = try #require(try await SharedEngine.probe(source, .mp4).clip?.video)
        #expect(video.bits == 10)
        #expect(!video.is420)
        #expect(video.pixelFormat == "yuv422p10le")
        #expect(video.profile == 122)
    }

    @Test func interlacedVideoIsToldAndBecomesProgressive() async throws {
        let source = try await Media.mp4(
            "fields.mp4", seconds: 1, width: 96, height: 64, sound: false,
            further: [
                "-preset", "veryfast", "-vf", "setfield=tff", "-flags", "+ilme+ildct",
                "-x264opts", "tff=1",
            ])
        let video = try #require(try await SharedEngine.probe(source, .mp4).clip?.video)
        #expect(video.isInterlaced)
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(audio: .drop), as: "lines.mp4")
        try await expectPublishable(ClipFile(rendered.path))
        let order = try await Shell.require([
            "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
            "frame=interlaced_frame", "-of", "csv=p=0", rendered.path,
        ])
        let flags = Set(order.stdout.split { $0.isNewline || $0 == "," })
        #expect(flags == ["0"])
        #expect(
            try await SharedEngine.probe(rendered.path, .mp4).clip?.video?.isInterlaced == false)
    }

    @Test func aLargeVideoIsScaledToTheLongestSide() async throws {
        let source = try await Media.mp4(seconds: 0.4, width: 120, height: 240, sound: false)
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(audio: .drop, maxSide: 120), as: "small.mp4")
        let video = try await ClipFile(rendered.path).probe.video
        #expect(video?.width == 60)
        #expect(video?.height == 120)
    }

    @Test func theStartIsWhereItWasAskedFor() async throws {
        let colours: [Colour] = [.red, .green, .blue]
        let source = try await Drawing(64, 48, frames: 30) { _, _, frame in colours[frame / 10] }
            .write("three.mp4", Self.h264 + ["-g", "100"])
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(audio: .drop, start: 1, maxSeconds: 1), as: "second.mp4")
        let clip = try await ClipFile(rendered.path)
        try expectPublishable(clip)
        #expect(clip.end <= 1.0)
        #expect(clip.end > 0.85)
        let pixels = try await Pixels(of: rendered.path)
        #expect(pixels[32, 24, 0].isNear(.green, by: 32), "\(pixels[32, 24, 0])")
        #expect(pixels[32, 24, pixels.frames - 1].isNear(.green, by: 32))
    }

    // Bytes

    @Test func theCapOnBytesIsMet() async throws {
        let source = try await Media.mp4(
            seconds: 2, width: 160, height: 120, pattern: .noise, further: ["-crf", "10"])
        try #require(try OpenedFile(source).contents().count > 400_000)
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(maxBytes: 100_000), as: "capped.mp4")
        #expect(try rendered.bytes.count <= 100_000)
        let clip = try await ClipFile(rendered.path)
        try expectPublishable(clip)
        #expect(abs(clip.end - 2) < 0.1)
        #expect(clip.probe.audio != nil)
    }

    @Test(arguments: [ClipRecipe.Track.copy, .encode]) func aCapThatNothingMeetsIsRefused(
        _ track: ClipRecipe.Track
    ) async throws {
        let source = try await Media.mp4(seconds: 1, width: 64, height: 48, pattern: .noise)
        let refusal = try await refusal {
            try await SharedEngine.render(
                source, .mp4, ClipRecipe.video(track, audio: track, maxBytes: 900), as: "tiny.mp4")
        }
        #expect(refusal.reason == .cannotFit)
    }

    @Test func stoppingEndsAnEncodeAtOnce() async throws {
        let source = try await Media.mp4(seconds: 12, width: 160, height: 120, sound: false)
        let calls = Counter()
        let refusal = try await refusal {
            try await SharedEngine.render(
                source, .mp4, ClipRecipe.video(audio: .drop), as: "stopped.mp4"
            ) { _ in
                calls.increment()
                return calls.count < 3
            }
        }
        #expect(refusal.reason == .interrupted)
        #expect((3...4).contains(calls.count), "asked \(calls.count) times")
    }
}
