import AttachmentRules
import Testing

@Suite struct PictureRulesTests {
    /// A change to a plain picture, the rule that it breaks, and how bad that is.
    struct Fault: CustomTestStringConvertible, Sendable {
        let rule: String
        let severity: Severity
        let strict: Severity
        let type: MediaType
        let change: @Sendable (inout PictureFacts) -> Void
        var testDescription: String { "\(type) \(rule)" }

        init(
            _ rule: String, _ severity: Severity, strict: Severity = .error,
            _ type: MediaType = .jpeg, _ change: @escaping @Sendable (inout PictureFacts) -> Void
        ) {
            (self.rule, self.severity, self.strict) = (rule, severity, strict)
            (self.type, self.change) = (type, change)
        }
    }

    static let faults: [Fault] = [
        Fault("pixel-size", .error) { $0.width = 1025 },
        Fault("pixel-size", .error) { $0.height = 1025 },
        Fault("pixel-size", .error) { $0.height = 0 },
        Fault("pixel-size", .error, .gif) { $0.width = 1025 },
        Fault("orientation", .warning) { $0.orientation = 6 },
        Fault("cmyk", .error) { $0.colour = .cmyk },
        Fault("cmyk", .error) { $0.colour = .other },
        Fault("bit-depth", .error) { $0.bitsPerChannel = 12 },
        Fault("bit-depth", .warning, .png) { $0.bitsPerChannel = 16 },
        Fault("colour-profile", .warning, strict: .warning) { $0.hasProfile = true },
        Fault("colour-profile", .warning, strict: .warning) {
            ($0.hasProfile, $0.profileName) = (true, "Display P3")
        },
        Fault("private-metadata", .warning) { $0.privateMetadata = ["Exif"] },
        Fault("private-metadata", .warning, .gif) { $0.privateMetadata = ["comment"] },
        Fault("location-metadata", .warning) { $0.hasLocation = true },
        Fault("trailing-data", .warning) { $0.trailingBytes = 3 },
        Fault("png-animated", .error, .png) { $0.frames = 2 },
        Fault("gif-too-many-frames", .error, .gif) { $0.frames = 5001 },
        Fault("gif-decoded-memory", .warning, strict: .warning, .gif) {
            ($0.width, $0.height, $0.frames) = (1000, 1000, 51)
        },
        Fault("gif-loop-finite", .warning, strict: .warning, .gif) { $0.plays = 1 },
        Fault("gif-loop-finite", .warning, strict: .warning, .gif) { $0.plays = 3 },
        Fault("gif-single-frame", .warning, strict: .warning, .gif) {
            ($0.frames, $0.plays) = (1, nil)
        },
        Fault("decoded-pixels", .error, .gif) {
            ($0.width, $0.height, $0.frames) = (1024, 1024, 2000)
        },
    ]

    private func findings(
        _ type: MediaType, _ picture: PictureFacts, strict: Bool
    ) throws -> [Finding] {
        let facts = Facts(type: type, bytes: 1000, picture: picture)
        return RuleBook.findings(
            for: facts, fileExtension: type == .jpeg ? "jpg" : type.rawValue,
            profile: try Profile.named("ios"), strict: strict
        ).filter { $0.severity != .advice }
    }

    @Test(arguments: Self.faults)
    func faultBreaksItsRuleAlone(_ fault: Fault) throws {
        var picture = PictureFacts(width: 300, height: 300)
        if fault.type == .gif { (picture.frames, picture.plays) = (2, 0) }
        fault.change(&picture)
        let mild = try findings(fault.type, picture, strict: false)
        #expect(mild.map(\.rule) == [fault.rule])
        #expect(mild.map(\.severity) == [fault.severity])
        let strict = try findings(fault.type, picture, strict: true)
        #expect(strict.map(\.severity) == [fault.strict])
    }

    @Test(arguments: [MediaType.jpeg, .png, .gif])
    func largestPictureBreaksNoRule(_ type: MediaType) throws {
        let isGIF = type == .gif
        let picture = PictureFacts(
            width: 1024, height: 1024, frames: isGIF ? 2 : 1, plays: isGIF ? 0 : nil)
        #expect(try findings(type, picture, strict: true) == [])
    }

