import AttachmentRules
import Foundation
import Testing

/// Several profiles at once, and profiles that extend another.
@Suite struct ProfileCombinationTests {
    @Test func eachLimitIsTheStricterOneAndSaysWhose() throws {
        let both = try Profile.named("ios,android")
        let image = try #require(both.image)
        #expect(both.name == "ios,android" && both.parts == ["ios", "android"])
        #expect(image.maxBytes.value == 1_000_000 && image.maxBytes.profile == "android")
        #expect(image.maxWidth.value == 1024 && image.maxWidth.profile == "ios")
        #expect(image.maxHeight.value == 1024)
        #expect(image.types.value == [.jpeg, .png] && image.types.profile == "ios")
    }

    @Test func orderDoesNotChangeALimit() throws {
        let (one, other) = try (Profile.named("android,ios"), Profile.named("ios,android"))
        #expect(one.image?.maxBytes.value == other.image?.maxBytes.value)
        #expect(one.image?.maxWidth.value == other.image?.maxWidth.value)
        #expect(one.kinds == other.kinds)
    }

    @Test func ofTypesThoseOfBothAreTaken() throws {
        let both = try Profile.named("ios,ios-sound")
        #expect(both.audio?.types.value == [.wav, .aiff])
        #expect(both.audio?.types.profile == "ios-sound")
        #expect(both.audio?.maxSeconds.value == 29.9)
        #expect(both.audio?.belowSeconds?.value == 30)
    }

    @Test func kindThatOneDoesNotTakeIsNotTaken() throws {
        let both = try Profile.named("ios,android")
        #expect(both.kinds == [.image])
        let found = RuleBook.findings(
            for: Facts(type: .mp4, bytes: 10), fileExtension: "mp4", profile: both)
        #expect(
            found == [
                Finding(
                    rule: "type", severity: .error,
                    message: "MP4 is a video, which the profile android does not take",
                    profile: "android")
            ])
    }

    @Test(arguments: ["ios,android,mms", "android,ios,mms", "ios,mms,android", "mms,ios,android"])
    func ofThreeTheOneThatRefusesIsNamed(names: String) throws {
        let found = RuleBook.findings(
            for: Facts(type: .mp4, bytes: 10), fileExtension: "mp4",
            profile: try Profile.named(names))
        #expect(found.map(\.profile) == ["android"])
    }

    @Test func findingNamesTheProfileOfItsLimit() throws {
        let picture = PictureFacts(width: 1500, height: 700)
        let facts = Facts(type: .jpeg, bytes: 2_000_000, picture: picture)
        let found = RuleBook.findings(
            for: facts, fileExtension: "jpg", profile: try Profile.named("ios,android"))
        #expect(found.first { $0.rule == "bytes" }?.profile == "android")
        #expect(found.first { $0.rule == "pixel-size" }?.profile == "ios")
        #expect(found.first { $0.rule == "advice-airship-android" }?.profile == "android")
        let alone = RuleBook.findings(
            for: facts, fileExtension: "jpg", profile: try Profile.named("ios"))
        #expect(alone.allSatisfy { $0.profile == nil })
    }

    @Test func ruleNamesTheProfileWhereThereAreSeveral() throws {
        let rules = RuleBook.rules(for: try Profile.named("ios,android"))
        #expect(rules.first { $0.id == "bytes" }?.profile == "android")
        #expect(RuleBook.rules(for: try Profile.named("ios")).allSatisfy { $0.profile == nil })
    }

    @Test func profilesWithoutACommonKindAreAnError() {
        #expect(throws: ProfileError.nothingInCommon(["android", "ios-sound"])) {
            try Profile.named("android,ios-sound")
        }
    }

    @Test func theSameTwiceIsTheSame() throws {
        #expect(try Profile.named("ios,ios") == Profile.named("ios"))
    }

    @Test func vendorsProfileIsThatOfIOSWithItsOwnLimits() throws {
        let (braze, ios) = try (Profile.named("braze"), Profile.named("ios"))
        #expect(braze.image?.maxBytes.value == 5_000_000)
        #expect(braze.image?.maxBytes.profile == "braze")
        #expect(braze.image?.maxWidth.value == 1024 && braze.image?.maxWidth.profile == "ios")
        #expect(braze.video?.maxBytes.value == ios.video?.maxBytes.value)
        #expect(braze.parts == ["ios", "braze"])
        #expect(Set(braze.advice.map(\.id)).isSuperset(of: ios.advice.map(\.id)))
        #expect(braze.data.starts(with: ios.data) && braze.data != ios.data)
    }

    @Test(arguments: [(1024, 512, true), (1000, 505, true), (512, 512, false), (0, 0, true)])
    func shapeIsAdviceOnly(width: Int, height: Int, isFine: Bool) throws {
        let facts = Facts(
            type: .png, bytes: 10, picture: PictureFacts(width: width, height: height))
        let found = RuleBook.findings(
            for: facts, fileExtension: "png", profile: try Profile.named("braze"))
        let advice = found.filter { $0.rule == "advice-braze-shape" }
        #expect(advice.isEmpty == isFine)
        #expect(advice.allSatisfy { $0.severity == .advice })
    }
}
