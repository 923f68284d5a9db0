/// How sound is coded, for profiles that name the codings that they take; by the letters of Core Audio.
public enum SoundCoding: String, Codable, Sendable, CaseIterable {
    case linearPCM = "lpcm"
    /// Apple's MA4: IMA ADPCM in packets of 64 samples, which is not that of WAV.
    case ima4
    case muLaw = "ulaw"
    case aLaw = "alaw"
    case aac
    case mp3

    /// - Parameter codec: FFmpeg's name, such as `pcm_s16le`.
    public init?(codec: String) {
        switch codec {
        case "adpcm_ima_qt": self = .ima4
        case "pcm_mulaw": self = .muLaw
        case "pcm_alaw": self = .aLaw
        case "aac": self = .aac
        case "mp3": self = .mp3
        case _ where codec.hasPrefix("pcm_"): self = .linearPCM
        default: return nil
        }
    }

    /// Its name in messages.
    var displayName: String {
        switch self {
        case .linearPCM: "linear PCM"
        case .ima4: "IMA4"
        case .muLaw: "µ-law"
        case .aLaw: "A-law"
        case .aac: "AAC"
        case .mp3: "MP3"
        }
    }
}
