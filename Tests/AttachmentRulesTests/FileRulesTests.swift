import AttachmentRules
import Testing

/// Rules about any file: its type, its name, its size, and findings from elsewhere.
@Suite struct FileRulesTests {
    private let ios: Profile

    init() throws { ios = try Profile.named("ios") }

    private func findings(
        _ facts: Facts, _ fileExtension: String? = "jpg", strict: Bool = false
    ) -> [Finding] {
        RuleBook.findings(
            for: facts, fileExtension: fileExtension, profile: ios, strict: strict
        ).filter { $0.severity != .advice }
    }

    private func photo(bytes: Int64 = 100_000) -> Facts {
        Facts(type: .jpeg, bytes: bytes, picture: PictureFacts(width: 640, height: 480))
    }

    @Test func plainPhotoBreaksNoRule() {
        #expect(findings(photo()) == [])
        #expect(findings(photo(), "JPEG", strict: true) == [])
    }

    @Test func emptyFileIsOnlyEmpty() {
        let found = findings(Facts(type: .empty, bytes: 0))
        #expect(
            found == [Finding(rule: "empty", severity: .error, message: "the file is empty")])
    }

    @Test(arguments: [
        (
            MediaType.webp,
            "WebP is no type for an attachment: as an image the system takes JPEG, PNG"
        ),
        (.psd, "Photoshop document is no type for an attachment: export it as PNG or JPEG"),
        (.mov, "QuickTime movie is no type for an attachment: as a video the system takes MP4"),
        (
            .flac,
            "FLAC is no type for an attachment: as a sound the system takes M4A, MP3, WAV, AIFF"
        ),
        (
            .caf,
            "CAF is no type for an attachment: "
                + "as a sound the system takes M4A, MP3, WAV, AIFF"
        ),
        (
            .ogg,
            "Ogg is no type for an attachment: "
                + "the system takes JPEG, PNG, GIF, MP4, M4A, MP3, WAV, AIFF"
        ),
    ])
    func typeThatIsNotTakenIsNamed(_ type: MediaType, _ message: String) {
        let found = findings(Facts(type: type, bytes: 10))
        #expect(found == [Finding(rule: "type", severity: .error, message: message)])
    }

    private static let wrongExtensions: [(String?, Severity)] = [
        (nil, .error), ("", .error), ("tmp", .error), ("mp4", .error), ("png", .warning),
        ("gif", .warning),
    ]

    @Test(arguments: Self.wrongExtensions)
    func wrongExtensionIsFound(_ fileExtension: String?, _ severity: Severity) {
        let found = findings(photo(), fileExtension)
        #expect(found.map(\.rule) == ["extension"])
        #expect(found.map(\.severity) == [severity])
        #expect(findings(photo(), fileExtension, strict: true).map(\.severity) == [.error])
    }

    @Test func extensionMessageSaysWhatItShouldBe() {
        #expect(
            findings(photo(), "png").map(\.message)
                == ["the content is JPEG, but the extension is .png; it should be .jpg or .jpeg"])
    }

    @Test func soundsDoNotPassForEachOther() {
        let audio = AudioFacts(codec: "mp3", sampleRate: 44_100, channels: 2, end: 1, duration: 1)
        let facts = Facts(type: .mp3, bytes: 10, clip: ClipFacts(duration: 1, audio: audio))
        #expect(findings(facts, "wav").map(\.severity) == [.error])
        #expect(findings(facts, "mp3") == [])
    }

    @Test func isoMediaThatNobodyHasOpenedMayHaveEitherExtension() {
        let facts = Facts(type: .mp4, bytes: 10)
        #expect(findings(facts, "m4a") == [])
        #expect(findings(facts, "mp4") == [])
        #expect(findings(facts, "mov").map(\.rule) == ["extension"])
    }

    @Test func sizeIsCountedInBytes() {
        #expect(findings(photo(bytes: 10_000_000)) == [])
        #expect(
            findings(photo(bytes: 12_345_678)) == [
                Finding(
                    rule: "bytes", severity: .error,
                    message: "12,345,678 bytes, at most 10,000,000")
            ])
    }

    @Test func findingsFromElsewhereArePassedOnOnce() {
        var facts = photo()
        let damaged = Finding(rule: "damaged", severity: .error, message: "line 3 is torn")
        facts.findings = [damaged, damaged]
        #expect(findings(facts) == [damaged])
    }

    @Test func findingsFromElsewhereBecomeErrorsWhenStrict() {
        var facts = photo()
        facts.findings = [
            Finding(rule: "jpeg-stray-data", severity: .warning, message: "x"),
            Finding(rule: "of-no-rule", severity: .warning, message: "y"),
        ]
        #expect(findings(facts).map(\.severity) == [.warning, .warning])
        #expect(findings(facts, strict: true).map(\.severity) == [.error, .warning])
    }

    @Test func findingsStandInTheOrderOfTheRuleBook() {
        var facts = photo(bytes: 20_000_000)
        facts.picture?.width = 4000
        facts.findings = [Finding(rule: "jpeg-stray-data", severity: .warning, message: "x")]
        #expect(
            findings(facts, "tmp").map(\.rule)
                == ["extension", "bytes", "pixel-size", "jpeg-stray-data"])
    }

    @Test func vendorsOnlyAdvise() {
        let found = RuleBook.findings(
            for: photo(bytes: 600_000), fileExtension: "jpg", profile: ios, strict: true)
        #expect(found.map(\.rule) == ["advice-airship-image", "advice-braze-image"])
        #expect(found.allSatisfy { $0.severity == .advice })
        #expect(
            found.first?.message == "600,000 bytes; Airship recommends at most 200,000 bytes")
    }

    @Test func findingThatNothingMendsTellsTheReason() {
        var facts = photo()
        #expect(facts.rejection == nil)
        facts.findings = [
            Finding(rule: "jpeg-stray-data", severity: .warning, message: "x"),
            Finding(rule: "jpeg-truncated", severity: .error, message: "cut"),
        ]
        #expect(facts.rejection?.code == .corrupt)
        #expect(facts.rejection?.finding.message == "cut")
    }
}
