import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// What comes in as sound: containers and codecs, layouts, odd headers.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct SoundInputTests {
    struct Input: CustomTestStringConvertible, Sendable {
        let name: String
        let type: MediaType
        let arguments: [String]
        var testDescription: String { name }
    }

    private static func pcm(_ codec: String) -> Input {
        Input(name: codec + ".wav", type: .wav, arguments: ["-c:a", codec])
    }

    static let inputs =
        [
            "pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw",
            "pcm_mulaw", "adpcm_ms", "adpcm_ima_wav",
        ].map(pcm) + [
            Input(name: "long.wav", type: .wav, arguments: ["-rf64", "always"]),
            Input(name: "fast.wav", type: .wav, arguments: ["-c:a", "pcm_s24le", "-ar", "192000"]),
            Input(name: "slow.wav", type: .wav, arguments: ["-ar", "8000", "-ac", "1"]),
            Input(name: "s8.aiff", type: .aiff, arguments: ["-c:a", "pcm_s8"]),
            Input(name: "sowt.aifc", type: .aiff, arguments: ["-c:a", "pcm_s16le", "-f", "aiff"]),
            Input(
                name: "ima.aifc", type: .aiff, arguments: ["-c:a", "adpcm_ima_qt", "-f", "aiff"]),
            Input(name: "a.flac", type: .flac, arguments: ["-sample_fmt", "s32", "-ar", "96000"]),
            Input(name: "a.oga", type: .ogg, arguments: ["-c:a", "flac", "-f", "ogg"]),
            Input(name: "a.ogg", type: .ogg, arguments: ["-c:a", "libvorbis"]),
            Input(name: "a.opus", type: .ogg, arguments: ["-c:a", "libopus"]),
            Input(name: "a.webm", type: .webm, arguments: ["-c:a", "libopus"]),
            Input(name: "a.caf", type: .caf, arguments: ["-c:a", "alac"]),
            Input(name: "ima4.caf", type: .caf, arguments: ["-c:a", "adpcm_ima_qt"]),
            Input(name: "a.ac3", type: .ac3, arguments: ["-c:a", "ac3", "-ar", "48000"]),
            Input(name: "a.eac3", type: .ac3, arguments: ["-c:a", "eac3", "-ar", "48000"]),
            Input(name: "a.mp2", type: .mp3, arguments: ["-c:a", "mp2"]),
            Input(name: "a.wma", type: .asf, arguments: ["-c:a", "wmav2"]),
            Input(name: "a.mka", type: .matroska, arguments: ["-c:a", "pcm_f32le"]),
            Input(name: "a.ts", type: .mpegTS, arguments: ["-c:a", "aac"]),
        ]

    @Test(arguments: inputs) func whatComesInComesOut(_ input: Input) async throws {
        try await Media.ffmpeg(
            ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=1.5"]
                + input.arguments + [input.name])
        let path = TemporaryDirectory.current + "/" + input.name
        let rendered = try await SharedEngine.render(
            path, input.type, ClipRecipe.sound(.m4a, .encode), as: "out.m4a")
        let (source, output) = (try await Samples(path), try await Samples(rendered.path))
        #expect(abs(output.pitch(0.3..<1.3) - 440) <= 2)
        #expect(abs(output.level(0.3..<1.3) / source.level(0.3..<1.3) - 1) < 0.06)
        // As long as the source, by what the file states: decoders give the last packet whole.
        let stated = try await TestSupport.Probe.of(rendered.path).audio?.duration
        #expect(abs((stated.flatMap { Double($0) } ?? 0) - source.seconds) < 0.004)
        // No silence in front but what the source has.
        #expect(output.level(0.004..<0.02) > 0.8 * source.level(0.004..<0.02))
    }

    @Test(arguments: ["5.1", "5.1(side)", "7.1", "quad"]) func everyChannelIsHeardInTheDownmix(
        _ layout: String
    ) async throws {
        let channels = ["quad": 4, "7.1": 8][layout] ?? 6
        // One tone a channel; the fourth of the larger layouts is for the lowest tones only.
        for channel in 0..<channels where channels == 4 || channel != 3 {
            let silent = Array(repeating: "0", count: channels)
            var expressions = silent
            expressions[channel] = "0.5*sin(880*PI*t)"
            let name = "\(channel).flac"
            try await Media.ffmpeg([
                "-f", "lavfi", "-i",
                "aevalsrc=exprs='\(expressions.joined(separator: "|"))':c=\(layout):s=48000:d=0.5",
                name,
            ])
            let rendered = try await SharedEngine.render(
                TemporaryDirectory.current + "/" + name, .flac, ClipRecipe.sound(.m4a, .encode),
                as: "\(channel).m4a")
            #expect(try await Samples(rendered.path).level(0.1..<0.4) > 0.05, "\(channel)")
        }
    }

    /// Recorders that write into a pipe cannot go back to state a length.
    @Test(arguments: [0, 0xffff_ffff]) func aWAVWithoutALengthIsHeardToItsEnd(
        _ stated: Int
    ) async throws {
        var bytes = try OpenedFile(try await Media.wav(seconds: 1)).contents()
        let data = try #require(bytes.firstRange(of: "data")).upperBound
        for place in [4, data] {
            bytes.replaceSubrange(
                place..<place + 4, with: Pieces.littleEndian(stated, bytes: 4))
        }
        // Not a whole number of samples, as it happens when a recorder is killed.
        let path = try OpenedFile.write(Array(bytes.dropLast(1002)), as: "piped.wav")
        for track in [ClipRecipe.Track.copy, .encode] {
            let container = track == .copy ? ClipRecipe.Container.wav : .m4a
            let rendered = try await SharedEngine.render(
                path, .wav, ClipRecipe.sound(container, track), as: "\(track).bin")
            #expect(try await abs(Samples(rendered.path).seconds - 1) < 0.03)
            let facts = try await SharedEngine.probe(rendered.path, container.type)
            #expect(facts.findings == [])
        }
    }

    @Test func sizesOf64BitsAreRewritten() async throws {
        try await Media.ffmpeg(
            ["-f", "lavfi", "-i", "sine=d=1", "-rf64", "always", "long.wav"])
        let path = TemporaryDirectory.current + "/long.wav"
        let facts = try await SharedEngine.probe(path, .wav)
        #expect(facts.findings.map(\.rule) == ["declared-size"])
        let rendered = try await SharedEngine.render(
            path, .wav, ClipRecipe.sound(.wav, .copy), as: "plain.wav")
        #expect(try rendered.bytes.firstRange(of: "RIFF")?.lowerBound == 0)
        #expect(try await SharedEngine.probe(rendered.path, .wav).findings == [])
    }

    @Test func channelsThatNobodyKnowsAreNotTaken() async throws {
        let fields = [(1, 2), (10, 2), (8_000, 4), (160_000, 4), (20, 2), (16, 2)]
        let format = fields.flatMap { Pieces.littleEndian($0.0, bytes: $0.1) }
        let path = try OpenedFile.write(
            Pieces.riff(
                "WAVE", [("fmt ", format), ("data", [UInt8](repeating: 1, count: 160_000))]),
            as: "ten.wav")
        let refusal = try await refusal {
            try await SharedEngine.render(
                path, .wav, ClipRecipe.sound(.m4a, .encode), as: "ten.m4a")
        }
        #expect(refusal.reason == .unsupported)
        #expect(refusal.message.contains("10 channels"))
    }

    /// No encoder at hand writes HE-AAC, but its header may stand before AAC-LC.
    @Test func headersOfHEAACAreNotTakenForAACLC() async throws {
        let plain = try await Media.m4a(seconds: 1, sampleRate: 22_050)
        #expect(try await SharedEngine.probe(plain, .m4a).clip?.audio?.profile == 1)
        var bytes = try OpenedFile(plain).contents()
        let config = try #require(bytes.firstRange(of: [0x13, 0x90, 0x56, 0xe5, 0x00]))
        // Object type 5 (SBR) over 22,050 Hz, for 44,100 Hz.
        bytes.replaceSubrange(config, with: [0x13, 0x90, 0x56, 0xe5, 0xa0])
        let path = try OpenedFile.write(bytes, as: "he.m4a")
        let audio = try #require(try await SharedEngine.probe(path, .m4a).clip?.audio)
        #expect(audio.sampleRate == 44_100)
        #expect(audio.profile != 1)
    }
}
