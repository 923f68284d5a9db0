/// The boxes of an MP4, M4A or QuickTime file: their order, their ends, and what their metadata
/// tells.
///
/// Takes any bytes; reads box headers, and the index up to `maxIndexBytes`.
public struct ISOBoxes: Sendable {
    /// A longer `moov` is looked at from outside only.
    public static let maxIndexBytes = 64 << 20
    /// More top-level boxes than any recorder writes.
    static let maxBoxes = 1_000_000

    public internal(set) var hasIndex = false
    public internal(set) var hasMediaData = false
    /// `moov` stands before the first `mdat`.
    public internal(set) var isMoovFirst = false
    public internal(set) var isFragmented = false
    /// A box runs past the end of the file.
    public internal(set) var isTruncated = false
    /// Behind the last box that is one.
    public internal(set) var trailingBytes: Int64 = 0
    /// Tags beyond the muxer's own notes.
    public internal(set) var hasMetadata = false
    public internal(set) var hasLocation = false
    public internal(set) var hasCoverArt = false

    public init(_ source: ByteSource) {
        walk(source)
    }

    private mutating func walk(_ source: ByteSource) {
        var at: Int64 = 0
        for _ in 0..<Self.maxBoxes {
            guard at < source.count else { return }
            let head = source.bytes(at: at, count: 32)
            guard let box = Box(head, at: 0, end: source.count - at) else {
                trailingBytes = source.count - at
                return
            }
            read(box, head, at, source)
            if box.size > source.count - at {
                isTruncated = true
                return
            }
            at += box.size
        }
    }

    private mutating func read(_ box: Box, _ head: [UInt8], _ at: Int64, _ source: ByteSource) {
        switch box.name {
        case "moov":
            isMoovFirst = isMoovFirst || !hasMediaData
            hasIndex = true
            if box.size <= Self.maxIndexBytes {
                let index = source.bytes(at: at, count: Int(box.size))
                readChildren(index, box.headerSize..<index.count, depth: 0)
            }
        case "mdat": hasMediaData = true
        case "moof": isFragmented = true
        case "uuid": hasMetadata = hasMetadata || Self.isXMP(head, at: box.headerSize)
        case "meta": hasMetadata = true
        default: break
        }
    }

    static func isXMP(_ bytes: [UInt8], at offset: Int) -> Bool {
        bytes.has([0xbe, 0x7a, 0xcf, 0xcb, 0x97, 0xa9, 0x42, 0xe8], at: offset)
    }

    /// The head of one box.
    struct Box {
        let name: String
        /// With its head; may be more than is there.
        let size: Int64
        let headerSize: Int

        /// - Parameter end: how many bytes there are from the box's beginning.
        init?(_ bytes: [UInt8], at offset: Int, end: Int64) {
            guard let short = bytes.be32(at: offset), offset + 8 <= bytes.count,
                bytes[offset + 4..<offset + 8].allSatisfy({ $0 >= 0x20 && $0 < 0x7f || $0 == 0xa9 })
            else { return nil }
            name = bytes.fourLetters(at: offset + 4)
            switch short {
            case 0:
                (size, headerSize) = (end, 8)
            case 1:
                guard offset + 16 <= bytes.count else { return nil }
                // Beyond what 63 bits hold is beyond any file.
                let long = bytes.be64(at: offset + 8) ?? .max
                guard long >= 16 else { return nil }
                (size, headerSize) = (long, 16)
            case 8...:
                (size, headerSize) = (Int64(short), 8)
            default: return nil
            }
        }
    }
}
