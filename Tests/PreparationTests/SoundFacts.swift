import AttachmentRules

/// What a probe tells of a sound without pictures: 44.1 kHz, AAC being AAC-LC.
func sound(
    _ type: MediaType, _ codec: String, seconds: Double = 10, bytes: Int64 = 200_000,
    channels: Int = 2, _ change: (inout ClipFacts) -> Void = { _ in }
) -> Facts {
    let audio = AudioFacts(
        codec: codec, profile: codec == "aac" ? 1 : nil, sampleRate: 44_100, channels: channels,
        end: seconds, duration: seconds, bytes: bytes)
    var clip = ClipFacts(
        duration: seconds, audio: audio, isMoovFirst: type == .m4a ? true : nil)
    change(&clip)
    return Facts(type: type, bytes: bytes, clip: clip)
}
