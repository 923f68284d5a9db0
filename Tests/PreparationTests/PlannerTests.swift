import AttachmentRules
import CodecLink
import Foundation
import Preparation
import Testing

@Suite struct PlannerTests {
    private let profile: Profile

    init() throws { profile = try Profile.named("ios") }

    private func plan(
        _ facts: Facts, fit: PictureRecipe.Fit = .inside, start: Double = 0
    ) -> Plan {
        Planner(PreparationOptions(profile: profile, fit: fit, start: start)).plan(for: facts)
    }

    private func picture(
        _ type: MediaType, _ change: (inout PictureFacts) -> Void = { _ in }
    ) -> Facts {
        var picture = PictureFacts(width: 800, height: 600)
        change(&picture)
        return Facts(type: type, bytes: 100_000, picture: picture)
    }

    private func video(
        _ type: MediaType = .mp4, bytes: Int64 = 1_000_000,
        _ change: (inout VideoFacts, inout ClipFacts) -> Void = { _, _ in }
    ) -> Facts {
        var video = VideoFacts(
            codec: "h264", profile: 100, width: 1280, height: 720, frameRate: 25,
            busiestSecond: 25, frames: 250, end: 10, duration: 10)
        var clip = ClipFacts(
            duration: 10,
            audio: AudioFacts(
                codec: "aac", profile: 1, sampleRate: 48_000, channels: 2, end: 10, duration: 10),
            isMoovFirst: type == .mp4 ? true : nil)
        change(&video, &clip)
        clip.video = video
        return Facts(type: type, bytes: bytes, clip: clip)
    }

    // Pictures

    @Test(arguments: [MediaType.jpeg, .png]) func compliantPictureIsKept(type: MediaType) {
        #expect(plan(picture(type)) == .keep())
    }

    @Test func pictureWithMetadataAloneIsCleaned() {
        let facts = picture(.jpeg) { $0.privateMetadata = ["Exif"] }
        guard case .remux(.clean, .image) = plan(facts) else {
            Issue.record("expected cleaning, got \(plan(facts))")
            return
        }
    }

    @Test func pictureThatNeedsNewPixelsIsEncoded() throws {
        let needs: [(MediaType, (inout PictureFacts) -> Void)] = [
            (.jpeg, { $0.orientation = 6 }),
            (.jpeg, { $0.width = 1025 }),
            (.jpeg, { $0.colour = .cmyk }),
            (.jpeg, { $0.hasProfile = true }),
            (.png, { $0.bitsPerChannel = 16 }),
            (.heic, { _ in }),
            (.webp, { _ in }),
            (.tiff, { _ in }),
            (.bmp, { _ in }),
        ]
        for (type, change) in needs {
            let plan = plan(picture(type, change))
            guard case .encode(.image(let recipe)) = plan else {
                Issue.record("\(type): expected an encode, got \(plan)")
                continue
            }
            #expect(recipe.maxWidth == 1024 && recipe.maxHeight == 1024)
            #expect(recipe.maxBytes == 10_000_000)
        }
    }

    @Test func outcomeAndNotTheSourceDecidesBetweenJPEGAndPNG() {
        for type in [MediaType.heic, .jpeg, .png, .tiff] {
            guard case .encode(.image(let recipe)) = plan(picture(type) { $0.width = 2000 }) else {
                Issue.record("\(type): expected an encode")
                continue
            }
            #expect(recipe.format == .smaller)
        }
    }

    @Test func damagedPictureIsRepairedOnlyIfAsked() {
        var facts = picture(.jpeg)
        facts.findings = [Finding(rule: "jpeg-truncated", severity: .error, message: "cut off")]
        guard case .refuse(let reason) = plan(facts) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(reason.code == .corrupt)
        let options = PreparationOptions(profile: profile, repairs: true)
        guard case .encode(.image(let recipe)) = Planner(options).plan(for: facts) else {
            Issue.record("expected an encode")
            return
        }
        #expect(recipe.repairs)
    }

