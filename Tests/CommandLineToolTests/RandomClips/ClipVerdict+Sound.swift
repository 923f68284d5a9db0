extension ClipVerdict {
    /// Sound that is shorter than this may be left out, or not.
    private static let hardlyHeard = 0.15

    mutating func judgeSound() {
        if expected.clip.picture != nil { judgeSoundBesidePicture() }
        guard let audio = output.audio else { return }
        expect((1...2).contains(audio.channels ?? 0), "\(audio.channels ?? 0) channels")
        let isPCM = audio.codecName.hasPrefix("pcm_") || audio.codecName == "alac"
        let rate = audio.sampleRate.flatMap { Int($0) } ?? 0
        expect(isPCM || (8_000...48_000).contains(rate), "\(rate) Hz")
        judgeTone()
    }

    private mutating func judgeSoundBesidePicture() {
        let length = expected.sound(within: output.end("video")).map { $0.to - $0.from } ?? -1
        if length > Self.hardlyHeard { expect(output.audio != nil, "there is no sound") }
        if length < -Self.hardlyHeard {
            expect(output.audio == nil, "there is sound, where there was none")
        }
        guard let audio = output.audio else { return }
        expect(audio.codecName == "aac" && audio.profile == "LC", "the sound is not AAC-LC")
        let late = output.end("audio") - output.end("video")
        expect(late < 0.1, "the sound ends \(late) s after the picture")
    }

    /// The tone begins and ends when it should.
    private mutating func judgeTone() {
        guard expected.clip.sound?.isSilent == false else {
            return expect(output.heard == nil, "silence is heard")
        }
        let kind = expected.clip.picture == nil ? "audio" : "video"
        guard let wanted = expected.sound(within: output.end(kind)),
            wanted.to - wanted.from > Self.hardlyHeard
        else { return }
        guard let heard = output.heard else { return expect(false, "nothing is heard") }
        let near = expected.soundTolerance
        let isNear =
            abs(heard.lowerBound - wanted.from) < near && abs(heard.upperBound - wanted.to) < near
        expect(isNear, "heard from \(heard), instead of \(wanted.from)...\(wanted.to)")
    }
}