    @Test(arguments: ["sRGB IEC61966-2.1", "sRGB", "c2"])
    func profileOfTheUsualColoursIsNoFinding(_ name: String) throws {
        let picture = PictureFacts(width: 9, height: 9, hasProfile: true, profileName: name)
        #expect(try findings(.jpeg, picture, strict: true) == [])
    }

    @Test func sizesThatOverflowAreTooLarge() throws {
        let picture = PictureFacts(width: .max, height: .max, frames: .max)
        let rules = try findings(.gif, picture, strict: false).map(\.rule)
        #expect(rules == ["pixel-size", "pixels"])
    }

    @Test(arguments: [Int.min, -1, .max]) func nonsenseInFactsIsNoCrash(_ value: Int) throws {
        let frames = PictureFacts(width: 10, height: 10, frames: value)
        let canvas = PictureFacts(width: value, height: 3, frames: 5_000)
        for picture in [frames, canvas] {
            #expect(try !findings(.gif, picture, strict: false).isEmpty)
        }
    }

    @Test func messagesHaveNumbers() throws {
        let picture = PictureFacts(
            width: 4032, height: 3024, orientation: 6, privateMetadata: ["Exif", "MPF"],
            trailingBytes: 31_738)
        #expect(
            try findings(.jpeg, picture, strict: false).map(\.message) == [
                "private metadata: Exif, MPF", "31,738 bytes follow the end of the media",
                "4,032×3,024 pixels, at most 1,024×1,024",
                "stored turned: Exif orientation 6, which not all viewers apply",
            ])
    }

    @Test func animationWithinItsBudgetsBreaksNoRule() throws {
        let picture = PictureFacts(width: 1000, height: 1000, frames: 50, plays: 0)
        #expect(try findings(.gif, picture, strict: true) == [])
    }

    @Test func loopAndMemoryAreToldInNumbers() throws {
        let picture = PictureFacts(width: 1000, height: 1000, frames: 60, plays: 3)
        #expect(
            try findings(.gif, picture, strict: false).map(\.message) == [
                "60 frames of 1000×1000, together 240,000,000 bytes when decoded, "
                    + "more than 200,000,000", "it stops after 3 plays",
            ])
        let once = PictureFacts(width: 10, height: 10, frames: 2, plays: 1)
        #expect(
            try findings(.gif, once, strict: false).map(\.message) == ["it plays once and stops"])
    }

    @Test func loopOfAnHourIsLikeOneForEver() throws {
        var picture = PictureFacts(width: 10, height: 10, frames: 2, duration: 0.1, plays: 36_000)
        #expect(try findings(.gif, picture, strict: true) == [])
        picture.plays = 35_999
        #expect(try findings(.gif, picture, strict: true).map(\.rule) == ["gif-loop-finite"])
    }

    @Test func animationWithoutAFrameIsNotCalledAStill() throws {
        let facts = try #require(Facts(structureOf: GIFBuilder(frames: []).bytes))
        let found = RuleBook.findings(
            for: facts, fileExtension: "gif", profile: try Profile.named("ios"))
        #expect(found.map(\.rule) == ["gif-no-frames"])
    }

    @Test func bytesBehindAGIFAreFoundOnce() throws {
        var builder = GIFBuilder()
        builder.trailer = [0x3b, 1]
        let facts = try #require(Facts(structureOf: builder.bytes))
        let found = RuleBook.findings(
            for: facts, fileExtension: "gif", profile: try Profile.named("ios"))
        #expect(found.map(\.rule) == ["gif-trailing-data"])
    }

    @Test func structureAloneMakesFacts() throws {
        let jpeg = try #require(Facts(structureOf: join(zeros(9), JPEGBuilder().bytes)))
        #expect(jpeg.type == .jpeg)
        #expect(jpeg.findings.map(\.message) == ["9 bytes before the picture"])
        #expect(try #require(Facts(structureOf: PNGBuilder().bytes)).picture?.width == 64)
        #expect(Facts(structureOf: ascii("words")) == nil)
    }
}
