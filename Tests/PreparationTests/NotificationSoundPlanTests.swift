import AttachmentRules
import CodecLink
import Preparation
import Testing

/// Plans for the profile `ios-sound`.
@Suite struct NotificationSoundPlanTests {
    private let profile: Profile

    init() throws { profile = try Profile.named("ios-sound") }

    private func plan(_ facts: Facts, animation: AnimationKind? = nil) -> Plan {
        Planner(PreparationOptions(profile: profile, animation: animation)).plan(for: facts)
    }

    @Test(arguments: [
        (MediaType.wav, "pcm_s16le"), (.wav, "pcm_mulaw"), (.aiff, "pcm_s16be"),
        (.aiff, "adpcm_ima_qt"), (.caf, "pcm_f32le"), (.caf, "adpcm_ima_qt"), (.caf, "pcm_alaw"),
    ])
    func compliantSoundIsKept(_ type: MediaType, _ codec: String) {
        #expect(plan(sound(type, codec)) == .keep())
    }

    @Test(arguments: [
        (MediaType.wav, "pcm_s24le", ClipRecipe.Container.wav), (.aiff, "pcm_s16be", .aiff),
        (.caf, "pcm_s16be", .caf), (.caf, "adpcm_ima_qt", .caf), (.aiff, "adpcm_ima_qt", .caf),
        (.wav, "pcm_alaw", .wav),
    ])
    func longOrTaggedSoundIsCopied(
        _ type: MediaType, _ codec: String, _ container: ClipRecipe.Container
    ) {
        for facts in [
            sound(type, codec, seconds: 29.95), sound(type, codec, seconds: 60),
            sound(type, codec) { $0.hasMetadata = true },
        ] {
            guard case .remux(.clip(let recipe), .clip(let otherwise)) = plan(facts) else {
                Issue.record("expected a copy, got \(plan(facts))")
                continue
            }
            #expect(recipe.container == container && recipe.audio == .copy)
            #expect(recipe.maxSeconds == 29.9 && recipe.maxBytes == 5_000_000)
            #expect(otherwise.container == .caf && otherwise.audio == .encode)
        }
    }

    @Test func everythingElseIsEncodedToCAF() {
        for facts in [
            sound(.mp3, "mp3"), sound(.m4a, "aac") { $0.hasCoverArt = true }, sound(.flac, "flac"),
            sound(.ogg, "opus"), sound(.wav, "adpcm_ms"), sound(.caf, "alac"),
            sound(.wav, "pcm_s16le", channels: 6), sound(.mov, "adpcm_ima_qt"),
            sound(.wav, "pcm_s16le", seconds: 60, bytes: 10_584_000),
        ] {
            guard case .encode(.clip(let recipe)) = plan(facts) else {
                Issue.record("\(facts.type): expected an encode, got \(plan(facts))")
                continue
            }
            #expect(recipe.container == .caf && recipe.video == .drop)
            #expect(recipe.maxSeconds == 29.9 && recipe.maxBytes == 5_000_000)
        }
    }

    @Test(arguments: [nil, .gif, .video] as [AnimationKind?])
    func picturesAndVideosAreUnsupported(_ animation: AnimationKind?) {
        let video = VideoFacts(
            codec: "h264", width: 64, height: 48, frameRate: 25, busiestSecond: 25, frames: 25,
            end: 1, duration: 1)
        let cases: [(Facts, String)] = [
            (Facts(type: .jpeg, bytes: 9, picture: PictureFacts(width: 8, height: 8)), "an image"),
            (
                Facts(type: .gif, bytes: 9, picture: PictureFacts(width: 8, height: 8, frames: 2)),
                "an animation"
            ),
            (
                Facts(type: .webp, bytes: 9, picture: PictureFacts(width: 8, height: 8, frames: 2)),
                "an animation"
            ),
            (sound(.mp4, "aac", seconds: 1) { $0.video = video }, "a video"),
            (Facts(type: .svg, bytes: 9), "an image"),
        ]
        for (facts, what) in cases {
            let message = "it is \(what); the profile ios-sound takes sounds only"
            #expect(
                plan(facts, animation: animation) == .refuse(Reason(.unsupported, message)))
        }
    }

    @Test func attachmentIsNeverACAF() throws {
        let planner = Planner(PreparationOptions(profile: try Profile.named("ios")))
        for codec in ["pcm_s16le", "adpcm_ima_qt"] {
            guard case .encode(.clip(let recipe)) = planner.plan(for: sound(.caf, codec)) else {
                Issue.record("expected an encode")
                continue
            }
            #expect(recipe.container == .m4a)
        }
    }

    @Test func anotherProfileIsAnotherSetting() throws {
        let versions = CodecVersions(libvips: "1", ffmpeg: "2")
        let settings = try Profile.names.map {
            PreparationOptions(profile: try Profile.named($0)).settings(versions: versions)
        }
        #expect(Set(settings).count == Profile.names.count)
    }
}
