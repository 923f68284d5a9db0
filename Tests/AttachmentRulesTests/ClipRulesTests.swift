import AttachmentRules
import Testing

@Suite struct ClipRulesTests {
    /// A change to a plain clip, the rule that it breaks, and how bad that is.
    struct Fault: CustomTestStringConvertible, Sendable {
        let rule: String
        let severity: Severity
        let change: @Sendable (inout Facts) -> Void
        var testDescription: String { rule }

        init(
            _ rule: String, _ severity: Severity = .error,
            _ change: @escaping @Sendable (inout Facts) -> Void
        ) {
            (self.rule, self.severity, self.change) = (rule, severity, change)
        }
    }

    private static let sound = AudioFacts(
        codec: "aac", profile: 1, sampleRate: 44_100, channels: 2, end: 10, duration: 10)

    private static let movie = Facts(
        type: .mp4, bytes: 1000,
        clip: ClipFacts(
            duration: 10,
            video: VideoFacts(
                codec: "h264", profile: 100, width: 1280, height: 720, frameRate: 30,
                busiestSecond: 31, frames: 300, end: 10, duration: 10),
            audio: sound, isMoovFirst: true))

    private static func song(_ type: MediaType, _ codec: String) -> Facts {
        var audio = sound
        audio.codec = codec
        return Facts(type: type, bytes: 1000, clip: ClipFacts(duration: 10, audio: audio))
    }

    private static func video(
        _ rule: String, _ severity: Severity = .error,
        _ change: @escaping @Sendable (inout VideoFacts) -> Void
    ) -> Fault {
        Fault(rule, severity) { facts in
            guard var video = facts.clip?.video else { return }
            change(&video)
            facts.clip?.video = video
        }
    }

    static let faults: [Fault] = [
        video("video-codec") { $0.codec = "hevc" },
        video("video-tag") { $0.tag = "avc3" },
        video("video-profile") { $0.profile = 110 },
        video("video-profile") { $0.profile = 88 },
        video("pixel-format") { $0.pixelFormat = "yuv420p10le" },
        video("pixel-format") { ($0.pixelFormat, $0.is420) = ("yuv422p", false) },
        video("colour-range") { $0.isFullRange = true },
        video("colour-range") { $0.pixelFormat = "yuvj420p" },
        video("hdr") { $0.isHDR = true },
        video("interlaced") { $0.isInterlaced = true },
        video("pixel-aspect") { $0.pixelAspect = 2 },
        video("rotation") { $0.rotation = 90 },
        video("rotation") { $0.isFlipped = true },
        video("pixel-size") { $0.width = 1282 },
        video("pixel-size") { $0.height = 1282 },
        video("frame-rate") { $0.frameRate = 30.02 },
        video("frame-rate") { $0.busiestSecond = 32 },
        video("key-frame-first", .warning) { $0.startsClean = false },
        video("duration") { $0.end = 30.001 },
        Fault("duration") { $0.clip?.duration = 30.02 },
        Fault("no-duration") { $0.clip?.duration = 0 },
        Fault("streams") { $0.clip?.otherStreams = 1 },
        Fault("cover-art") { $0.clip?.hasCoverArt = true },
        Fault("truncated") { $0.clip?.isTruncated = true },
        Fault("moov-first") { $0.clip?.isMoovFirst = false },
        Fault("fragmented") { $0.clip?.isFragmented = true },
        Fault("private-metadata", .warning) { $0.clip?.hasMetadata = true },
        Fault("location-metadata", .warning) { $0.clip?.hasLocation = true },
        Fault("trailing-data", .warning) { $0.clip?.trailingBytes = 1 },
        Fault("audio-codec") { $0.clip?.audio?.codec = "ac3" },
        Fault("audio-channels", .warning) { $0.clip?.audio?.channels = 6 },
        Fault("bytes") { $0.bytes = 10_000_001 },
    ]

    private func findings(
        _ facts: Facts, _ name: String, strict: Bool = false
    ) throws -> [Finding] {
        RuleBook.findings(
            for: facts, fileExtension: name, profile: try Profile.named("ios"), strict: strict
        ).filter { $0.severity != .advice }
    }

    @Test func plainMovieBreaksNoRule() throws {
        #expect(try findings(Self.movie, "mp4", strict: true) == [])
    }

    @Test(arguments: Self.faults)
    func faultBreaksItsRuleAlone(_ fault: Fault) throws {
        var facts = Self.movie
        fault.change(&facts)
        let mild = try findings(facts, "mp4")
        #expect(mild.map(\.rule) == [fault.rule])
        #expect(mild.map(\.severity) == [fault.severity])
        #expect(try findings(facts, "mp4", strict: true).map(\.severity) == [.error])
    }

    @Test(arguments: [66, 66 | 1 << 9, 77, 100])
    func profilesOfEveryDeviceAreTaken(_ profile: Int) throws {
        var facts = Self.movie
        facts.clip?.video?.profile = profile
        #expect(try findings(facts, "mp4") == [])
    }

    @Test func lengthMayBeOverByATimeBase() throws {
        var facts = Self.movie
        facts.clip?.duration = 30.0004
        #expect(try findings(facts, "mp4", strict: true) == [])
    }

    @Test(arguments: [
        (MediaType.m4a, "aac", true), (.m4a, "alac", true), (.m4a, "mp3", false),
        (.mp3, "mp3", true), (.mp3, "mp2", false), (.wav, "pcm_s16le", true),
        (.wav, "adpcm_ima_wav", false), (.aiff, "pcm_s16be", true), (.aiff, "adpcm_ima_qt", false),
    ])
    func containerDecidesWhichSoundIsTaken(
        _ type: MediaType, _ codec: String, _ isTaken: Bool
    ) throws {
        let rules = try findings(Self.song(type, codec), type.rawValue).map(\.rule)
        #expect(rules == (isTaken ? [] : ["audio-codec"]))
    }

    @Test func soundHasItsOwnLimits() throws {
        var facts = Self.song(.wav, "pcm_s16le")
        facts.bytes = 5_292_044
        facts.clip?.duration = 31
        #expect(
            try findings(facts, "wav").map(\.message)
                == ["5,292,044 bytes, at most 5,000,000", "31 s, at most 30 s"])
    }

    @Test func clipWithNothingInItIsNoMedia() throws {
        let facts = Facts(type: .mp3, bytes: 10, clip: ClipFacts(duration: 0))
        #expect(try findings(facts, "mp3").map(\.rule) == ["no-media"])
    }

    @Test func messagesSayWhatIsAndWhatShouldBe() throws {
        var facts = Self.movie
        facts.clip?.video?.codec = "hevc"
        facts.clip?.video?.frameRate = 59.940_06
        facts.clip?.otherStreams = 2
        #expect(
            try findings(facts, "mp4").map(\.message) == [
                "2 streams besides one video and one sound",
                "the video is hevc, it should be h264",
                "59.94 pictures a second on average, at most 30",
            ])
    }
}
