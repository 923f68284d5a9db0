@testable import AttachmentRules

/// Writes the chunks of a PNG; the picture data are a few bytes.
struct PNGBuilder {
    var width = 64
    var height = 48
    var depth: UInt8 = 8
    var colourType: UInt8 = 2
    /// Chunks between header and picture, as written.
    var front: [UInt8] = []
    /// Chunks between picture and end.
    var back: [UInt8] = []
    var hasEnd = true
    var trailing: [UInt8] = []

    static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    static let picture = chunk("IDAT", [0x78, 0x9c, 1, 2, 3, 4])

    static func chunk(_ name: String, _ payload: [UInt8], isBroken: Bool = false) -> [UInt8] {
        let body = join(ascii(name), payload)
        let checksum = Int(CRC32.checksum(body, 0..<body.count)) ^ (isBroken ? 1 : 0)
        return join(be32(payload.count), body, be32(checksum))
    }

    /// The text in which pictures carried their Exif data before there was a chunk for it.
    static func legacyExif(_ exif: [UInt8]) -> [UInt8] {
        var digits = ""
        for (index, byte) in exif.enumerated() {
            if byte < 16 { digits += "0" }
            digits += String(byte, radix: 16)
            if index % 36 == 35 { digits += "\n" }
        }
        return ascii("\nexif\n    \(exif.count)\n\(digits)\n")
    }

    /// zlib data of stored blocks.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        join([0x78, 0x01, 1], le16(bytes.count), le16(~bytes.count & 0xffff), bytes, be32(0))
    }

    static func animation(frames: Int, plays: Int) -> [UInt8] {
        chunk("acTL", join(be32(frames), be32(plays)))
    }

    static func control(_ delay: Int, of parts: Int) -> [UInt8] {
        chunk("fcTL", join(zeros(20), be16(delay), be16(parts), [0, 0]))
    }

    var header: [UInt8] {
        Self.chunk("IHDR", join(be32(width), be32(height), [depth, colourType, 0, 0, 0]))
    }

    var bytes: [UInt8] {
        let end = hasEnd ? Self.chunk("IEND", []) : []
        return join(Self.signature, header, front, Self.picture, back, end, trailing)
    }
}
