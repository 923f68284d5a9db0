extension MediaType {
    /// A still picture or an animation, whether taken or not.
    public var isPicture: Bool {
        switch self {
        case .jpeg, .png, .gif, .webp, .heic, .avif, .tiff, .bmp, .ico, .psd, .svg, .jxl, .jp2,
            .pdf, .cameraRaw:
            true
        default: false
        }
    }

    /// A container of video or sound.
    public var isClip: Bool {
        switch self {
        case .mp4, .m4a, .mov, .m4v, .threeGP, .matroska, .webm, .avi, .flv, .asf, .mxf, .mpegPS,
            .mpegTS, .mpegVideo, .ogg, .mp3, .wav, .aiff, .flac, .caf, .amr, .ac3, .aac:
            true
        default: false
        }
    }

    /// ISO base media: what is inside decides between video and sound.
    public var isISOMedia: Bool {
        switch self {
        case .mp4, .m4a, .mov, .m4v, .threeGP: true
        default: false
        }
    }

    /// Its name in messages.
    public var displayName: String {
        switch self {
        case .jpeg: "JPEG"
        case .png: "PNG"
        case .gif: "GIF"
        case .webp: "WebP"
        case .heic: "HEIC"
        case .avif: "AVIF"
        case .tiff: "TIFF"
        case .bmp: "BMP"
        case .ico: "Windows icon"
        case .psd: "Photoshop document"
        case .svg: "SVG"
        case .jxl: "JPEG XL"
        case .jp2: "JPEG 2000"
        case .pdf: "PDF or PostScript"
        case .cameraRaw: "camera raw photo"
        case .mp4: "MP4"
        case .m4a: "M4A"
        case .mov: "QuickTime movie"
        case .m4v: "M4V"
        case .threeGP: "3GP"
        case .matroska: "Matroska"
        case .webm: "WebM"
        case .avi: "AVI"
        case .flv: "Flash video"
        case .asf: "Windows Media"
        case .mxf: "MXF"
        case .mpegPS: "MPEG program stream"
        case .mpegTS: "MPEG transport stream"
        case .mpegVideo: "raw MPEG video"
        case .ogg: "Ogg"
        case .mp3: "MP3"
        case .wav: "WAV"
        case .aiff: "AIFF"
        case .flac: "FLAC"
        case .caf: "CAF"
        case .amr: "AMR"
        case .ac3: "AC-3"
        case .aac: "raw AAC"
        case .otherSound: "sound of a rare kind"
        case .html: "web page"
        case .json: "JSON"
        case .xml: "XML"
        case .text: "text"
        case .zip: "ZIP archive"
        case .gzip: "gzip archive"
        case .rar: "RAR archive"
        case .sevenZip: "7z archive"
        case .executable: "program"
        case .empty: "empty file"
        case .unknown: "unknown type"
        }
    }

    /// What to do instead of handing in this type; nil for types that are taken.
    public var exportAdvice: String? {
        switch self {
        case .svg, .ico: "export it as PNG"
        case .psd, .jxl, .jp2: "export it as PNG or JPEG"
        case .pdf: "export the page as PNG or JPEG"
        case .cameraRaw: "develop it and export it as JPEG"
        case .otherSound: "export it as WAV or M4A"
        case .zip, .gzip, .rar, .sevenZip: "unpack it and hand in the media inside"
        case .json:
            "leave it out, or add an aps object if it is a payload; if a server sent it in place of "
                + "media, download them again"
        case .html, .xml:
            "leave it out; if a server sent it in place of media, download them again"
        case .text, .executable: "hand in the picture, video or sound itself"
        case .empty: "copy or download it again"
        case .unknown: "export it as JPEG, PNG, GIF, MP4 or M4A"
        default: nil
        }
    }
}
