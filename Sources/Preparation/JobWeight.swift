internal import AttachmentRules
internal import Storage

/// How long a source is likely to take, so that the longest work can begin first, and the rest be estimated.
///
/// In microseconds, as one core of 2023 needs them. A guess is enough: people are told of the time left by what
/// the weights turn out to take, and lanes only must not be left with one long video at the end.
enum JobWeight {
    /// A guess from the first bytes and the size; what cannot be read, or is not taken, is done at once.
    static func of(_ source: Source) -> Int64 {
        // What lies elsewhere is looked at when its turn comes.
        guard case .file(let path, _) = source.place else {
            return weight(100, perMegabyte: 100, of: source.bytes)
        }
        guard let file = try? OpenFile(reading: path), let head = try? file.bytes(count: 4096)
        else { return least }
        return of(Sniffer.sniff(head: head, fileSize: source.bytes).type, bytes: source.bytes)
    }

    static func of(_ type: MediaType, bytes: Int64) -> Int64 {
        switch type {
        // Of a long one only the first thirty seconds are encoded.
        case .mp4, .mov, .m4v, .threeGP, .matroska, .webm, .avi, .flv, .asf, .mxf, .mpegPS,
            .mpegTS, .mpegVideo:
            weight(500, perMegabyte: 500, of: min(bytes, 40_000_000))
        case .gif: weight(100, perMegabyte: 500, of: min(bytes, 40_000_000))
        case .png, .webp, .tiff, .heic, .avif, .jxl, .jp2:
            weight(100, perMegabyte: 50, of: bytes)
        case .jpeg, .bmp: weight(50, perMegabyte: 50, of: bytes)
        case .m4a, .mp3, .wav, .aiff, .flac, .caf, .aac, .amr, .ac3, .ogg:
            weight(50, perMegabyte: 20, of: bytes)
        default: least
        }
    }

    private static let least: Int64 = 1000

    /// - Parameter milliseconds: of the smallest.
    private static func weight(
        _ milliseconds: Int64, perMegabyte: Int64, of bytes: Int64
    ) -> Int64 {
        // Sizes are a stranger's: a file with holes has any.
        milliseconds * 1000 + max(0, min(bytes, 1_000_000_000)) * perMegabyte / 1000
    }
}
