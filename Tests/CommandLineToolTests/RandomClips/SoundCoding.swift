/// A codec of sound, and what `ffmpeg` can write with it.
struct SoundCoding: Sendable {
    let name: String
    let arguments: String
    let sampleRates: [Int]
    let channels: [Int]

    private static let anyRate = [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000]
    private static let anyLayout = [1, 2, 2, 6, 8]

    private init(
        _ name: String, _ arguments: String = "", rates: [Int] = anyRate,
        channels: [Int] = anyLayout
    ) {
        self.name = name
        self.arguments = arguments
        sampleRates = rates
        self.channels = channels
    }

    static let aac = SoundCoding("aac")
    static let alac = SoundCoding("alac")
    static let flac = SoundCoding("flac", "-strict -2")
    static let opus = SoundCoding(
        "libopus", "-mapping_family 1 -strict -2", rates: [8_000, 16_000, 48_000])
    static let vorbis = SoundCoding("libvorbis", rates: [16_000, 44_100, 48_000])
    static let mp3 = SoundCoding(
        "libmp3lame", rates: [8_000, 16_000, 22_050, 44_100, 48_000], channels: [1, 2])
    static let mp3InMP4 = SoundCoding(
        "libmp3lame", rates: [22_050, 44_100, 48_000], channels: [1, 2])
    static let mp2 = SoundCoding("mp2", rates: [32_000, 44_100, 48_000], channels: [1, 2])
    static let ac3 = SoundCoding("ac3", rates: [32_000, 44_100, 48_000], channels: [1, 2, 6])
    static let wma = SoundCoding("wmav2", rates: [22_050, 44_100, 48_000], channels: [1, 2])
    static let adpcm = SoundCoding(
        "adpcm_ima_wav", rates: [11_025, 22_050, 44_100], channels: [1, 2])
    static let digitalVideo = SoundCoding("pcm_s16le", rates: [48_000], channels: [2])

    static func pcm(_ format: String) -> SoundCoding { SoundCoding("pcm_" + format) }

    /// What holds sound only: the extension of the file, and the codecs in it.
    static let files: [(suffix: String, codings: [SoundCoding])] = [
        ("mp3", [mp3]), ("m4a", [aac, aac, alac]), ("aac", [aac]),
        ("wav", ["u8", "s16le", "s24le", "s32le", "f32le", "f64le"].map(pcm)),
        ("aiff", ["s8", "s16be", "s24be", "s32be"].map(pcm)),
        ("caf", [pcm("s16le"), pcm("s24be"), alac]), ("flac", [flac]), ("opus", [opus]),
        ("ogg", [vorbis, flac]), ("ac3", [ac3]), ("mka", [aac, opus, vorbis, mp3, ac3]),
        ("wma", [wma]),
    ]
}
