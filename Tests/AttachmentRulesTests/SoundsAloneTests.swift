import AttachmentRules
import Foundation
import Testing

/// A profile that takes neither pictures nor videos.
@Suite struct SoundsAloneTests {
    private let profile: Profile

    init() throws {
        let ios = try Profile.named("ios").data
        var fields = try #require(try JSONSerialization.jsonObject(with: ios) as? [String: Any])
        for kind in ["image", "animation", "video", "advice"] { fields[kind] = nil }
        fields["advice"] = [Any]()
        fields["name"] = "radio"
        profile = try Profile(data: JSONSerialization.data(withJSONObject: fields))
    }

    @Test func kindThatIsLeftOutHasNoLimits() {
        #expect(profile.kinds == [.audio])
        for kind in [AttachmentKind.image, .animation, .video] {
            #expect(profile.types(of: kind) == nil)
            #expect(profile.maxBytes(of: kind) == nil)
            #expect(profile.maxSeconds(of: kind) == nil)
        }
        #expect(profile.takes(.mp3) && !profile.takes(.jpeg) && !profile.takes(.mp4))
        #expect(profile.maxSeconds == 30)
    }

    @Test func onlyRulesOfSoundsAreListed() {
        let rules = RuleBook.rules(for: profile)
        // That the others are refused is said of them.
        let others = rules.filter { $0.kind != nil && $0.kind != .audio }
        #expect(others.map(\.limit) == ["no images", "no animations", "no videos"])
        #expect(others.allSatisfy { $0.id == "type" })
        let ids = Set(rules.map(\.id))
        #expect(ids.isSuperset(of: ["empty", "type", "bytes", "duration", "cover-art"]))
        let visible: Set = [
            "pixels", "colour-profile", "pixel-size", "gif-no-trailer", "frame-rate", "hdr",
        ]
        #expect(ids.isDisjoint(with: visible))
    }

    @Test(arguments: [
        (MediaType.jpeg, "JPEG is an image; the profile radio takes sounds only"),
        (.gif, "GIF is an animation; the profile radio takes sounds only"),
        (.svg, "SVG is an image; the profile radio takes sounds only"),
        (.mov, "QuickTime movie is a video; the profile radio takes sounds only"),
        (
            .flac,
            "FLAC is no type for an attachment: as a sound the system takes M4A, MP3, WAV, AIFF"
        ),
        (.unknown, "unknown type is no type for an attachment: export it as M4A, MP3, WAV or AIFF"),
    ])
    func whatIsNoSoundIsOfNoType(_ type: MediaType, _ message: String) {
        let found = RuleBook.findings(
            for: Facts(type: type, bytes: 10), fileExtension: "x", profile: profile)
        #expect(found == [Finding(rule: "type", severity: .error, message: message)])
    }
}
