import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// Sound that is brought to a loudness, as FFmpeg's program measures what was published.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10))) struct LoudnessTests {
    /// LUFS and dBTP.
    private struct Loudness {
        let integrated: Double
        let peak: Double

        init(_ path: String, filter: String = "anull") async throws {
            let output = try await Shell.require([
                "ffmpeg", "-nostdin", "-hide_banner", "-i", path, "-map", "0:a:0", "-af",
                "\(filter),ebur128=peak=true", "-f", "null", "-",
            ])
            let text = output.stderr
            let summary = text[(text.firstRange(of: "Summary")?.lowerBound ?? text.startIndex)...]
            func value(_ match: Substring?) -> Double { match.flatMap { Double($0) } ?? -.infinity }
            integrated = value(summary.firstMatch(of: /I: +(-?[0-9.]+) LUFS/)?.output.1)
            peak = value(summary.firstMatch(of: /Peak: +(-?[0-9.]+) dBFS/)?.output.1)
        }
    }

    private func source(
        _ expression: String, layout: String = "stereo", rate: Int = 44_100, seconds: Double = 6,
        as name: String = "source.wav", _ arguments: [String] = ["-c:a", "pcm_f32le"]
    ) async throws -> String {
        try await Media.ffmpeg(
            [
                "-f", "lavfi", "-i",
                "aevalsrc=exprs='\(expression)':c=\(layout):s=\(rate):d=\(seconds)",
            ] + arguments + [name])
        return TemporaryDirectory.current + "/" + name
    }

    private func published(
        _ path: String, _ type: MediaType, _ loudness: Double, start: Double = 0,
        maxSeconds: Double = 30
    ) async throws -> Loudness {
        let rendered = try await SharedEngine.render(
            path, type,
            ClipRecipe.sound(
                .m4a, .encode, start: start, maxSeconds: maxSeconds, loudness: loudness),
            as: path.split(separator: "/").last! + ".m4a")
        return try await Loudness(rendered.path)
    }

    /// A tone whose loudness goes up and down; its peaks are 9 dB above its loudness.
    private static let swelling = "0.3*sin(880*PI*t)*(0.6+0.4*sin(3*t))"

    @Test(arguments: [-16.0, -23, -30]) func soundIsAsLoudAsWasAskedFor(
        _ target: Double
    ) async throws {
        let path = try await source("\(Self.swelling)|\(Self.swelling)")
        let loudness = try await published(path, .wav, target)
        #expect(abs(loudness.integrated - target) <= 0.2)
        #expect(loudness.peak <= -1)
    }

    @Test func plainGainIsAllThatHappensWhereThePeaksAllowIt() async throws {
        let path = try await source("\(Self.swelling)|\(Self.swelling)")
        let before = try await Loudness(path)
        let after = try await published(path, .wav, -20)
        let gain = after.integrated - before.integrated
        #expect(abs(after.peak - before.peak - gain) < 0.4)
    }

    @Test func aLimiterKeepsPeaksUnderOneDecibel() async throws {
        // Single waves, far above the rest.
        let bursts = "0.06*sin(880*PI*t)+0.9*sin(2000*PI*t)*lt(mod(t,0.25),0.002)"
        let path = try await source("\(bursts)|\(bursts)")
        let before = try await Loudness(path)
        #expect(before.peak - before.integrated + -16 > 2)
        let loudness = try await published(path, .wav, -16)
        #expect(abs(loudness.integrated - -16) <= 0.5, "\(loudness)")
        #expect(loudness.peak <= -1)
    }

    @Test func soundBeyondFullScaleComesDown() async throws {
        let path = try await source("3*sin(880*PI*t)|3*sin(880*PI*t)")
        let loudness = try await published(path, .wav, -5)
        #expect(loudness.peak <= -1)
        #expect(loudness.integrated > -6)
    }

    @Test(arguments: [0.02, 0.1, 0.3, 0.5, 1, 2.9]) func shortSoundHasALoudnessToo(
        _ seconds: Double
    ) async throws {
        let path = try await source("0.1*sin(2000*PI*t)", layout: "mono", seconds: seconds)
        // Repeated, it is long enough for any meter; without the ends, which AAC rounds off.
        let rendered = try await SharedEngine.render(
            path, .wav, ClipRecipe.sound(.m4a, .encode, loudness: -16), as: "out.m4a")
        let length = Int(seconds * 44_100)
        let loudness = try await Loudness(
            rendered.path,
            filter: "atrim=end_sample=\(length),aloop=loop=-1:size=\(length),atrim=end=3")
        #expect(abs(loudness.integrated - -16) <= 1)
        #expect(loudness.peak <= -1)
    }

    @Test func silenceAndWhatIsNearlySilentStayAsTheyAre() async throws {
        let silence = try await source("0|0", as: "silence.wav")
        #expect(try await published(silence, .wav, -16).peak == -.infinity)
        let hiss = try await source("0.0001*(random(0)-0.5)|0.0001*(random(1)-0.5)", as: "hiss.wav")
        #expect(try await Loudness(hiss).integrated <= -70)
        #expect(try await published(hiss, .wav, -16).peak < -70)
    }

    @Test func onlyWhatIsPublishedIsMeasured() async throws {
        // Loud, then 20 dB softer, then loud again.
        let path = try await source("0.5*sin(880*PI*t)*if(between(t,2,4),0.1,1)", layout: "mono")
        let loudness = try await published(path, .wav, -20, start: 2, maxSeconds: 2)
        #expect(abs(loudness.integrated - -20) <= 0.2)
    }

    @Test func theDownmixIsWhatIsMeasured() async throws {
        let path = try await source(
            "0|0|\(Self.swelling)|0|0|0", layout: "5.1", rate: 48_000, as: "six.flac", [])
        let loudness = try await published(path, .flac, -16)
        #expect(abs(loudness.integrated - -16) <= 0.2)
        #expect(loudness.peak <= -1)
    }

    @Test func theSoundOfACopiedPictureIsBroughtToALoudness() async throws {
        let source = try await Media.mp4(seconds: 3, width: 64, height: 48)
        let rendered = try await SharedEngine.render(
            source, .mp4, ClipRecipe.video(.copy, audio: .encode, loudness: -18),
            as: "out.mp4")
        #expect(rendered.rendering.encodes == 0)
        let loudness = try await Loudness(rendered.path)
        #expect(abs(loudness.integrated - -18) <= 0.2, "\(loudness)")
        #expect(try await abs(ClipFile(rendered.path).end - 3) < 0.001)
    }

    @Test func aSoundInACAFIsBroughtToALoudness() async throws {
        let path = try await source("\(Self.swelling)|\(Self.swelling)")
        for (name, most) in [("pcm", Int64(5_000_000)), ("ima4", 400_000)] {
            let rendered = try await SharedEngine.render(
                path, .wav, ClipRecipe.sound(.caf, .encode, maxBytes: most, loudness: -16),
                as: name + ".caf")
            let loudness = try await Loudness(rendered.path)
            #expect(abs(loudness.integrated - -16) <= 0.2, "\(loudness)")
            #expect(loudness.peak <= -1)
        }
    }
}
