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

    private func audio(_ codec: String, seconds: Double, bytes: Int64 = 100_000) -> AudioFacts {
        AudioFacts(
            codec: codec, profile: codec == "aac" ? 1 : nil, sampleRate: 44_100, channels: 2,
            end: seconds, duration: seconds, bytes: bytes)
    }

    private func sound(_ type: MediaType, _ codec: String, seconds: Double = 10) -> Facts {
        Facts(
            type: type, bytes: 200_000,
            clip: ClipFacts(
                duration: seconds, audio: audio(codec, seconds: seconds),
                isMoovFirst: type == .m4a ? true : nil))
    }

    /// A turned video, which has to be encoded, unless it is not.
    private func video(
        seconds: Double = 10, rotation: Int = 90, _ change: (inout AudioFacts) -> Void = { _ in }
    ) -> Facts {
        var sound = audio("aac", seconds: seconds)
        change(&sound)
        let picture = VideoFacts(
            codec: "h264", profile: 100, width: 1280, height: 720, rotation: rotation,
            frameRate: 25, busiestSecond: 25, frames: 250, end: seconds, duration: seconds)
        return Facts(
            type: .mp4, bytes: 1_000_000,
            clip: ClipFacts(duration: seconds, video: picture, audio: sound, isMoovFirst: true))
    }

    private func recipe(_ plan: Plan) throws -> ClipRecipe {
        switch plan {
        case .encode(.clip(let recipe)), .remux(.clip(let recipe), _): recipe
        default: try #require(nil, "expected a recipe, got \(plan)")
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
