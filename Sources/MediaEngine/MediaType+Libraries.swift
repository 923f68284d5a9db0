internal import AttachmentRules

extension MediaType {
    /// CMedia's loader of a picture; nil for what is no picture, or not taken.
    ///
    /// An animated PNG is told from a still one by its chunks, not by its signature.
    var loader: String? {
        switch self {
        case .jpeg: "jpeg"
        case .png: "png"
        case .gif: "gif"
        case .webp: "webp"
        case .heic, .avif: "heif"
        case .tiff: "tiff"
        case .bmp: "bmp"
        case .svg: "svg"
        case .jxl: "jxl"
        case .jp2: "jp2"
        default: nil
        }
    }

    /// CMedia's demuxer of a video or a sound; nil for what is neither, or not taken.
    var demuxer: String? {
        switch self {
        case .mp4, .m4a, .mov, .m4v, .threeGP: "mov"
        case .matroska, .webm: "matroska"
        case .avi: "avi"
        case .flv: "flv"
        case .asf: "asf"
        case .mxf: "mxf"
        case .mpegPS: "mpeg"
        case .mpegTS: "mpegts"
        case .mpegVideo: "mpegvideo"
        case .ogg: "ogg"
        case .mp3: "mp3"
        case .wav: "wav"
        case .aiff: "aiff"
        case .flac: "flac"
        case .caf: "caf"
        case .amr: "amr"
        case .ac3: "ac3"
        case .aac: "aac"
        default: nil
        }
    }
}
