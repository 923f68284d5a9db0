import AttachmentRules
import Testing

/// Every reader ends on any bytes: it neither traps nor loops, and says no nonsense.
@Suite(.timeLimit(.minutes(5)))
struct RobustnessTests {
    private static let rounds = 1_000

    /// Runs the body on bytes with damage that is the same every time.
    private func damage(_ bytes: [UInt8], _ body: ([UInt8]) -> Void) {
        var random = SplitMix(seed: UInt64(bytes.count))
        for _ in 0..<Self.rounds { body(mutated(bytes, &random)) }
    }

    private static let jpeg: [UInt8] = {
        var builder = JPEGBuilder()
        builder.front = join(
            JPEGBuilder.jfif(thumbnail: 1), JPEGBuilder.exif(tiff(orientation: 6, place: true)),
            JPEGBuilder.profile("sRGB"), JPEGBuilder.comment("x"))
        builder.scans = 2
        return builder.bytes
    }()

    private static let png: [UInt8] = {
        var builder = PNGBuilder()
        let text = PNGBuilder.legacyExif(tiff(orientation: 6))
        builder.front = join(
            PNGBuilder.animation(frames: 2, plays: 0), PNGBuilder.control(1, of: 0),
            PNGBuilder.chunk("eXIf", tiff(orientation: 3, place: true)),
            PNGBuilder.chunk(
                "zTXt",
                join(ascii("Raw profile type exif\0\0"), PNGBuilder.stored(text))))
        return builder.bytes
    }()

    private static let gif: [UInt8] = {
        var builder = GIFBuilder()
        builder.front = join(
            GIFBuilder.comment("x"), GIFBuilder.application("XMP DataXMP", ascii("<x/>")))
        builder.frames.append(.init(x: 1, y: 1, width: 4, height: 4, localColours: 8, codeSize: 3))
        return builder.bytes
    }()

    private static let movie: [UInt8] = {
        let key = join(be32(20), ascii("mdta"), ascii("com.apple.x."))
        let meta = box("meta", join(box("keys", join(zeros(4), be32(1), key)), box("ilst")))
        let index = box("moov", join(box("trak", box("udta", box("loci"))), meta))
        return join(SnifferTests.fileType("isom", "mp42"), index, box("mdat", zeros(20)))
    }()

    @Test func damagedJPEGIsRead() {
        damage(Self.jpeg) { bytes in
            guard let jpeg = JPEGStructure(bytes) else { return }
            #expect((1...8).contains(jpeg.orientation))
            #expect(jpeg.end + Int(jpeg.trailingBytes) == bytes.count)
            guard let cleaned = jpeg.cleaned() else { return }
            let again = JPEGStructure(cleaned)
            #expect(again?.privateMetadata == [])
            #expect(again?.isTruncated == false)
        }
    }

    @Test func damagedPNGIsRead() {
        damage(Self.png) { bytes in
            guard let png = PNGStructure(bytes) else { return }
            #expect((1...8).contains(png.orientation))
            guard let cleaned = png.cleaned() else { return }
            #expect(PNGStructure(cleaned)?.findings == [])
        }
    }

    @Test func damagedGIFIsRead() {
        damage(Self.gif) { bytes in
            guard let gif = GIFStructure(bytes) else { return }
            #expect(gif.frames.count == gif.frameCount)
            #expect(gif.frames.allSatisfy { $0.dataRange.upperBound <= bytes.count })
            guard let cleaned = gif.cleaned(), let again = GIFStructure(cleaned) else { return }
            #expect(again.frameCount == gif.frameCount)
            #expect(again.hasTrailer)
            #expect(again.privateMetadata.isEmpty)
            #expect(again.findings.allSatisfy { $0.severity == .warning })
        }
    }

    @Test func damagedWebPIsRead() {
        let chunks = join(
            riffChunk("VP8X", zeros(10)), riffChunk("EXIF", tiff(orientation: 6)),
            riffChunk("ANMF", zeros(20)))
        damage(riff("WEBP", chunks)) { bytes in
            guard let webp = WebPStructure(bytes) else { return }
            #expect((1...8).contains(webp.orientation))
        }
    }

    @Test func damagedMovieIsRead() {
        damage(Self.movie) { bytes in
            let boxes = ISOBoxes(ByteSource(bytes))
            #expect(boxes.trailingBytes <= bytes.count)
        }
    }

    @Test(arguments: [MediaType.mp3, .wav, .aiff, .caf])
    func damagedSoundIsRead(_ type: MediaType) {
        let wav = riff("WAVE", join(riffChunk("fmt ", zeros(16)), riffChunk("data", zeros(30))))
        let caf = join(
            ascii("caff"), [0, 1, 0, 0], cafChunk("desc", zeros(32)), cafChunk("data", zeros(30)))
        let sound =
            switch type {
            case .mp3: join(id3("APIC", zeros(40)), mp3Frame)
            case .caf: caf
            default: wav
            }
        damage(sound) { bytes in
            let tags = AudioTags(ByteSource(bytes), type: type)
            #expect((0...Int64(bytes.count)).contains(tags.trailingBytes))
        }
    }

    @Test func anyBytesAreSniffed() {
        let examples = SnifferTests.pictures + SnifferTests.clips + SnifferTests.sounds
        var random = SplitMix(seed: 11)
        for example in examples {
            for _ in 0..<10 {
                let bytes = mutated(Array(example.bytes.prefix(4096)), &random)
                _ = Facts(structureOf: bytes)
            }
        }
        for _ in 0..<300 {
            let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = Sniffer.sniff(head: noise, fileSize: 200)
        }
    }
}
