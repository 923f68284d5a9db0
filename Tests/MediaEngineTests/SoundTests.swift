import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Sounds: packets that are copied, and samples that are encoded anew.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct SoundTests {
    /// How loud each channel is at its loudest, in decibels below full scale.
    private func peak(_ path: String) async throws -> Double {
        let output = try await Shell.require([
            "ffmpeg", "-nostdin", "-hide_banner", "-i", path, "-af", "volumedetect", "-f", "null",
            "-",
        ])
        let value = output.stderr.firstMatch(of: /max_volume: (-?[0-9.]+) dB/)?.output.1
        return value.flatMap { Double($0) } ?? -99
    }

    @Test func aWAVBecomesM4A() async throws {
        let source = try await Media.wav(seconds: 2)
        let audio = try #require(try await SharedEngine.probe(source, .wav).clip?.audio)
        #expect(audio.codec == "pcm_s16le")
        #expect(audio.sampleRate == 44_100)
        #expect(audio.channels == 2)
        #expect(audio.bits == 16)
        #expect(abs(audio.end - 2) < 0.001)
        let rendered = try await SharedEngine.render(
            source, .wav, ClipRecipe.sound(.m4a, .encode), as: "tone.m4a")
        let clip = try await ClipFile(rendered.path)
        #expect(clip.probe.audio?.codecName == "aac")
        #expect(clip.probe.audio?.channels == 2)
        #expect(clip.probe.video == nil)
        #expect(abs(clip.end - 2) < 0.06)
        let bytes = try rendered.bytes
        #expect(String(decoding: bytes[8..<12], as: UTF8.self) == "M4A ")
        #expect(bytes.topBoxes.firstIndex(of: "moov")! < bytes.topBoxes.firstIndex(of: "mdat")!)
        #expect(try await abs(peak(rendered.path) - peak(source)) < 1.5)
    }

    @Test(arguments: [ClipRecipe.Container.mp3, .wav, .aiff, .m4a])
    func aCopyIsCutInTime(_ container: ClipRecipe.Container) async throws {
        let source: String
        let type: MediaType
        switch container {
        case .mp3: (source, type) = (try await Media.mp3(seconds: 4), .mp3)
        case .wav: (source, type) = (try await Media.wav(seconds: 4), .wav)
        case .m4a: (source, type) = (try await Media.m4a(seconds: 4), .m4a)
        default:
            let wav = try await Media.wav(seconds: 4)
            try await Media.ffmpeg(["-i", wav, "tone.aiff"])
            (source, type) = (TemporaryDirectory.current + "/tone.aiff", .aiff)
        }
        let rendered = try await SharedEngine.render(
            source, type, ClipRecipe.sound(container, .copy, maxSeconds: 2), as: "cut.bin")
        let clip = try await ClipFile(rendered.path)
        #expect(clip.end <= 2.0, "\(clip.end)")
        #expect(clip.shortest >= 1.9, "\(clip.shortest)")
        #expect(rendered.rendering.encodes == 0)
        let facts = try await SharedEngine.probe(rendered.path, type)
        #expect(facts.findings == [])
        #expect(facts.clip?.hasMetadata == false)
        #expect((facts.clip?.playingTime ?? 99) <= 2.0)
        #expect(try await abs(peak(rendered.path) - peak(source)) < 1.5)
    }

    /// A packet of it lasts half a second, so that a cut ends far before the next one.
    @Test func aSoundOfALowRateIsCutInAPacket() async throws {
        let source = try await Media.wav(seconds: 2, sampleRate: 4_000, channels: 1)
        let rendered = try await SharedEngine.render(
            source, .wav, ClipRecipe.sound(.wav, .copy, maxSeconds: 1.1), as: "cut.wav")
        #expect(rendered.rendering.encodes == 0)
        #expect(try rendered.bytes.count == 44 + 4_400 * 2)
    }

    @Test(arguments: [ClipRecipe.Container.mp3, .wav]) func metadataAndCoverStayBehind(
        _ container: ClipRecipe.Container
    ) async throws {
        let name = "tagged.\(container.rawValue)"
        let plain = try await Media.wav(seconds: 1)
        if container == .mp3 {
            let cover = try await Media.jpeg(width: 32, height: 32)
            try await Media.ffmpeg([
                "-i", plain, "-i", cover, "-map", "0", "-map", "1", "-c:v", "copy",
                "-metadata", "title=secret", "-disposition:v", "attached_pic", name,
            ])
        } else {
            try await Media.ffmpeg(["-i", plain, "-metadata", "title=secret", name])
        }
        let source = TemporaryDirectory.current + "/" + name
        let type: MediaType = container == .mp3 ? .mp3 : .wav
        let before = try #require(try await SharedEngine.probe(source, type).clip)
        #expect(before.hasMetadata)
        #expect(before.hasCoverArt == (container == .mp3))
        #expect(before.video == nil)
        let rendered = try await SharedEngine.render(
            source, type, ClipRecipe.sound(container, .copy), as: "out.bin")
        #expect(try rendered.bytes.firstRange(of: "secret") == nil)
        #expect(try await ClipFile(rendered.path).probe.streams.count == 1)
        let after = try #require(try await SharedEngine.probe(rendered.path, type).clip)
        #expect(!after.hasMetadata && !after.hasCoverArt)
        // The length that the header states is that of the sound.
        #expect(abs(after.duration - 1) < 0.06)
    }

    @Test func aWAVStatesItsOwnSize() async throws {
        let source = try await Media.wav(seconds: 1)
        let rendered = try await SharedEngine.render(
            source, .wav, ClipRecipe.sound(.wav, .copy, maxSeconds: 0.5), as: "out.wav")
        let bytes = try rendered.bytes
        #expect(bytes.count == 44 + 22_050 * 4)
        let stated = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
        #expect(stated == bytes.count - 8)
        // The samples are the source's own.
        #expect(try bytes[44...] == OpenedFile(source).contents().suffix(44_100 * 4).prefix(88_200))
    }

    @Test func rawAACIsCopiedIntoM4A() async throws {
        let wav = try await Media.wav(seconds: 2)
        try await Media.ffmpeg(["-i", wav, "-c:a", "aac", "-f", "adts", "tone.aac"])
        let source = TemporaryDirectory.current + "/tone.aac"
        let audio = try #require(try await SharedEngine.probe(source, .aac).clip?.audio)
        #expect(audio.codec == "aac")
        #expect(abs(audio.end - 2) < 0.1)
        let rendered = try await SharedEngine.render(
            source, .aac, ClipRecipe.sound(.m4a, .copy), as: "tone.m4a")
        let clip = try await ClipFile(rendered.path)
        #expect(clip.probe.audio?.codecName == "aac")
        #expect(abs(clip.end - 2) < 0.1)
        #expect(rendered.rendering.encodes == 0)
    }

    @Test(arguments: [
        ("tone.flac", MediaType.flac, ["-c:a", "flac"]), ("tone.ogg", .ogg, ["-c:a", "libvorbis"]),
        ("tone.opus", .ogg, ["-c:a", "libopus"]), ("tone.ac3", .ac3, ["-c:a", "ac3"]),
        ("tone.caf", .caf, ["-c:a", "pcm_s16be"]), ("tone.aiff", .aiff, ["-c:a", "pcm_s24be"]),
        ("tone.mka", .matroska, ["-c:a", "libmp3lame", "-f", "matroska"]),
        ("six.wav", .wav, ["-ac", "6", "-ar", "96000"]), ("low.wav", .wav, ["-ar", "8000"]),
        ("alac.m4a", .m4a, ["-c:a", "alac"]),
    ]) func everyKindOfSoundBecomesAAC(
        _ name: String, _ type: MediaType, _ arguments: [String]
    ) async throws {
        let wav = try await Media.wav("source.wav", seconds: 1)
        try await Media.ffmpeg(["-i", wav] + arguments + [name])
        let source = TemporaryDirectory.current + "/" + name
        #expect(try await SharedEngine.probe(source, type).clip?.audio != nil)
        let rendered = try await SharedEngine.render(
            source, type, ClipRecipe.sound(.m4a, .encode, maxSeconds: 0.8), as: "out.m4a")
        let clip = try await ClipFile(rendered.path)
        #expect(clip.probe.audio?.codecName == "aac")
        #expect(clip.probe.audio?.profile == "LC")
        #expect((1...2).contains(clip.probe.audio?.channels ?? 0))
        #expect(clip.end <= 0.8, "\(clip.end)")
        // Up to one packet is lost, and at 8 kHz one lasts an eighth of a second.
        #expect(clip.end > 0.6, "\(clip.end)")
        #expect(try await peak(rendered.path) > -35)
    }

    @Test func theCapOnBytesIsMetOrRefused() async throws {
        let source = try await Media.wav(seconds: 3)
        let rendered = try await SharedEngine.render(
            source, .wav, ClipRecipe.sound(.m4a, .encode, maxBytes: 20_000), as: "small.m4a")
        #expect(try rendered.bytes.count <= 20_000)
        #expect(try await abs(ClipFile(rendered.path).end - 3) < 0.1)
        let ways: [(ClipRecipe.Container, ClipRecipe.Track)] = [(.wav, .copy), (.m4a, .encode)]
        for (container, track) in ways {
            let refusal = try await refusal {
                try await SharedEngine.render(
                    source, .wav, ClipRecipe.sound(container, track, maxBytes: 500),
                    as: "tiny.\(container)")
            }
            #expect(refusal.reason == .cannotFit)
        }
    }

    @Test func aFileWithNothingToHearHasNoMedia() async throws {
        let source = try await Media.mp4(seconds: 0.4, width: 64, height: 48, sound: false)
        let refusal = try await refusal {
            try await SharedEngine.render(
                source, .mp4, ClipRecipe.sound(.m4a, .encode), as: "out.m4a")
        }
        #expect(refusal.reason == .noMedia)
    }
}
