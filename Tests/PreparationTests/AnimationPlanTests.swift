import AttachmentRules
import CodecLink
import Testing

@testable import Preparation

/// What `--animation` asks for.
@Suite struct AnimationPlanTests {
    private let profile: Profile

    init() throws { profile = try Profile.named("ios") }

    private func plan(
        _ facts: Facts, _ animation: AnimationKind?, repairs: Bool = false
    ) -> Plan {
        let options = PreparationOptions(profile: profile, repairs: repairs, animation: animation)
        return Planner(options).plan(for: facts)
    }

    private func animation(_ type: MediaType, frames: Int = 5) -> Facts {
        let moves = frames > 1
        return Facts(
            type: type, bytes: 100_000,
            picture: PictureFacts(
                width: 800, height: 600, frames: frames, duration: moves ? 0.5 : nil,
                plays: moves ? 0 : nil))
    }

    private func video(
        seconds: Double = 4, frames: Int = 100, isSilent: Bool?, hasSound: Bool = true
    ) -> Facts {
        let video = VideoFacts(
            codec: "h264", profile: 100, width: 640, height: 360, frameRate: 25,
            busiestSecond: 25, frames: frames, end: seconds, duration: seconds)
        var audio = AudioFacts(
            codec: "aac", profile: 1, sampleRate: 48_000, channels: 2, end: seconds,
            duration: seconds)
        audio.isSilent = isSilent
        let clip = ClipFacts(
            duration: seconds, video: video, audio: hasSound ? audio : nil, isMoovFirst: true)
        return Facts(type: .mp4, bytes: 1_000_000, clip: clip)
    }

    @Test(arguments: [MediaType.gif, .webp, .png]) func animationBecomesAVideoOnRequest(
        _ type: MediaType
    ) {
        guard case .encode(.film(let recipe)) = plan(animation(type), .video) else {
            Issue.record("expected a film, got \(plan(animation(type), .video))")
            return
        }
        #expect(recipe.maxSide == 1_280 && recipe.maxSeconds == 30 && recipe.maxFrameRate == 30)
        #expect(recipe.maxBytes == 10_000_000)
    }

    @Test(arguments: [nil, AnimationKind.gif]) func animationStaysOneElse(_ kind: AnimationKind?) {
        #expect(plan(animation(.gif), kind) == .keep())
        for type in [MediaType.webp, .png] {
            guard case .encode(.animation(let recipe)) = plan(animation(type), kind) else {
                Issue.record("\(type): expected a GIF, got \(plan(animation(type), kind))")
                continue
            }
            #expect(recipe.format == .gif)
        }
    }

    @Test(arguments: [nil, .gif, .video] as [AnimationKind?])
    func oneFrameIsAStillPicture(_ kind: AnimationKind?) {
        #expect(plan(animation(.gif, frames: 1), kind) == .keep())
        #expect(plan(animation(.png, frames: 1), kind) == .keep())
        for (type, width) in [(MediaType.webp, 800), (.gif, 2_000), (.png, 2_000)] {
            var facts = animation(type, frames: 1)
            facts.picture?.width = width
            guard case .encode(.image) = plan(facts, kind) else {
                Issue.record("\(type): expected a still, got \(plan(facts, kind))")
                continue
            }
        }
    }

    @Test func whatIsLeftOfADamagedAnimationStaysAGIF() {
        var facts = animation(.gif)
        facts.findings = [
            Finding(rule: "gif-frame-truncated", severity: .error, message: "cut off")
        ]
        guard case .refuse = plan(facts, .video),
            case .remux(.salvage, _) = plan(facts, .video, repairs: true)
        else {
            Issue.record("expected a refusal and a salvage")
            return
        }
    }

    @Test func animationBeyondWhatIsSafeIsNoVideo() {
        guard case .refuse(let reason) = plan(animation(.gif, frames: 5_001), .video) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(reason.code == .tooLarge)
    }

    @Test func shortSilentVideoBecomesAGIFOnRequest() {
        let silent = [video(isSilent: nil, hasSound: false), video(isSilent: true)]
        for facts in silent + [video(seconds: 10, isSilent: true)] {
            guard case .encode(.loop(let recipe, start: 0, maxSeconds: 10)) = plan(facts, .gif)
            else {
                Issue.record("expected a loop, got \(plan(facts, .gif))")
                continue
            }
            #expect(recipe.format == .gif && recipe.plays == 0 && recipe.maxWidth == 1_024)
            #expect(plan(facts, nil) == .keep() && plan(facts, .video) == .keep())
        }
    }

    @Test func videoThatIsHeardOrLongOrStandsStillStaysOne() {
        for facts in [
            video(isSilent: false), video(isSilent: nil), video(seconds: 10.1, isSilent: true),
            video(frames: 1, isSilent: true),
        ] {
            #expect(plan(facts, .gif) == .keep())
        }
    }

    @Test func changedOptionIsAnotherSetting() {
        let versions = CodecVersions(libvips: "1", ffmpeg: "2")
        let kinds: [AnimationKind?] = [nil, .gif, .video]
        let settings = kinds.map {
            PreparationOptions(profile: profile, animation: $0).settings(versions: versions)
        }
        #expect(Set(settings).count == 3)
    }
}

/// Profiles that take stills alone.
@Suite struct StillOfAnimationTests {
    private let android = Planner(PreparationOptions(profile: try! Profile.named("android")))

    @Test func animationBecomesAStill() {
        let plan = android.plan(
            for: Facts(
                type: .gif, bytes: 10, picture: PictureFacts(width: 300, height: 200, frames: 3)))
        guard case .encode(.image(let recipe)) = plan else {
            Issue.record("\(plan)")
            return
        }
        #expect(recipe.format == .smaller && recipe.maxBytes == 1_000_000)
    }

    @Test func animationBecomesAVideoWhereOnlyThoseMove() throws {
        let whatsapp = Planner(PreparationOptions(profile: try Profile.named("whatsapp")))
        let facts = Facts(
            type: .gif, bytes: 10, picture: PictureFacts(width: 300, height: 200, frames: 3))
        guard case .encode(.film(let recipe)) = whatsapp.plan(for: facts) else {
            Issue.record("it does not")
            return
        }
        #expect(recipe.maxBytes == 16_000_000)
    }

    @Test func sourceIsToldToHaveLostFrames() throws {
        let facts = Facts(
            type: .gif, bytes: 10,
            picture: PictureFacts(width: 300, height: 200, frames: 3, plays: 1),
            findings: [Finding(rule: "gif-loop-finite", severity: .warning, message: "m")])
        let found = SourceFindings.of(facts, plan: android.plan(for: facts), among: facts.findings)
        #expect(
            found == [
                Finding(
                    rule: "type", severity: .warning,
                    message:
                        "the profile takes no animation: the first of 3 frames was published")
            ])
    }

    @Test func videoStaysRefused() {
        let clip = ClipFacts(duration: 1)
        guard case .refuse(let reason) = android.plan(for: Facts(type: .mp4, bytes: 9, clip: clip))
        else {
            Issue.record("it is taken")
            return
        }
        #expect(reason.code == .unsupported)
    }
}
