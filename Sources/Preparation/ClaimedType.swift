internal import AttachmentRules

/// What a file's name claims it to be.
///
/// Never a reason to open it so, only to say what went wrong.
enum ClaimedType {
    private static let extensions: [MediaType: [String]] = [
        .jpeg: ["jpg", "jpeg"], .png: ["png"], .gif: ["gif"], .webp: ["webp"],
        .heic: ["heic", "heif"], .avif: ["avif"], .tiff: ["tif", "tiff"], .bmp: ["bmp"],
        .mp4: ["mp4"], .m4v: ["m4v"], .mov: ["mov"], .threeGP: ["3gp"], .matroska: ["mkv"],
        .webm: ["webm"], .avi: ["avi"], .flv: ["flv"], .asf: ["wmv", "wma"], .mxf: ["mxf"],
        .mpegPS: ["mpg", "mpeg"], .mpegTS: ["ts", "mts"], .ogg: ["ogg", "ogv", "opus"],
        .m4a: ["m4a"], .mp3: ["mp3"], .wav: ["wav"], .aiff: ["aif", "aiff"], .flac: ["flac"],
        .caf: ["caf"], .amr: ["amr"], .ac3: ["ac3"], .aac: ["aac"],
    ]

    /// Nil for extensions of no type that is taken.
    static func of(_ fileExtension: String) -> MediaType? {
        let wanted = fileExtension.lowercased()
        return extensions.first { $0.value.contains(wanted) }?.key
    }
}