    @Test func otherFitsEncodeUnlessThePictureHasThatShape() {
        #expect(plan(picture(.jpeg) { $0.width = 600 }, fit: .cover) == .keep())
        #expect(plan(picture(.jpeg), fit: .cover) != .keep())
        #expect(plan(picture(.jpeg), fit: .contain) != .keep())
        #expect(
            plan(picture(.jpeg) { ($0.width, $0.height) = (1024, 1024) }, fit: .contain) == .keep())
    }

    @Test func animationsOfAllTypesBecomeGIF() {
        for type in [MediaType.webp, .png] {
            let facts = picture(type) { ($0.frames, $0.duration, $0.plays) = (5, 0.5, 0) }
            guard case .encode(.animation(let recipe)) = plan(facts) else {
                Issue.record("\(type): expected an animation, got \(plan(facts))")
                continue
            }
            #expect(recipe.format == .gif && recipe.plays == 0)
        }
        #expect(
            plan(picture(.gif) { ($0.frames, $0.duration, $0.plays) = (5, 0.5, 0) }) == .keep())
    }

    @Test func colourProfileOfAGIFIsDroppedWithoutEncoding() {
        let facts = picture(.gif) { ($0.hasProfile, $0.profileName) = (true, "Display P3") }
        guard case .remux(.clean, _) = plan(facts) else {
            Issue.record("expected cleaning, got \(plan(facts))")
            return
        }
    }

    // Structures of animations

    private func animation(
        _ rule: RuleID? = nil, _ change: (inout PictureFacts) -> Void = { _ in }
    ) -> Facts {
        var facts = picture(.gif) { ($0.frames, $0.duration, $0.plays) = (5, 0.5, 0) }
        change(&facts.picture!)
        facts.findings =
            rule.map { [Finding(rule: $0.rawValue, severity: $0.severity, message: "")] } ?? []
        return facts
    }

    @Test(arguments: [RuleID.gifFirstFramePartial, .gifColourIndex])
    func harmlessFaultsOfAnAnimationAreKept(_ rule: RuleID) {
        #expect(plan(animation(rule)) == .keep())
    }

    @Test func animationThatStopsOrIsHeavyIsKept() {
        #expect(plan(animation { $0.plays = 3 }) == .keep())
        #expect(plan(animation { $0.frames = 1_000 }) == .keep())
    }

    @Test(arguments: [
        RuleID.gifDelayTooShort, .gifNoTrailer, .gifTrailingData, .gifUnknownBlock,
    ]) func faultsBetweenTheFramesAreMendedWithoutEncoding(_ rule: RuleID) {
        guard case .remux(.clean, .animation) = plan(animation(rule)) else {
            Issue.record("expected cleaning, got \(plan(animation(rule)))")
            return
        }
    }

    @Test(arguments: [RuleID.gifFrameTruncated, .gifLZWInvalid])
    func brokenAnimationIsSalvagedOnlyIfAsked(_ rule: RuleID) {
        let facts = animation(rule)
        guard case .refuse(let reason) = plan(facts) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(reason.code == .corrupt)
        let planner = Planner(PreparationOptions(profile: profile, repairs: true))
        guard case .remux(.salvage, .animation(let recipe)) = planner.plan(for: facts) else {
            Issue.record("expected a salvage, got \(planner.plan(for: facts))")
            return
        }
        #expect(recipe.repairs)
        guard case .encode = planner.plan(for: animation(rule) { $0.width = 2000 }) else {
            Issue.record("expected an encode")
            return
        }
    }

    @Test func animationBeyondWhatIsSafeIsTooLarge() {
        for facts in [
            animation { $0.frames = 4_097 },
            animation { ($0.frames, $0.width, $0.height) = (4_096, 1_000, 1_000) },
            animation { ($0.width, $0.height) = (65_535, 65_535) },
        ] {
            guard case .refuse(let reason) = plan(facts) else {
                Issue.record("expected a refusal, got \(plan(facts))")
                continue
            }
            #expect(reason.code == .tooLarge)
            #expect(!reason.message.isEmpty)
        }
    }

    // Video

    @Test func compliantVideoIsKept() {
        #expect(plan(video()) == .keep())
    }

    @Test func videoThatOnlyLiesWronglyIsCopied() {
        for facts in [
            video { $1.isMoovFirst = false },
            video { $1.otherStreams = 2 },
            video(.matroska),
            video {
                $1.hasLocation = true; $1.hasMetadata = true
            },
            video { ($0.end, $0.duration, $1.duration) = (45, 45, 45) },
        ] {
            guard case .remux(.clip(let recipe), .clip(let otherwise)) = plan(facts) else {
                Issue.record("expected a copy, got \(plan(facts))")
                continue
            }
            #expect(recipe.video == .copy && recipe.audio == .copy && recipe.container == .mp4)
            #expect(otherwise.video == .encode && otherwise.maxSeconds == 30)
        }
    }

    @Test func videoThatPhonesDoNotPlayIsEncoded() {
        let changes: [(inout VideoFacts, inout ClipFacts) -> Void] = [
            { video, _ in video.codec = "hevc" },
            { video, _ in video.rotation = 90 },
            { video, _ in
                video.bits = 10; video.profile = 110
            },
            { video, _ in
                video.is420 = false; video.profile = 122
            },
            { video, _ in video.level = 51 },
            { video, _ in video.isInterlaced = true },
            { video, _ in video.isFullRange = true },
            { video, _ in video.pixelAspect = 1.33 },
            { video, _ in
                video.width = 1920; video.height = 1080
            },
            { video, _ in
                video.frameRate = 50; video.busiestSecond = 50
            },
            { video, _ in video.busiestSecond = 60 },
            { video, clip in
                video.hasSkipped = true; clip.isMoovFirst = false
            },
            { video, clip in
                video.startsClean = false; clip.isMoovFirst = false
            },
        ]
        for (number, change) in changes.enumerated() {
            let plan = plan(video(.mov, change))
            guard case .encode(.clip(let recipe)) = plan else {
                Issue.record("change \(number): expected an encode, got \(plan)")
                continue
            }
            #expect(recipe.video == .encode)
        }
    }

    @Test func soundThatPhonesDoNotPlayIsEncodedBesideACopiedPicture() {
        let facts = video(.mov) { _, clip in clip.audio?.codec = "pcm_s16le" }
        guard case .remux(.clip(let recipe), _) = plan(facts) else {
            Issue.record("expected a copy, got \(plan(facts))")
            return
        }
        #expect(recipe.video == .copy && recipe.audio == .encode)
    }

    @Test func laterStartIsACopyWhereAKeyPictureLiesThere() {
        guard case .remux(.clip(let copy), .clip(let encode)) = plan(video(), start: 2) else {
            Issue.record("expected a copy, got \(plan(video(), start: 2))")
            return
        }
        #expect(copy.start == 2 && encode.start == 2)
        #expect(copy.video == .copy && encode.video == .encode)
    }

    @Test(arguments: [MediaType.mp4, .mov]) func silenceIsLeftOutIfItIsNotWanted(_ type: MediaType)
    {
        let silent = video(type) { $1.audio?.isSilent = true }
        let planner = Planner(PreparationOptions(profile: profile, dropsSilence: true))
        guard case .remux(.clip(let copy), .clip(let encode)) = planner.plan(for: silent) else {
            Issue.record("expected a copy, got \(planner.plan(for: silent))")
            return
        }
        #expect(copy.audio == .drop && encode.audio == .drop)
        #expect(planner.plan(for: video()) == .keep())
        #expect(plan(video { $1.audio?.isSilent = true }) == .keep())
    }

    @Test func soundThatIsRightAlreadyStaysBesideANewPicture() {
        func sound(_ bitRate: Int64) -> ClipRecipe.Track? {
            let facts = video { video, clip in
                video.codec = "hevc"
                clip.audio?.bytes = 10 * bitRate / 8
            }
            guard case .encode(.clip(let recipe)) = plan(facts) else { return nil }
            return recipe.audio
        }
        #expect(sound(128_000) == .copy)
        #expect(sound(256_000) == .encode)
    }

    @Test func whatNoDecoderOfOursKnowsIsRefused() {
        guard case .refuse(let reason) = plan(video { video, _ in video.isDolbyOnly = true }) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(reason.code == .unsupported)
        #expect(reason.message.contains("profile 5"))
    }

    // Refusals

    @Test func unknownBytesUnderAMediaNameAreCorrupt() {
        let facts = Facts(type: .unknown, bytes: 10)
        guard
            case .refuse(let named) = Planner(PreparationOptions(profile: profile))
                .plan(for: facts, fileExtension: "AIF"), case .refuse(let other) = plan(facts)
        else {
            Issue.record("expected refusals")
            return
        }
        #expect(named.code == .corrupt && other.code == .unsupported)
    }

    @Test func whatCannotBecomeAnAttachmentIsRefusedWithItsReason() {
        let damaged = Finding(rule: "damaged", severity: .error, message: "broken")
        var broken = picture(.jpeg)
        broken.findings = [damaged]
        let cases: [(Facts, ReasonCode)] = [
            (Facts(type: .empty, bytes: 0), .empty),
            (Facts(type: .psd, bytes: 10), .unsupported),
            (Facts(type: .html, bytes: 10), .unsupported),
            (broken, .corrupt),
            (video { $1.isTruncated = true }, .corrupt),
            (Facts(type: .mp4, bytes: 10, clip: ClipFacts(duration: 0)), .noMedia),
            (sound(.wav, "pcm_s16le", seconds: 0), .noMedia),
        ]
        for (facts, code) in cases {
            guard case .refuse(let reason) = plan(facts) else {
                Issue.record("\(facts.type): expected a refusal, got \(plan(facts))")
                continue
            }
            #expect(reason.code == code)
        }
    }
}
