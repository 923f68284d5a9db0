/// What a file is by its first bytes.
public struct Sniffed: Sendable, Equatable {
    public var type: MediaType
    /// Where the media begins; more than 0 for a JPEG with rubbish before its header.
    public var offset: Int64

    public init(type: MediaType, offset: Int64 = 0) {
        self.type = type
        self.offset = offset
    }
}

/// Tells a file's type from its bytes, never from its name.
///
/// Takes any bytes: what fits no signature is text or unknown.
public enum Sniffer {
    /// How many bytes from the start are wanted; fewer do where the file is shorter.
    public static let window = 65_536

    /// - Parameters:
    ///   - head: the first bytes of the file.
    ///   - fileSize: of the whole file.
    public static func sniff(head: [UInt8], fileSize: Int64) -> Sniffed {
        if fileSize == 0 { return Sniffed(type: .empty) }
        if let type = certain(head, fileSize: fileSize) { return Sniffed(type: type) }
        if let offset = jpegOffset(head) { return Sniffed(type: .jpeg, offset: Int64(offset)) }
        return Sniffed(type: likely(head, fileSize: fileSize) ?? .unknown)
    }

    /// Types with a signature at the start that nothing else has.
    private static func certain(_ head: [UInt8], fileSize: Int64) -> MediaType? {
        let looks: [([UInt8]) -> MediaType?] = [
            magic, riffOrForm, tiff, isoMedia, bitmap, ebml, mpegVideo, page,
        ]
        for look in looks {
            if let type = look(head) { return type }
        }
        return ac3(head, at: 0) ?? tagged(head, fileSize: fileSize)
            ?? elementaryAudio(head, fileSize: fileSize) ?? transportStream(head)
    }

    /// Types told by how all of the bytes look, and sound behind rubbish.
    private static func likely(_ head: [UInt8], fileSize: Int64) -> MediaType? {
        if let type = written(head) { return type }
        return materialExchange(head) ?? audioBehindRubbish(head)
    }

    private static let signatures: [(offset: Int, bytes: [UInt8], type: MediaType)] = [
        (0, [0xff, 0xd8, 0xff], .jpeg),
        (0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], .png),
        (0, Array("GIF87a".utf8), .gif),
        (0, Array("GIF89a".utf8), .gif),
        (0, Array("8BPS\0".utf8), .psd),
        (0, [0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a], .jxl),
        (0, [0xff, 0x0a], .jxl),
        (0, [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a], .jp2),
        (0, [0xff, 0x4f, 0xff, 0x51], .jp2),
        (0, Array("FUJIFILMCCD-RAW".utf8), .cameraRaw),
        (0, Array("II\u{1a}\0\0\0HEAPCCDR".utf8), .cameraRaw),
        (0, Array("FOVb".utf8), .cameraRaw),
        (0, [0, 0x4d, 0x52, 0x4d], .cameraRaw),
        (0, Array("OggS".utf8), .ogg),
        (0, Array("fLaC".utf8), .flac),
        (0, Array("caff\0\u{1}".utf8), .caf),
        (0, Array("#!AMR\n".utf8), .amr),
        (0, Array("#!AMR-WB\n".utf8), .amr),
        // AU, Wave64, WavPack, True Audio, Monkey's Audio, DSD twice, MIDI.
        (0, Array(".snd\0\0\0".utf8), .otherSound),
        (0, [0x72, 0x69, 0x66, 0x66, 0x2e, 0x91, 0xcf, 0x11], .otherSound),
        (0, Array("wvpk".utf8), .otherSound),
        (0, Array("TTA1".utf8), .otherSound),
        (0, Array("MAC ".utf8), .otherSound),
        (0, Array("DSD \u{1c}".utf8), .otherSound),
        (0, Array("FRM8".utf8), .otherSound),
        (0, Array("MThd\0\0\0\u{6}".utf8), .otherSound),
        (0, Array("FLV\u{1}".utf8), .flv),
        (0, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9], .asf),
        (0, [0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02], .mxf),
        (0, [0x50, 0x4b, 3, 4], .zip),
        (0, [0x50, 0x4b, 5, 6], .zip),
        (0, [0x50, 0x4b, 7, 8], .zip),
        (0, [0x1f, 0x8b, 8], .gzip),
        (0, Array("Rar!\u{1a}\u{7}".utf8), .rar),
        (0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], .sevenZip),
        (0, [0x7f, 0x45, 0x4c, 0x46], .executable),
        (0, [0xfe, 0xed, 0xfa, 0xce], .executable),
        (0, [0xfe, 0xed, 0xfa, 0xcf], .executable),
        (0, [0xce, 0xfa, 0xed, 0xfe], .executable),
        (0, [0xcf, 0xfa, 0xed, 0xfe], .executable),
        (0, [0xca, 0xfe, 0xba, 0xbe], .executable),
        // Containers that may hold a whole JPEG early on: a tar archive, an OLE document such as
        // Thumbs.db, an AppleDouble file, a SQLite database.
        (257, Array("ustar".utf8), .unknown),
        (0, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], .unknown),
        (0, [0, 5, 0x16, 0, 0, 2, 0, 0], .unknown),
        (0, [0, 5, 0x16, 7, 0, 2, 0, 0], .unknown),
        (0, Array("SQLite format 3\0".utf8), .unknown),
    ]

    private static func magic(_ head: [UInt8]) -> MediaType? {
        if let found = signatures.first(where: { head.has($0.bytes, at: $0.offset) }) {
            return found.type
        }
        if head.has("MZ"), let header = head.le32(at: 0x3c), header < 1 << 24,
            head.has("PE\0\0", at: header) || head.prefix(64).contains(0)
        {
            return .executable
        }
        return nil
    }

    private static func riffOrForm(_ head: [UInt8]) -> MediaType? {
        switch (head.fourLetters(at: 0), head.fourLetters(at: 8)) {
        case ("RIFF", "WEBP"): .webp
        case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): .wav
        // With big-endian samples, of which FFmpeg makes noise.
        case ("RIFX", "WAVE"): .otherSound
        case ("RIFF", "AVI "), ("RIFF", "AVIX"): .avi
        case ("FORM", "AIFF"), ("FORM", "AIFC"): .aiff
        default: nil
        }
    }

    /// A JPEG header within the first 4 KiB: start of image, then a marker with a sane length.
    private static func jpegOffset(_ head: [UInt8]) -> Int? {
        let last = min(head.count, 4096 + 6) - 6
        guard last > 0 else { return nil }
        return (1...last).first { offset in
            guard head.has([0xff, 0xd8, 0xff], at: offset), let marker = head.byte(at: offset + 3),
                let length = head.be16(at: offset + 4), length >= 2
            else { return false }
            return (0xc0...0xcf).contains(marker) || marker == 0xdb || marker == 0xfe
                || (0xe0...0xef).contains(marker) && head.fourLetters(at: offset + 6) != ""
        }
    }
}
