import Foundation
import TestSupport
import Testing

/// `--profile ios-sound`, from the sources to the gate.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct NotificationSoundTests {
    @Test func soundsBecomeSoundsOfNotificationsInAFolderOfAttachments() async throws {
        try PushMedia.put(try await Media.mp3(seconds: 3), as: "in/song.mp3")
        try PushMedia.put(try await Media.wav(seconds: 31), as: "in/long.wav")
        try PushMedia.put(
            try await Media.wav(seconds: 31, sampleRate: 16_000, channels: 1), as: "in/voice.wav")
        try PushMedia.put(try await Media.jpeg(width: 300), as: "in/photo.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)

        let output = try await PushMedia.run(
            "prepare", "in", "--out", "out", "--profile", "ios-sound")

        #expect(output.status == 1)
        #expect(output.stdout.contains("the profile ios-sound takes sounds only"))
        let manifest = try PushMedia.manifest()
        #expect(manifest.profile.name == "ios-sound")
        #expect(try manifest.asset("photo.jpg").reason?.code == "unsupported")
        #expect(try manifest.asset("song.mp3").action == "encode")
        #expect(try manifest.asset("voice.wav").action == "remux")
        let long = try #require(try manifest.asset("long.wav").attachment)
        #expect(long.kind == "audio" && long.type == "com.apple.coreaudio-format")
        #expect(long.mime == "audio/x-caf" && long.width == nil)
        #expect((29.8...29.9).contains(long.duration ?? 0))
        // What the other profile had made is gone.
        #expect(
            try PushMedia.files() == [
                "manifest.json", "report.html", "song.caf", "long.caf", "voice.wav",
            ])
        let codecs = [
            "song.caf": "pcm_s16le", "long.caf": "adpcm_ima_qt", "voice.wav": "pcm_s16le",
        ]
        for (name, codec) in codecs {
            #expect(try await Probe.of(PushMedia.path("out/" + name)).audio?.codecName == codec)
        }
        #expect(
            try await PushMedia.run("verify", "out", "--profile", "ios-sound").status == 0)
        #expect(try await PushMedia.run("verify", "out").status == 1)

        // And back.
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        #expect(try PushMedia.manifest().asset("song.mp3").attachment?.file == "song.mp3")
    }

    @Test func gateNamesWhatKeepsASoundFromBeingPlayed() async throws {
        try PushMedia.put(try await Media.wav("a.wav", sampleRate: 8_000), as: "in/good.wav")
        try PushMedia.put(
            try await Media.wav("b.wav", seconds: 30, sampleRate: 8_000), as: "in/thirty.wav")
        try PushMedia.put(
            try await Media.wav("c.wav", sampleRate: 8_000, channels: 6), as: "in/six.wav")
        try PushMedia.put(try await Media.mp3(), as: "in/song.mp3")
        let output = try await PushMedia.run("verify", "in", "--profile", "ios-sound")
        #expect(output.status == 1)
        for rule in ["type", "sound-duration", "sound-channels"] {
            #expect(output.stdout.contains("error    \(rule) "))
        }
        #expect(output.stdout.contains("1 compliant, 3 not (profile ios-sound)"))
    }

    @Test func rulesAreListedForSoundsAlone() async throws {
        let output = try await PushMedia.run("rules", "--profile", "ios-sound")
        #expect(output.status == 0)
        #expect(output.stdout.contains("usernotifications/unnotificationsound"))
        #expect(!output.stdout.contains("gif-") && !output.stdout.contains("video-"))
    }
}
