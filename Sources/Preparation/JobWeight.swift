internal import AttachmentRules
internal import Storage

/// How long a source is likely to take, so that the longest work can begin first.
///
/// A rough order is enough: the lanes only must not be left with one long video at the end.
enum JobWeight {
    /// A guess from the first bytes and the size; unreadable files weigh nothing.
    static func of(_ source: Source) -> Int64 {
        // What lies elsewhere is looked at when its turn comes.
        guard case .file(let path, _) = source.place else { return source.bytes }
        guard let file = try? OpenFile(reading: path), let head = try? file.bytes(count: 4096)
        else { return 0 }
        let size = source.bytes
        return switch Sniffer.sniff(head: head, fileSize: size).type {
        // Up to thirty seconds of video cost about the same, whatever the file's size.
        case .mp4, .mov, .m4v, .threeGP, .matroska, .webm, .avi, .flv, .asf, .mxf, .mpegPS,
            .mpegTS, .mpegVideo:
            10_000_000_000 + min(size, 1_000_000_000)
        case .gif: 20 * size
        case .png, .webp, .tiff, .heic, .avif: 4 * size
        default: size
        }
    }
}
