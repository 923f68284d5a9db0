/// A file type, told from the bytes.
public enum MediaType: String, Codable, Sendable, CaseIterable {
    // Pictures.
    case jpeg, png, gif, webp, heic, avif, tiff, bmp
    case ico, psd, svg, jxl, jp2, pdf
    /// A camera's raw file: DNG, CR2, CR3, NEF, ARW, RAF, ORF, RW2…
    case cameraRaw = "camera-raw"

    // ISO base media, by brand; what is inside decides between video and sound.
    case mp4, m4a, mov, m4v
    case threeGP = "3gp"
    // Other containers of video.
    case matroska, webm, avi, flv, asf, mxf
    case mpegPS = "mpeg-ps"
    case mpegTS = "mpeg-ts"
    case mpegVideo = "mpeg-video"
    /// Ogg with video or sound.
    case ogg

    // Sound.
    case mp3, wav, aiff, flac, caf, amr, ac3
    /// Raw AAC with ADTS headers.
    case aac
    /// A file of sound that is recognised, but not taken.
    case otherSound = "other-sound"

    // No media.
    case html, json, xml, text, zip, gzip, rar, sevenZip, executable
    case empty
    case unknown
}

/// What an attachment is to the system that shows it.
public enum AttachmentKind: String, Codable, Sendable, CaseIterable {
    case image, animation, video, audio
}
