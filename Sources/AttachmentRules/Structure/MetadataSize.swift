/// How many bytes of a clip decoders read into memory before any picture or sound: tags, indexes, covers.
///
/// Looks at the heads of chunks and boxes alone. Containers whose metadata lie anywhere (Matroska, AVI, Ogg)
/// count as having none, as do pictures that are no boxes, whose metadata libvips' caller counts.
public enum MetadataSize {
    /// More parts than any file needs; what follows them is not counted.
    private static let maxParts = 1_000_000

    /// In bytes.
    public static func of(_ source: ByteSource, type: MediaType) -> Int64 {
        switch type {
        case .heic, .avif, .mp4, .m4a, .mov, .m4v, .threeGP:
            sum(source, from: 0, part: box)
        case .mp3, .aac: id3(source)
        case .flac: sum(source, from: id3(source) + 4, part: block) + id3(source)
        case .wav: sum(source, from: 12) { soundChunk($0, isLittle: true) }
        case .aiff: sum(source, from: 12) { soundChunk($0, isLittle: false) }
        default: 0
        }
    }

    /// A part of a file: how long it is with its head, and how much of it is metadata.
    private struct Part {
        var length: Int64
        var metadata: Int64
        var isLast = false
    }

    private static func sum(
        _ source: ByteSource, from start: Int64, part: ([UInt8]) -> Part?
    ) -> Int64 {
        var (at, sum) = (start, Int64(0))
        for _ in 0..<maxParts {
            guard let part = part(source.bytes(at: at, count: 16)), part.length > 0 else { break }
            sum += min(part.metadata, max(0, source.count - at))
            guard !part.isLast, part.length < source.count - at else { break }
            at += part.length
        }
        return sum
    }

    private static func soundChunk(_ head: [UInt8], isLittle: Bool) -> Part? {
        guard let length = isLittle ? head.le32(at: 4) : head.be32(at: 4) else { return nil }
        let isSound = ["fmt ", "data", "COMM", "SSND"].contains(head.fourLetters(at: 0))
        let whole = Int64(8 + length + length % 2)
        return Part(length: whole, metadata: isSound ? 0 : whole)
    }

    private static func box(_ head: [UInt8]) -> Part? {
        guard let box = ISOBoxes.Box(head, at: 0, end: .max) else { return nil }
        let isMetadata = ["moov", "moof", "meta", "uuid", "udta"].contains(box.name)
        return Part(length: box.size, metadata: isMetadata ? box.size : 0)
    }

    /// RFC 9639, 8.1.
    private static func block(_ head: [UInt8]) -> Part? {
        guard let first = head.byte(at: 0), let word = head.be32(at: 0) else { return nil }
        let whole = Int64(4 + (word & 0xffffff))
        return Part(length: whole, metadata: whole, isLast: first & 0x80 != 0)
    }

    private static func id3(_ source: ByteSource) -> Int64 {
        var at: Int64 = 0
        while let length = Sniffer.id3Length(source.bytes(at: at, count: 10), at: 0),
            at < source.count
        { at += Int64(length) }
        return min(at, source.count)
    }
}
