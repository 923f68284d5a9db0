import AttachmentRules
import Foundation
import Testing

/// Profiles that somebody has written.
@Suite struct ProfileFileTests {
    @Test func whatItSaysHoldsAndTheRestIsTheBases() throws {
        let profile = try Self.profile(#""image": {"maxBytes": \#(Self.limit("400000"))}"#)
        #expect(profile.image?.maxBytes.value == 400_000)
        #expect(profile.image?.maxBytes.profile == "mine")
        #expect(profile.animation?.maxBytes.value == 10_000_000)
    }

    @Test func nullTakesAKindAway() throws {
        #expect(try Self.profile(#""video": null"#).kinds == [.image, .animation, .audio])
    }

    @Test func limitThatIsAdviceOnlyAdvises() throws {
        let limit = Self.limit("5000", basis: "advice")
        let profile = try Self.profile(#""image": {"maxBytes": \#(limit)}"#)
        let facts = Facts(
            type: .png, bytes: 6_000, picture: PictureFacts(width: 10, height: 10))
        let found = RuleBook.findings(for: facts, fileExtension: "png", profile: profile)
        #expect(found.first?.rule == "bytes" && found.first?.severity == .advice)
        let rule = RuleBook.rules(for: profile).first { $0.id == "bytes" && $0.kind == .image }
        #expect(rule?.severity == .advice && rule?.basis == .advice)
        let strict = RuleBook.findings(
            for: facts, fileExtension: "png", profile: profile, strict: true)
        #expect(strict.first?.severity == .error)
    }

    @Test(arguments: [
        (#""image": {"maxBites": \#(limit("1000"))}"#, "image.maxBites: no such member is known"),
        (
            #""image": {"maxBytes": \#(limit("\"many\""))}"#,
            "image.maxBytes.value: a whole number is wanted"
        ),
        (
            #""image": {"maxBytes": \#(limit("0"))}"#,
            "image.maxBytes.value: it should be from 1000 to 1000000000"
        ),
        (
            #""image": {"maxWidth": \#(limit("-5"))}"#,
            "image.maxWidth.value: it should be from 1 to 16384"
        ),
        (
            #""image": {"types": \#(limit("[\"jpg\"]"))}"#,
            "image.types.value[0]: no such value is known"
        ),
        (
            #""image": {"types": \#(limit("[\"gif\"]"))}"#,
            "image.types.value: 'gif' is none of jpeg, png"
        ),
        (#""image": {"types": \#(limit("[]"))}"#, "image.types.value: a type is needed"),
        (
            #""video": {"maxSeconds": \#(limit("30", date: "today"))}"#,
            "video.maxSeconds.date: a year and a month are wanted: 2026-11"
        ),
        (
            #""video": {"maxSeconds": \#(limit("30", source: ""))}"#,
            "video.maxSeconds.source: say where it comes from"
        ),
        (
            #""video": {"maxSeconds": \#(limit("30", basis: "hearsay"))}"#,
            "video.maxSeconds.basis: no such value is known"
        ),
        (#""video": {"maxSeconds": {"value": 3}}"#, "video.maxSeconds.basis: it is missing"),
        (#""extends": 3"#, "extends: the name of a profile is wanted"),
        (#""name": "My Own""#, "name: lower-case letters, digits and hyphens are wanted"),
        (#""schema": "other/1""#, #"schema: it should be "pushmedia-profile/1""#),
        (
            #""advice": [\#(advice("x", "\"maxBytes\": 9"))]"#,
            "advice[0].id: it should begin with advice-"
        ),
        (
            #""advice": [\#(advice("advice-x", "\"note\": 9"))]"#,
            "advice[0].note: no such member is known"
        ),
        (
            #""advice": [\#(advice("advice-x", "\"ratios\": [\"2/1\"]"))]"#,
            "advice[0].ratios: '2/1' is not like 2:1"
        ),
        (
            #""extends": null, "image": {"types": \#(limit("[\"png\"]"))}"#,
            "image.maxBytes: it is missing"
        ),
    ])
    func mistakeIsNamedWithItsPlace(_ member: String, _ words: String) throws {
        let error = #expect(throws: ProfileError.self) { try Self.profile(member) }
        #expect(error?.description == words)
    }

    @Test(arguments: [
        ("maxPixels", "-1", "1000000000"), ("maxPixels", "9223372036854775807", "1000000000"),
        ("maxDecodedPixels", "0", "1000000000000"), ("maxFrames", "0", "4096"),
        ("maxFrames", "5000", "4096"), ("maxSide", "-7", "1000000"), ("maxStreams", "0", "1000"),
        ("maxMetadataBytes", "-1", "1000000000"), ("maxInputBytes", "0", "1000000000000000"),
    ])
    func safetyThatIsNoneIsRefused(_ member: String, _ value: String, _ most: String) {
        let error = #expect(throws: ProfileError.self) {
            try Self.profile(#""safety": {"\#(member)": \#(Self.limit(value))}"#)
        }
        #expect(error?.description == "safety.\(member).value: it should be from 1 to \(most)")
    }

    @Test(arguments: [
        (
            #""animation": {"maxDecodedBytes": \#(limit("-5"))}"#,
            "animation.maxDecodedBytes.value: it should be from 1000 to 1000000000000"
        ),
        (
            #""safety": {"maxFrames": \#(limit("9", source: ""))}"#,
            "safety.maxFrames.source: say where it comes from"
        ),
        (#""audio": {"codings": \#(limit("[]"))}"#, "audio.codings.value: a coding is needed"),
        (
            #""advice": [\#(advice("advice-x", "\"maxBytes\": -4"))]"#,
            "advice[0].maxBytes: it should be from 1000 to 1000000000"
        ),
        (
            #""advice": [\#(advice("advice-x", "\"minWidth\": -1"))]"#,
            "advice[0].minWidth: it should be from 1 to 16384"
        ),
        (
            #""advice": [\#(advice("advice-x", "\"maxHeight\": 0"))]"#,
            "advice[0].maxHeight: it should be from 1 to 16384"
        ),
        (
            #""advice": [\#(advice("advice-x", "\"minWidth\": 9, \"maxWidth\": 8"))]"#,
            "advice[0].minWidth: it is more than the most, 8"
        ),
        (
            #""image": {"maxBytes": \#(limit("15000.5"))}"#,
            "image.maxBytes.value: a whole number is wanted"
        ),
        (
            #""image": {"maxBytes": \#(limit("1e40"))}"#,
            "image.maxBytes.value: a whole number is wanted"
        ),
        (
            #""advice": [\#(advice("advice-x", "\"maxWidth\": 0.5"))]"#,
            "advice[0].maxWidth: a whole number is wanted"
        ),
        (#""refusedBy": {"video": "us"}"#, "refusedBy: no such member is known"),
        (
            #""image": {"maxBytes": {"value": 5000, "profile": "us"}}"#,
            "image.maxBytes.profile: no such member is known"
        ),
        (
            #""advice": [\#(advice("advice-x", "\"maxWidth\": 9, \"profile\": \"us\""))]"#,
            "advice[0].profile: no such member is known"
        ),
    ])
    func valueThatCannotBeMeantIsRefused(_ member: String, _ words: String) {
        let error = #expect(throws: ProfileError.self) { try Self.profile(member) }
        #expect(error?.description == words)
    }

    @Test func secondsMayHaveAFraction() throws {
        let profile = try Self.profile(#""video": {"maxSeconds": \#(Self.limit("7.5"))}"#)
        #expect(profile.video?.maxSeconds.value == 7.5)
    }

    @Test func unknownBaseIsNamed() {
        #expect(throws: ProfileError.unknownBase(name: "fax")) {
            try Self.profile(#""extends": "fax""#)
        }
    }

    @Test(arguments: ["", "{", "[1]", "\u{0}", "null", #"{"name":"a"}"#])
    func whatIsNoProfileIsAnError(_ text: String) {
        #expect(throws: ProfileError.self) { try Profile(data: Data(text.utf8)) }
    }

    /// A profile named `mine` over `ios`, with one member more, or another.
    private static func profile(_ member: String) throws -> Profile {
        let usual = [
            #""schema": "pushmedia-profile/1""#, #""name": "mine""#, #""summary": "Ours""#,
            #""subject": "an attachment""#, #""extends": "ios""#, #""advice": []"#,
        ]
        let key = member.prefix { $0 != ":" }
        let members = usual.filter { !$0.hasPrefix(key) } + [member]
        return try Profile(data: Data("{\(members.joined(separator: ", "))}".utf8))
    }

    private static func limit(
        _ value: String, basis: String = "own", source: String = "us", date: String = "2026-11"
    ) -> String {
        #"{"value": \#(value), "basis": "\#(basis)", "source": "\#(source)", "date": "\#(date)"}"#
    }

    private static func advice(_ id: String, _ member: String) -> String {
        #"{"id": "\#(id)", "vendor": "V", "kind": "image", "source": "s", "date": "2026-01", \#(member)}"#
    }
}
