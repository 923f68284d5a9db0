import AttachmentRules
import Foundation
import Testing

@Suite struct ProfileTests {
    @Test func iosHasTheLimitsOfItsTable() throws {
        let ios = try Profile.named("ios")
        let (image, animation) = try (#require(ios.image), #require(ios.animation))
        let video = try #require(ios.video)
        #expect(image.types.value == [.jpeg, .png])
        #expect(animation.types.value == [.gif])
        #expect(video.types.value == [.mp4])
        #expect(ios.audio?.types.value == [.m4a, .mp3, .wav, .aiff])
        for limits in [image, animation] {
            #expect(limits.maxBytes.value == 10_000_000)
            #expect(limits.maxWidth.value == 1024)
            #expect(limits.maxHeight.value == 1024)
        }
        #expect(animation.maxDecodedBytes?.value == 200_000_000)
        #expect(image.maxDecodedBytes == nil)
        #expect(video.maxBytes.value == 10_000_000)
        #expect(video.maxSeconds.value == 30)
        #expect(video.maxSide.value == 1280)
        #expect(video.maxFrameRate.value == 30)
        #expect(ios.audio?.maxBytes.value == 5_000_000)
        #expect(ios.audio?.maxSeconds.value == 30)
    }

    @Test func limitsSayWhereTheyComeFrom() throws {
        let ios = try Profile.named("ios")
        #expect(ios.audio?.maxBytes.basis == .documented)
        #expect(ios.audio?.maxBytes.source.hasPrefix("https://developer.apple.com/") == true)
        #expect(ios.video?.maxBytes.basis == .own)
        #expect(ios.advice.allSatisfy { $0.source.hasPrefix("https://") })
    }

    @Test func everyTypeOfAProfileIsAnAttachmentOfItsKind() throws {
        for name in Profile.names {
            let profile = try Profile.named(name)
            for kind in AttachmentKind.allCases {
                let types = (profile.types(of: kind)?.value ?? []).map { AttachmentType($0)?.kind }
                #expect(types.allSatisfy { $0 == kind })
            }
        }
    }

    @Test func bytesOfAProfileAreKeptForADigest() throws {
        let ios = try Profile.named("ios")
        #expect(try JSONDecoder().decode(Profile.self, from: ios.data).name == "ios")
        #expect(try Profile(data: ios.data) == ios)
    }

    @Test func unknownNameIsAnError() {
        #expect(throws: ProfileError.unknown(name: "fax")) { try Profile.named("fax") }
        #expect(
            ProfileError.unknown(name: "fax").description.hasPrefix(
                "no profile is named 'fax'; there is ios, ios-sound, android, "))
    }

    @Test func everyProfileSaysWhatItTakesAndNothingElse() throws {
        let taken: [String: [AttachmentKind]] = [
            "ios": [.image, .animation, .video, .audio], "ios-sound": [.audio],
            "android": [.image], "web": [.image],
            "airship": [.image, .animation, .video, .audio],
            "braze": [.image, .animation, .video, .audio],
            "onesignal": [.image, .animation, .video, .audio],
            "whatsapp": [.image, .video, .audio],
            "mms": [.image, .animation, .video, .audio], "rcs": [.image, .animation, .video],
        ]
        #expect(Set(Profile.names) == Set(taken.keys))
        for (name, kinds) in taken { #expect(try Profile.named(name).kinds == kinds) }
    }

    @Test(arguments: ["whatsapp", "mms"])
    func soundForPhonesOfAllKindsIsAACOrMP3(_ name: String) throws {
        let profile = try Profile.named(name)
        func rules(_ type: MediaType, _ codec: String) -> [String] {
            let audio = AudioFacts(
                codec: codec, sampleRate: 44_100, channels: 2, end: 5, duration: 5)
            let clip = ClipFacts(duration: 5, audio: audio, isMoovFirst: true)
            return RuleBook.findings(
                for: Facts(type: type, bytes: 1_000, clip: clip), fileExtension: type.rawValue,
                profile: profile
            ).map(\.rule)
        }
        #expect(rules(.m4a, "alac") == ["sound-codec"])
        #expect(rules(.m4a, "aac").isEmpty && rules(.mp3, "mp3").isEmpty)
    }

    @Test(arguments: [
        ("airship", "advice-airship-ratio-image", AttachmentKind.image, ["1:1", "1:2"]),
        ("airship", "advice-airship-ratio-animation", .animation, ["1:1", "1:2"]),
        ("rcs", "advice-gupshup-video", .video, ["2:1", "3:1", "3:4"]),
    ])
    func vendorsRecommendShapes(
        _ name: String, _ id: String, _ kind: AttachmentKind, _ ratios: [String]
    ) throws {
        let advice = try Profile.named(name).advice.first { $0.id == id }
        #expect(advice?.kind == kind && advice?.ratios == ratios)
    }

    @Test func otherDataAreNoProfile() throws {
        #expect(throws: ProfileError.self) { try Profile(data: Data("{}".utf8)) }
        let text = String(decoding: try Profile.named("ios").data, as: UTF8.self)
        let later = text.replacingOccurrences(of: "pushmedia-profile/1", with: "other/2")
        #expect(throws: ProfileError.self) { try Profile(data: Data(later.utf8)) }
    }
}
