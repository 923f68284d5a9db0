import AttachmentRules
import CodecLink
import Preparation
import Testing

/// What is planned for sound: alone, and beside a picture.
@Suite struct SoundPlanTests {
    private let profile: Profile

    init() throws { profile = try Profile.named("ios") }

    private func plan(_ facts: Facts, start: Double = 0, loudness: Double? = nil) -> Plan {
        Planner(PreparationOptions(profile: profile, start: start, loudness: loudness))
            .plan(for: facts)
    }

    /// A turned video, which has to be encoded, unless it is not.
    private func video(
        seconds: Double = 10, rotation: Int = 90, _ change: (inout AudioFacts) -> Void = { _ in }
    ) -> Facts {
        var facts = sound(.mp4, "aac", seconds: seconds, bytes: 100_000)
        if var audio = facts.clip?.audio {
            change(&audio)
            facts.clip?.audio = audio
        }
        let picture = VideoFacts(
            codec: "h264", profile: 100, width: 1280, height: 720, rotation: rotation,
            frameRate: 25, busiestSecond: 25, frames: 250, end: seconds, duration: seconds)
        facts.bytes = 1_000_000
        facts.clip?.video = picture
        facts.clip?.isMoovFirst = true
        return facts
    }

    private func recipe(_ plan: Plan) throws -> ClipRecipe {
        switch plan {
        case .encode(.clip(let recipe)), .remux(.clip(let recipe), _): recipe
        default: try #require(nil, "expected a recipe, got \(plan)")
        }
    }

    @Test func compliantSoundIsKept() {
        for facts in [sound(.m4a, "aac"), sound(.mp3, "mp3"), sound(.wav, "pcm_s16le")] {
            #expect(plan(facts) == .keep())
        }
    }

    @Test(arguments: ["whatsapp", "mms"])
    func soundOfACodecThatTheProfileDoesNotNameIsEncoded(_ name: String) throws {
        let planner = Planner(PreparationOptions(profile: try Profile.named(name)))
        guard case .encode(.clip(let recipe)) = planner.plan(for: sound(.m4a, "alac")) else {
            Issue.record("expected an encoding, got \(planner.plan(for: sound(.m4a, "alac")))")
            return
        }
        #expect(recipe.container == .m4a && recipe.audio == .encode)
        for facts in [sound(.m4a, "aac"), sound(.mp3, "mp3")] {
            #expect(planner.plan(for: facts) == .keep())
        }
        // Within the time and the bytes of both.
        guard case .remux(.clip(let copy), _) = planner.plan(for: sound(.aac, "aac")) else {
            Issue.record("expected a copy, got \(planner.plan(for: sound(.aac, "aac")))")
            return
        }
        #expect(copy.container == .m4a && copy.audio == .copy)
    }

    @Test func longSoundIsCutWithoutEncodingWhereItFits() {
        let cases: [(Facts, ClipRecipe.Container)] = [
            (sound(.mp3, "mp3", seconds: 60), .mp3), (sound(.m4a, "aac", seconds: 60), .m4a),
            (sound(.aac, "aac", seconds: 10), .m4a),
            (sound(.wav, "pcm_s16le", seconds: 60, bytes: 6_000_000), .wav),
        ]
        for (facts, container) in cases {
            guard case .remux(.clip(let recipe), _) = plan(facts) else {
                Issue.record("\(facts.type): expected a copy, got \(plan(facts))")
                continue
            }
            #expect(recipe.container == container && recipe.audio == .copy)
            #expect(recipe.maxBytes == 5_000_000)
        }
    }

    @Test func soundOverTheCapOrOfAnotherCodecIsEncoded() {
        for facts in [
            sound(.wav, "pcm_s16le", seconds: 30, bytes: 5_292_044), sound(.flac, "flac"),
            sound(.ogg, "vorbis"), sound(.wav, "adpcm_ms"),
        ] {
            guard case .encode(.clip(let recipe)) = plan(facts) else {
                Issue.record("\(facts.type): expected an encode, got \(plan(facts))")
                continue
            }
            #expect(recipe.container == .m4a)
        }
    }

    @Test(arguments: [(MediaType.mp3, "mp3"), (.m4a, "aac"), (.m4a, "alac"), (.wav, "pcm_s24le")])
    func aLaterStartIsACopyToo(_ type: MediaType, _ codec: String) throws {
        let recipe = try recipe(plan(sound(type, codec), start: 2))
        #expect(recipe.audio == .copy && recipe.start == 2)
    }

    @Test(arguments: [
        "pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw",
        "pcm_mulaw",
    ]) func everyPCMIsCopied(_ codec: String) throws {
        #expect(try recipe(plan(sound(.wav, codec, seconds: 40))).container == .wav)
        #expect(try recipe(plan(sound(.aiff, codec, seconds: 40))).container == .aiff)
        #expect(try recipe(plan(sound(.caf, codec))).audio == .encode)
    }

    @Test func withALoudnessAllSoundIsEncoded() throws {
        for facts in [
            sound(.mp3, "mp3"), sound(.m4a, "aac"), sound(.wav, "pcm_s16le"), sound(.flac, "flac"),
        ] {
            let recipe = try recipe(plan(facts, loudness: -16))
            #expect(recipe.audio == .encode && recipe.container == .m4a)
            #expect(recipe.loudness == -16)
        }
    }

    @Test func withALoudnessThePictureIsStillCopied() throws {
        let facts = video(rotation: 0)
        #expect(plan(facts) == .keep(otherwise: nil))
        let recipe = try recipe(plan(facts, loudness: -16))
        #expect(recipe.video == .copy && recipe.audio == .encode && recipe.loudness == -16)
    }

    @Test func aLoudnessDoesNotTouchWhatIsMute() {
        var facts = video(rotation: 0)
        facts.clip?.audio = nil
        #expect(plan(facts, loudness: -16) == .keep(otherwise: nil))
    }

    @Test func earlierSoundIsCutAndBeforeALaterOneThereIsSilence() throws {
        #expect(try recipe(plan(video { $0.start = -0.4 })).audio == .copy)
        #expect(try recipe(plan(video { $0.start = 0.4 })).audio == .encode)
    }

    @Test func changedLoudnessIsAnotherSetting() {
        let versions = CodecVersions(libvips: "1", ffmpeg: "2")
        let settings = [nil, -16, -23].map {
            PreparationOptions(profile: profile, loudness: $0).settings(versions: versions)
        }
        #expect(Set(settings).count == 3)
    }
}
