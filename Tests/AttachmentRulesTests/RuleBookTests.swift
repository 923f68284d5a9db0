import AttachmentRules
import Testing

@Suite struct RuleBookTests {
    private let ios: Profile

    init() throws { ios = try Profile.named("ios") }

    @Test func everyRuleIsListed() throws {
        let rules = try Profile.names.flatMap { RuleBook.rules(for: try Profile.named($0)) }
        let listed = Set(rules.map(\.id))
        for id in RuleID.allCases { #expect(listed.contains(id.rawValue)) }
        for advice in ios.advice { #expect(listed.contains(advice.id)) }
    }

    @Test func everyRuleSaysWhatItAsksAndWhereFrom() throws {
        for rule in try Profile.names.flatMap({ RuleBook.rules(for: try Profile.named($0)) }) {
            #expect(rule.summary != rule.id && !rule.summary.isEmpty)
            #expect(rule.source == "PushMedia" || rule.source.hasPrefix("https://"))
            #expect(!rule.date.isEmpty && !rule.remedy.isEmpty)
            #expect((rule.basis == .advice) == (rule.severity == .advice))
        }
    }

    @Test func idAndKindTogetherAreUnique() {
        let keys = RuleBook.rules(for: ios).map { "\($0.id) \($0.kind?.rawValue ?? "")" }
        #expect(Set(keys).count == keys.count)
    }

    @Test func strictIsNeverMilder() {
        for id in RuleID.allCases where id.severity == .error {
            #expect(id.strictSeverity == .error)
        }
    }

    @Test func whatCanBeShownIsNoErrorEvenOfOurOutputs() {
        let mild: [RuleID] = [
            .gifDelayTooShort, .gifFirstFramePartial, .gifDecodedMemory, .gifLoopFinite,
            .gifSingleFrame,
        ]
        for id in mild {
            #expect(id.strictSeverity == .warning)
            #expect(id.rejection == nil)
        }
    }

    @Test func kindThatIsRefusedIsListedWithWhoRefusesIt() throws {
        func rows(_ names: String) throws -> [String] {
            RuleBook.rules(for: try Profile.named(names)).filter { $0.id == "type" }.map {
                "\($0.kind?.rawValue ?? ""): \($0.limit) (\($0.profile ?? "-"), \($0.source))"
            }
        }
        #expect(
            try rows("ios,android").dropFirst() == [
                "animation: no animations (android, PushMedia)",
                "video: no videos (android, PushMedia)", "audio: no sounds (android, PushMedia)",
            ])
        #expect(
            try rows("ios-sound").dropLast() == [
                "image: no images (-, PushMedia)", "animation: no animations (-, PushMedia)",
                "video: no videos (-, PushMedia)",
            ])
    }

    @Test func limitsAreInNumbers() {
        func limit(_ id: String, _ kind: AttachmentKind?) -> String? {
            RuleBook.rules(for: ios).first { $0.id == id && $0.kind == kind }?.limit
        }
        #expect(limit("bytes", .audio) == "at most 5,000,000 bytes")
        #expect(limit("pixel-size", .image) == "within 1,024×1,024 pixels")
        #expect(limit("pixel-size", .video) == "at most 1,280 pixels on the longest side")
        #expect(limit("duration", .video) == "at most 30 s")
        #expect(limit("gif-too-many-frames", .animation) == "at most 4,096 frames")
        #expect(
            limit("gif-decoded-memory", .animation)
                == "at most 200,000,000 bytes: canvas × 4 × frames")
        #expect(limit("frame-rate", .video) == "at most 30 pictures a second")
        #expect(limit("type", .audio) == "M4A, MP3, WAV, AIFF")
        #expect(
            limit("advice-onesignal-image", .image)
                == "at most 5,000,000 bytes, at least 300 pixels wide, "
                + "at most 2,000 pixels wide")
    }
}
