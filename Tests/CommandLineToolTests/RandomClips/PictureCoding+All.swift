extension PictureCoding {
    private static let x264 = PictureCoding(
        name: "h264", suffix: "mp4", arguments: "-c:v libx264",
        pixels: [
            "yuv420p", "yuv420p", "yuv420p", "yuvj420p", "yuv422p", "yuv444p", "yuv420p10le",
            "yuv422p10le",
        ],
        sounds: [.aac, .aac, .aac, .mp3InMP4, .ac3, .alac, .opus, .flac], wantsEvenSides: true,
        hasMatrix: true, keepsAspect: true, canInterlace: true, isX264: true)

    private static let x265 = with(x264) {
        $0.name = "hevc"
        $0.arguments = "-c:v libx265 -preset ultrafast -x265-params log-level=error"
        $0.container = "-tag:v hvc1"
        $0.pixels = ["yuv420p", "yuv420p", "yuv420p10le", "yuv422p10le", "yuv444p"]
        $0.sides = 64...2_160
        $0.speed = 50
        $0.canInterlace = false
        $0.isX264 = false
        $0.variants = ["", "-bf 3", "-g 10"]
    }

    /// Tags as of a phone's HDR: what is shown is as bright as any other.
    private static let hdr = with(x265) {
        $0.name = "hevc-hdr"
        ($0.suffix, $0.sounds) = ("mov", [.aac, .pcm("s16le")])
        $0.arguments += " -color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc"
        $0.pixels = ["yuv420p10le"]
    }

    private static let vpx = PictureCoding(
        name: "vp8", suffix: "webm",
        arguments: "-c:v libvpx -deadline realtime -cpu-used 8 -b:v 2M", speed: 50,
        sounds: [.opus, .vorbis], keepsAspect: true)

    private static let mpeg2 = PictureCoding(
        name: "mpeg2", suffix: "mpg", arguments: "-c:v mpeg2video -q:v 4", container: "-f vob",
        pixels: ["yuv420p", "yuv420p", "yuv422p"], rates: Rate.broadcast, sounds: [.mp2, .ac3],
        canInterlace: true, variants: ["", "-bf 2", "-g 1"])

    private static let mpeg4 = PictureCoding(
        name: "mpeg4", suffix: "avi", arguments: "-c:v mpeg4 -q:v 4",
        sounds: [.mp3, .pcm("s16le"), .ac3, .adpcm], keepsTimes: false, keepsAspect: true,
        variants: ["", "-bf 2"])

    private static let motionJPEG = PictureCoding(
        name: "mjpeg", suffix: "avi", arguments: "-c:v mjpeg -q:v 4",
        pixels: ["yuvj420p", "yuvj422p", "yuvj444p"], sounds: [.pcm("s16le"), .pcm("u8")],
        keepsTimes: false)

    private static let prores = PictureCoding(
        name: "prores", suffix: "mov", arguments: "-c:v prores_ks",
        pixels: ["yuv422p10le", "yuv422p10le", "yuv444p10le", "yuva444p10le"], speed: 50,
        sounds: [.pcm("s16le"), .pcm("s24le"), .aac], hasMatrix: true, keepsAspect: true)

    private static let dv = PictureCoding(
        name: "dv", suffix: "avi", arguments: "-c:v dvvideo", sizes: [(720, 576)],
        rates: [Rate(over: 25)], sounds: [.digitalVideo], keepsTimes: false)

    /// What comes off phones and the web comes more often.
    static let all: [PictureCoding] = phones + phones + web + editing + older

    private static let phones = [
        x264,
        with(x264) {
            $0.suffix = "mov"
            $0.sounds = [.aac, .aac, .pcm("s16le"), .pcm("s24le"), .alac]
        },
        with(x264) {
            $0.suffix = "fragmented.mp4"
            $0.container = "-movflags frag_keyframe+empty_moov+default_base_moof+delay_moov"
        },
        x265, hdr,
        with(x265) {
            ($0.suffix, $0.container) = ("mov", "-tag:v hev1")
            $0.sounds = [.aac, .alac, .pcm("s24le")]
        },
        with(x264) {
            $0.suffix = "mkv"
            $0.sounds += [.vorbis, .pcm("s16le"), .mp2]
            $0.hasMatrix = false
        },
        with(x264) {
            ($0.suffix, $0.sounds, $0.hasMatrix) = ("ts", [.aac, .mp2, .ac3, .mp3], false)
        },
    ]

    /// What may need no encoding.
    static let plain = (phones.filter(\.isX264) + [flash]).map { coding in
        with(coding) {
            ($0.pixels, $0.sides, $0.rates) = (["yuv420p"], 2...1_280, Rate.calm)
            ($0.hasMatrix, $0.keepsAspect, $0.canInterlace) = (false, false, false)
        }
    }

    /// Its muxer does not take what is decoded long before it is shown.
    private static let flash = with(x264) {
        $0.arguments = "-c:v libx264 -preset ultrafast -bf 0"
        ($0.isX264, $0.canInterlace) = (false, false)
        ($0.suffix, $0.sounds, $0.hasMatrix) = ("flv", [.aac], false)
    }

    private static let web = [
        vpx,
        with(vpx) {
            ($0.name, $0.pixels, $0.variants) = ("vp8-alpha", ["yuva420p"], ["-auto-alt-ref 0"])
        },
        with(vpx) {
            ($0.name, $0.speed) = ("vp9", 30)
            $0.arguments = "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 2M"
            $0.pixels = ["yuv420p", "yuv420p", "yuv422p", "yuv444p", "yuv420p10le"]
        },
        with(vpx) {
            ($0.name, $0.speed) = ("av1", 15)
            $0.arguments = "-c:v libaom-av1 -usage realtime -cpu-used 8 -b:v 2M"
            $0.pixels = ["yuv420p", "yuv420p10le"]
        },
        flash,
        with(mpeg4) {
            ($0.suffix, $0.sounds, $0.hasMatrix) = ("mp4", [.aac, .mp3InMP4], true)
            $0.keepsTimes = true
        },
    ]

    private static let editing = [
        prores, dv, motionJPEG,
        with(motionJPEG) {
            ($0.suffix, $0.sounds) = ("mov", [.pcm("s16le"), .aac])
            ($0.hasMatrix, $0.keepsTimes) = (true, true)
        },
        with(prores) {
            ($0.name, $0.arguments, $0.pixels) = ("qtrle", "-c:v qtrle", ["rgb24", "argb"])
        },
        with(dv) {
            ($0.suffix, $0.pixels, $0.sizes) = ("mov", ["yuv411p"], [(720, 480)])
            $0.rates = [.american]
        },
    ]

    private static let older = [
        mpeg2, mpeg4,
        with(mpeg2) { ($0.suffix, $0.container) = ("ts", "") },
        with(mpeg2) {
            ($0.name, $0.arguments) = ("mpeg1", "-c:v mpeg1video -q:v 4")
            ($0.container, $0.pixels, $0.canInterlace) = ("", ["yuv420p"], false)
        },
        with(vpx) {
            ($0.name, $0.suffix, $0.sounds) = ("theora", "ogv", [.vorbis])
            ($0.arguments, $0.keepsTimes) = ("-c:v libtheora -q:v 6", false)
        },
        with(mpeg4) {
            ($0.name, $0.suffix, $0.arguments) = ("wmv", "wmv", "-c:v wmv2 -q:v 4")
            ($0.sounds, $0.keepsAspect, $0.variants) = ([.wma], false, [""])
        },
        with(mpeg4) {
            ($0.name, $0.suffix, $0.arguments) = ("h263", "3gp", "-c:v h263 -q:v 4")
            $0.sizes = [(128, 96), (176, 144), (352, 288), (704, 576)]
            ($0.sounds, $0.rates) = ([.aac], [Rate(over: 15), .american])
            ($0.keepsAspect, $0.variants) = (false, [""])
        },
    ]

    private static func with(
        _ coding: PictureCoding, _ change: (inout PictureCoding) -> Void
    ) -> PictureCoding {
        var changed = coding
        change(&changed)
        return changed
    }
}
