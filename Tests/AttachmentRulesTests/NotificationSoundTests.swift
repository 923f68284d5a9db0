import AttachmentRules
import Testing

/// The profile `ios-sound`: what `aps.sound` may name.
@Suite struct NotificationSoundTests {
    private let profile: Profile

    init() throws { profile = try Profile.named("ios-sound") }

    private func sound(
        _ type: MediaType, _ codec: String, seconds: Double = 5, channels: Int = 2
    ) -> Facts {
        let audio = AudioFacts(
            codec: codec, sampleRate: 44_100, channels: channels, end: seconds, duration: seconds)
        return Facts(type: type, bytes: 1000, clip: ClipFacts(duration: seconds, audio: audio))
    }

    private func findings(_ facts: Facts, _ name: String? = nil, strict: Bool = false) -> [Finding]
    {
        RuleBook.findings(
            for: facts, fileExtension: name ?? facts.type.rawValue, profile: profile,
            strict: strict)
    }

    @Test func limitsAreApplesAndStricter() throws {
        #expect(profile.kinds == [.audio])
        let limits = try #require(profile.audio)
        #expect(limits.types.value == [.wav, .aiff, .caf] && limits.types.basis == .documented)
        #expect(limits.belowSeconds?.value == 30 && limits.belowSeconds?.basis == .documented)
        #expect(limits.codings?.value == [.linearPCM, .ima4, .muLaw, .aLaw])
        #expect(limits.codings?.basis == .documented)
        let page = "https://developer.apple.com/documentation/usernotifications/unnotificationsound"
        #expect(limits.types.source == page && limits.codings?.source == page)
        #expect(limits.maxSeconds.value == 29.9 && limits.maxSeconds.basis == .own)
        #expect(limits.maxChannels?.value == 2 && limits.maxChannels?.basis == .own)
        #expect(limits.maxBytes.value == 5_000_000 && limits.maxBytes.basis == .own)
        #expect(profile.advice.isEmpty)
    }

    @Test(arguments: [
        (MediaType.wav, "pcm_s16le"), (.wav, "pcm_u8"), (.wav, "pcm_f32le"), (.wav, "pcm_mulaw"),
        (.aiff, "pcm_s24be"), (.aiff, "pcm_alaw"), (.aiff, "adpcm_ima_qt"), (.caf, "pcm_s16le"),
        (.caf, "adpcm_ima_qt"), (.caf, "pcm_mulaw"),
    ])
    func plainSoundBreaksNoRule(_ type: MediaType, _ codec: String) {
        #expect(findings(sound(type, codec), strict: true) == [])
        #expect(findings(sound(type, codec, seconds: 29.9, channels: 1), strict: true) == [])
    }

    @Test(arguments: [
        (MediaType.wav, "adpcm_ms"), (.wav, "adpcm_ima_wav"), (.wav, "mp3"), (.caf, "aac"),
        (.caf, "alac"), (.caf, "opus"),
    ])
    func otherCodecsAreNotPlayed(_ type: MediaType, _ codec: String) {
        let message = "the sound is \(codec), it should be linear PCM, IMA4, µ-law or A-law"
        #expect(
            findings(sound(type, codec))
                == [Finding(rule: "sound-codec", severity: .error, message: message)])
    }

    @Test(arguments: [
        (29.95, "duration", "29.95 s, at most 29.9 s"),
        (29.999, "duration", "29.999 s, at most 29.9 s"),
        (
            30, "sound-duration",
            "30 s, not less than 30 s: the system plays the default sound instead"
        ),
        (
            42.5, "sound-duration",
            "42.5 s, not less than 30 s: the system plays the default sound instead"
        ),
    ])
    func lengthBreaksOneRule(_ seconds: Double, _ rule: String, _ message: String) {
        #expect(
            findings(sound(.wav, "pcm_s16le", seconds: seconds))
                == [Finding(rule: rule, severity: .error, message: message)])
    }

    @Test func moreThanTwoChannelsAreAnError() {
        #expect(
            findings(sound(.wav, "pcm_s16le", channels: 6)) == [
                Finding(
                    rule: "sound-channels", severity: .error, message: "6 channels, at most 2")
            ])
    }

    @Test func nameTagsAndCoverAreJudgedAsElsewhere() {
        var facts = sound(.caf, "pcm_s16le")
        facts.clip?.hasMetadata = true
        facts.clip?.hasCoverArt = true
        facts.clip?.trailingBytes = 1
        let mild = findings(facts, "wav")
        #expect(
            mild.map(\.rule) == ["extension", "private-metadata", "trailing-data", "cover-art"])
        #expect(mild.map(\.severity) == [.error, .warning, .warning, .error])
        #expect(findings(facts, "wav", strict: true).allSatisfy { $0.severity == .error })
    }

    @Test(arguments: [
        (
            MediaType.mp3,
            "MP3 is no type for a notification's sound: as a sound the system takes WAV, AIFF, CAF"
        ),
        (.mp4, "MP4 is a video; the profile ios-sound takes sounds only"),
        (.png, "PNG is an image; the profile ios-sound takes sounds only"),
    ])
    func otherTypesAreNamed(_ type: MediaType, _ message: String) {
        let found = findings(Facts(type: type, bytes: 10))
        #expect(found == [Finding(rule: "type", severity: .error, message: message)])
    }

    @Test func rulesAreThoseOfSounds() {
        let rules = RuleBook.rules(for: profile).filter { $0.kind == nil || $0.kind == .audio }
        func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
        #expect(rule("type")?.limit == "WAV, AIFF, CAF")
        #expect(rule("duration")?.limit == "at most 29.9 s")
        #expect(rule("sound-duration")?.limit == "less than 30 s")
        #expect(rule("sound-codec")?.limit == "linear PCM, IMA4, µ-law, A-law")
        #expect(rule("sound-channels")?.limit == "at most 2 channels")
        #expect(rule("audio-codec") == nil && rule("audio-channels") == nil)
        #expect(rule("moov-first") == nil && rule("pixels") == nil)
        // Apple's page on sounds asks for no more than what has a limit.
        #expect(
            rules.filter { $0.basis == .documented }.map(\.id)
                == ["type", "sound-duration", "sound-codec"])
    }

    @Test func attachmentsHaveNoRulesOfSounds() throws {
        let ids = RuleBook.rules(for: try Profile.named("ios")).map(\.id)
        #expect(!ids.contains { $0.hasPrefix("sound-") })
    }
}
