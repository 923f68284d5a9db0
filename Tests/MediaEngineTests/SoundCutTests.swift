import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Sound that is cut by copying: what plays is the source's, to the sample.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct SoundCutTests {
    /// A file to cut, and what it is cut into.
    struct Kind: CustomTestStringConvertible, Sendable {
        let name: String
        let type: MediaType
        let container: ClipRecipe.Container
        let arguments: [String]
        var rate = 44_100
        var channels = 2
        var testDescription: String { name }
        /// The longest packet, in seconds.
        var packet: Double { container == .m4a ? 4096 / Double(rate) : 1152 / Double(rate) }
    }

    static let kinds = [
        Kind(name: "cbr.mp3", type: .mp3, container: .mp3, arguments: ["-b:a", "128k"]),
        Kind(name: "vbr.mp3", type: .mp3, container: .mp3, arguments: ["-q:a", "3"]),
        Kind(
            name: "mono.mp3", type: .mp3, container: .mp3, arguments: ["-b:a", "32k"], channels: 1),
        Kind(
            name: "mpeg2.mp3", type: .mp3, container: .mp3, arguments: ["-b:a", "64k"],
            rate: 22_050),
        Kind(
            name: "mpeg25.mp3", type: .mp3, container: .mp3, arguments: ["-b:a", "16k"],
            rate: 8_000,
            channels: 1),
        Kind(
            name: "bare.mp3", type: .mp3, container: .mp3,
            arguments: ["-b:a", "128k", "-write_xing", "0", "-id3v2_version", "0"]),
        Kind(
            name: "tagged.mp3", type: .mp3, container: .mp3,
            arguments: ["-metadata", "title=secret", "-write_id3v1", "1"]),
        Kind(
            name: "mp3.mka", type: .matroska, container: .mp3, arguments: ["-c:a", "libmp3lame"]),
        Kind(
            name: "aac.m4a", type: .m4a, container: .m4a,
            arguments: ["-c:a", "aac", "-aac_pns", "0"]),
        Kind(
            name: "raw.aac", type: .aac, container: .m4a,
            arguments: ["-c:a", "aac", "-aac_pns", "0"]),
        Kind(
            name: "aac.mka", type: .matroska, container: .m4a,
            arguments: ["-c:a", "aac", "-aac_pns", "0"]),
        Kind(name: "alac.m4a", type: .m4a, container: .m4a, arguments: ["-c:a", "alac"]),
        Kind(name: "pcm.wav", type: .wav, container: .wav, arguments: ["-c:a", "pcm_s24le"]),
        Kind(name: "law.wav", type: .wav, container: .wav, arguments: ["-c:a", "pcm_alaw"]),
        Kind(name: "pcm.aiff", type: .aiff, container: .aiff, arguments: ["-c:a", "pcm_s16be"]),
        Kind(
            name: "float.aifc", type: .aiff, container: .aiff,
            arguments: ["-c:a", "pcm_f32be", "-f", "aiff"]),
    ]

    private func source(_ kind: Kind) async throws -> String {
        try await Media.noise(
            kind.name, sampleRate: kind.rate, channels: kind.channels, kind.arguments)
    }

    @Test(arguments: kinds, [0, 0.0131, 1.2345]) func aCutPlaysWhatTheSourcePlays(
        _ kind: Kind, _ start: Double
    ) async throws {
        let path = try await source(kind)
        let rendered = try await SharedEngine.render(
            path, kind.type, ClipRecipe.sound(kind.container, .copy, start: start, maxSeconds: 2),
            as: "cut.bin")
        #expect(rendered.rendering.encodes == 0)
        let (cut, whole) = (try await Samples(rendered.path), try await Samples(path))
        let offset = Int((start * Double(kind.rate)).rounded())
        #expect(cut.difference(to: whole, at: offset) < 1e-6)
        #expect(cut.seconds <= 2)
        #expect(cut.seconds > 2 - 3 * kind.packet)
        let clip = try await ClipFile(rendered.path)
        #expect(clip.end <= 2.0001, "\(clip.end)")
        #expect(try await SharedEngine.probe(rendered.path, kind.container.type).findings == [])
    }

    @Test(arguments: kinds) func aCutNearTheEndEndsWithTheSource(_ kind: Kind) async throws {
        let path = try await source(kind)
        let rendered = try await SharedEngine.render(
            path, kind.type, ClipRecipe.sound(kind.container, .copy, start: 4.5), as: "cut.bin")
        let (cut, whole) = (try await Samples(rendered.path), try await Samples(path))
        let offset = Int(4.5 * Double(kind.rate))
        #expect(cut.values.count == whole.values.count - offset)
        #expect(cut.difference(to: whole, at: offset) < 1e-6)
    }

    @Test func whatAnEditListHidesStaysHidden() async throws {
        let source = try await Media.noise(
            "edited.m4a", ["-c:a", "aac", "-aac_pns", "0", "-f", "ipod"])
        var bytes = try OpenedFile(source).contents()
        // 3 s of it, from 44,400 samples on; the file's clock has 1000 ticks a second.
        let list = try #require(bytes.firstRange(of: Array("elst".utf8))?.upperBound)
        bytes.replaceSubrange(
            list + 8..<list + 16,
            with: Pieces.bigEndian(3000, bytes: 4) + Pieces.bigEndian(44_400, bytes: 4))
        let path = try OpenedFile.write(bytes, as: "hidden.m4a")
        let facts = try #require(try await SharedEngine.probe(path, .m4a).clip?.audio)
        #expect(abs(facts.start) < 0.0001 && abs(facts.end - 3) < 0.0001)
        let rendered = try await SharedEngine.render(
            path, .m4a, ClipRecipe.sound(.m4a, .copy, start: 0.5), as: "cut.m4a")
        let (cut, whole) = (try await Samples(rendered.path), try await Samples(path))
        #expect(cut.difference(to: whole, at: 22_050) < 1e-6)
        let clip = try await ClipFile(rendered.path)
        #expect(clip.probe.audio?.duration.flatMap { Double($0) } == 2.5)
        // One packet primes the decoder, and nothing more of what was hidden is left.
        #expect(clip.audio.count { $0.end <= 0 } <= 1)
    }

    @Test(arguments: [("128k", "Info"), ("vbr", "Xing")]) func theHeaderOfACutMP3IsRight(
        _ rate: String, _ name: String
    ) async throws {
        let quality = rate == "vbr" ? ["-q:a", "4"] : ["-b:a", rate]
        let source = try await Media.noise(
            "long.mp3", quality + ["-metadata", "title=secret"])
        let rendered = try await SharedEngine.render(
            source, .mp3, ClipRecipe.sound(.mp3, .copy, maxSeconds: 2), as: "cut.mp3")
        let bytes = try rendered.bytes
        let header = try #require(bytes.firstRange(of: Array(name.utf8))).lowerBound
        #expect(header == 36)
        func number(_ offset: Int, _ count: Int = 4) -> Int {
            bytes[header + offset..<header + offset + count].reduce(0) { $0 << 8 | Int($1) }
        }
        let packets = try await ClipFile(rendered.path).audio.count
        #expect(number(8) == packets)
        #expect(number(12) == bytes.count)
        // What libmp3lame states of its delay, and nothing to leave out at the end.
        #expect(number(141, 3) >> 12 == 576)
        #expect(number(141, 3) & 0xfff == 529)
        #expect(bytes.firstRange(of: "secret") == nil)
    }

    @Test func theSourcesOwnHeaderFrameIsNoSound() async throws {
        // In a WAV nothing tells it from a frame of sound.
        let mp3 = try OpenedFile(
            try await Media.noise("inner.mp3", ["-b:a", "128k", "-id3v2_version", "0"])
        ).contents()
        #expect(mp3.firstRange(of: Array("Info".utf8)) != nil)
        let fields = [(0x55, 2), (2, 2), (44_100, 4), (16_000, 4), (1, 2), (0, 2), (0, 2)]
        let format = fields.flatMap { Pieces.littleEndian($0.0, bytes: $0.1) }
        let path = try OpenedFile.write(
            Pieces.riff("WAVE", [("fmt ", format), ("data", mp3)]), as: "outer.wav")
        let rendered = try await SharedEngine.render(
            path, .wav, ClipRecipe.sound(.mp3, .copy, maxSeconds: 2), as: "cut.mp3")
        #expect(try rendered.bytes.ranges(of: Array("Info".utf8)).count == 1)
        let (cut, whole) = (try await Samples(rendered.path), try await Samples(path))
        #expect(cut.difference(to: whole, at: 1152) < 1e-6)
    }
}

extension ClipRecipe.Container {
    var type: MediaType {
        switch self {
        case .mp4: .mp4
        case .m4a: .m4a
        case .mp3: .mp3
        case .wav: .wav
        case .aiff: .aiff
        case .caf: .caf
        }
    }
}
