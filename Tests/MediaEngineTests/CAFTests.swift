import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Sounds of notifications: CAF with PCM or IMA4, as another decoder hears them.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct CAFTests {
    /// What the `ffmpeg` program hears in the first channel, without the hiss of IMA4.
    private struct Heard {
        let samples: Int
        /// Of a tone, by how often it crosses zero.
        let hertz: Double
        /// In decibels below full scale.
        let peak: Double

        init(_ path: String) async throws {
            let output = try await Shell.require([
                "ffmpeg", "-nostdin", "-hide_banner", "-i", path, "-af", "lowpass=2000,astats",
                "-f", "null",
                "-",
            ])
            func value(_ name: Regex<(Substring, Substring)>) throws -> Double {
                try #require(output.stderr.firstMatch(of: name).flatMap { Double($0.output.1) })
            }
            samples = Int(try value(/Number of samples: (\d+)/))
            peak = try value(/Peak level dB: (-?[0-9.]+)/)
            let rate = try value(/, (\d+) Hz/)
            hertz = try value(/Zero crossings: (\d+)/) / 2 * rate / Double(samples)
        }
    }

    private func render(
        _ source: String, _ type: MediaType, _ track: ClipRecipe.Track, maxSeconds: Double = 29.9,
        maxBytes: Int64 = 5_000_000
    ) async throws -> Rendered {
        try await SharedEngine.render(
            source, type,
            ClipRecipe.sound(.caf, track, maxSeconds: maxSeconds, maxBytes: maxBytes),
            as: "out.caf")
    }

    /// The names and sizes of a CAF's chunks, which must fill the file.
    private func chunks(_ bytes: [UInt8]) -> [(name: String, size: Int)] {
        var (found, at): ([(name: String, size: Int)], Int) = ([], 8)
        while at + 12 <= bytes.count {
            let size = bytes[at + 4..<at + 12].reduce(0) { $0 << 8 | Int($1) }
            found.append((String(decoding: bytes[at..<at + 4], as: UTF8.self), size))
            at += 12 + size
        }
        #expect(at == bytes.count)
        return found
    }

    private func make(_ name: String, _ arguments: [String]) async throws -> String {
        let wav = try await Media.wav("source.wav", seconds: 2)
        try await Media.ffmpeg(["-i", wav] + arguments + [name])
        return TemporaryDirectory.current + "/" + name
    }

    @Test func soundWithRoomIsPCMToTheSample() async throws {
        let source = try await make("tone.flac", ["-c:a", "flac"])
        let rendered = try await render(source, .flac, .encode)
        #expect(rendered.rendering.encodes == 1)
        let clip = try await ClipFile(rendered.path)
        #expect(clip.probe.audio?.codecName == "pcm_s16le" && clip.probe.audio?.channels == 2)
        let heard = try await Heard(rendered.path)
        #expect(heard.samples == 88_200)
        #expect(abs(heard.hertz - 440) < 1)
        let bytes = try rendered.bytes
        #expect(chunks(bytes).map(\.name) == ["desc", "chan", "data"])
        #expect(chunks(bytes).last?.size == 4 + 88_200 * 4)
        // Nothing is lost: the samples are the WAV's that the FLAC was made of.
        let wav = try OpenedFile(TemporaryDirectory.current + "/source.wav").contents()
        #expect(bytes.suffix(352_800).elementsEqual(wav.suffix(352_800)))
    }

    @Test func soundWithoutRoomIsIMA4() async throws {
        let source = try await Media.wav(seconds: 2)
        let rendered = try await render(source, .wav, .encode, maxBytes: 300_000)
        #expect(rendered.rendering.encodes == 1)
        let clip = try await ClipFile(rendered.path)
        #expect(clip.probe.audio?.codecName == "adpcm_ima_qt")
        let heard = try await Heard(rendered.path)
        // Whole packets of 64 samples: the last one is filled up.
        #expect(heard.samples == 88_256)
        #expect(abs(heard.hertz - 440) < 1)
        #expect(try await abs(heard.peak - Heard(source).peak) < 1)
        let bytes = try rendered.bytes
        #expect(chunks(bytes).last?.size == 4 + 88_256 / 64 * 68)
        // Bits a sample: none for what is compressed.
        #expect(bytes[48..<52].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [(0.7, 30_870), (1.2345, 54_441), (1.9999, 88_195)])
    func soundIsCutBelowTheLimit(
        _ seconds: Double, _ whole: Int
    ) async throws {
        let source = try await Media.wav(seconds: 2, channels: 1)
        let pcm = try await SharedEngine.render(
            source, .wav, ClipRecipe.sound(.caf, .encode, maxSeconds: seconds), as: "pcm.caf")
        #expect(try await Heard(pcm.path).samples == whole)
        let ima = try await render(
            source, .wav, .encode, maxSeconds: seconds, maxBytes: 50_000)
        #expect(try await Heard(ima.path).samples == whole / 64 * 64)
        let facts = try #require(try await SharedEngine.probe(ima.path, .caf).clip)
        #expect(facts.playingTime <= seconds && facts.duration > seconds - 0.002)
    }

    @Test func copyOfPCMIsCutToTheSample() async throws {
        let source = try await make("tone.caf", ["-c:a", "pcm_s24be", "-ar", "8000"])
        let rendered = try await render(source, .caf, .copy, maxSeconds: 1.2345)
        #expect(rendered.rendering.encodes == 0)
        let (before, after) = try (OpenedFile(source).contents(), rendered.bytes)
        #expect(chunks(after).last?.size == 4 + 9_876 * 6)
        let start = try #require(before.firstRange(of: "data")).upperBound + 12
        #expect(after.suffix(9_876 * 6).elementsEqual(before[start..<start + 9_876 * 6]))
    }

    @Test(arguments: [("tone.caf", MediaType.caf), ("tone.aiff", .aiff)])
    func copyOfIMA4IsCutToThePacket(_ name: String, _ type: MediaType) async throws {
        let source = try await make(name, ["-c:a", "adpcm_ima_qt"])
        let rendered = try await render(source, type, .copy, maxSeconds: 1.2345)
        #expect(rendered.rendering.encodes == 0)
        #expect(try await Heard(rendered.path).samples == 54_441 / 64 * 64)
        let bytes = try rendered.bytes
        #expect(bytes[48..<52].allSatisfy { $0 == 0 })
        let before = try OpenedFile(source).contents()
        let sound = type == .caf ? "data" : "SSND"
        let start = try #require(before.firstRange(of: sound)).upperBound + 12
        let packets = before[start..<start + 54_441 / 64 * 68]
        #expect(bytes.suffix(packets.count).elementsEqual(packets))
    }

    @Test func rateAndChannelsAreBoundedWithTheCentreHeard() async throws {
        let centre = "pan=5.1|FL=0*c0|FR=0*c0|FC=c0|LFE=0*c0|BL=0*c0|BR=0*c0"
        let source = try await make("six.wav", ["-af", centre, "-ar", "96000"])
        let rendered = try await render(source, .wav, .encode)
        let audio = try #require(try await ClipFile(rendered.path).probe.audio)
        #expect(audio.sampleRate == "48000" && audio.channels == 2)
        let heard = try await Heard(rendered.path)
        #expect(abs(heard.hertz - 440) < 1)
        #expect(
            try await abs(heard.peak - (Heard(TemporaryDirectory.current + "/source.wav").peak - 3))
                < 1)
    }

    @Test func coverAndTagsStayBehind() async throws {
        let cover = try await Media.jpeg(width: 32, height: 32)
        let source = try await make(
            "tagged.mp3",
            [
                "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy", "-metadata",
                "title=secret", "-disposition:v", "attached_pic",
            ])
        let rendered = try await render(source, .mp3, .encode)
        #expect(try await ClipFile(rendered.path).probe.streams.count == 1)
        #expect(try chunks(rendered.bytes).map(\.name) == ["desc", "chan", "data"])
        let facts = try await SharedEngine.probe(rendered.path, .caf)
        #expect(facts.findings == [])
        #expect(facts.clip?.hasMetadata == false && facts.clip?.hasCoverArt == false)
    }

    @Test func tagsAndLengthOfACAFAreFacts() async throws {
        let source = try await make("tagged.caf", ["-metadata", "title=secret"])
        let clip = try #require(try await SharedEngine.probe(source, .caf).clip)
        #expect(clip.hasMetadata && clip.duration == 2 && clip.audio?.duration == 2)
        let rendered = try await render(source, .caf, .copy)
        #expect(try rendered.bytes.firstRange(of: "secret") == nil)
        let half = try OpenedFile.write(
            Array(OpenedFile(source).contents().dropLast(90_000)), as: "half.caf")
        #expect(try await SharedEngine.probe(half, .caf, depth: .plan).clip?.isTruncated == true)
    }

    @Test func capThatNotEvenIMA4MeetsIsRefused() async throws {
        let source = try await Media.wav(seconds: 2)
        let refusal = try await refusal {
            try await render(source, .wav, .encode, maxBytes: 50_000)
        }
        #expect(refusal.reason == .cannotFit)
    }
}
