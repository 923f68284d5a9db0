/// Pieces of files that no encoder at hand writes.
enum Pieces {
    /// A JPEG with segments put right after its start.
    static func jpeg(_ jpeg: [UInt8], inserting segments: [[UInt8]]) -> [UInt8] {
        Array(jpeg[..<2]) + segments.joined() + jpeg[2...]
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + bigEndian(UInt64(content.count + 2), bytes: 2) + content
    }

    /// An Exif segment with an orientation and, if wanted, the latitude of a place.
    static func exif(orientation: Int, place: Bool = false) -> [UInt8] {
        let value = UInt8(orientation)
        var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        tiff += [0, place ? 2 : 1]
        tiff += [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]
        // The second directory begins right behind the first.
        if place { tiff += [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38] }
        tiff += [0, 0, 0, 0]
        if place {
            tiff += [0, 2]
            tiff += [0, 1, 0, 2, 0, 0, 0, 2] + Array("N".utf8) + [0, 0, 0]
            tiff += [0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 68, 0, 0, 0, 0]
            for degrees in [52, 31, 7] { tiff += [0, 0, 0, UInt8(degrees), 0, 0, 0, 1] }
        }
        return segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
    }

    /// An uncompressed TIFF of 8-bit CMYK, as printers exchange it.
    static func cmykTIFF(
        _ width: Int, _ height: Int, _ ink: (_ x: Int, _ y: Int) -> [UInt8]
    ) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<height { for x in 0..<width { pixels += ink(x, y) } }
        let (bits, data) = (8 + 2 + 10 * 12 + 4, 8 + 2 + 10 * 12 + 4 + 8)
        func entry(_ tag: Int, _ kind: UInt8, _ count: Int, _ value: Int) -> [UInt8] {
            let field = kind == 3 && count == 1 ? value << 16 : value
            return bigEndian(UInt64(tag), bytes: 2) + [0, kind]
                + bigEndian(UInt64(count), bytes: 4) + bigEndian(UInt64(field), bytes: 4)
        }
        let entries = [
            entry(256, 3, 1, width), entry(257, 3, 1, height), entry(258, 3, 4, bits),
            entry(259, 3, 1, 1), entry(262, 3, 1, 5), entry(273, 4, 1, data),
            entry(277, 3, 1, 4), entry(278, 3, 1, height), entry(279, 4, 1, pixels.count),
            entry(284, 3, 1, 1),
        ]
        return Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 10] + entries.joined() + [0, 0, 0, 0]
            + [0, 8, 0, 8, 0, 8, 0, 8] + pixels
    }

    /// PNG's checksum of a chunk's name and content.
    static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1
            }
        }
    }

    static func bigEndian(_ value: UInt64, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func littleEndian(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A RIFF file of chunks with even sizes.
    static func riff(_ form: String, _ chunks: [(name: String, content: [UInt8])]) -> [UInt8] {
        let body = chunks.flatMap {
            Array($0.name.utf8) + littleEndian($0.content.count, bytes: 4) + $0.content
        }
        return Array("RIFF".utf8) + littleEndian(body.count + 4, bytes: 4) + Array(form.utf8) + body
    }
}

extension [UInt8] {
    /// Where the text first appears.
    func firstRange(of text: String) -> Range<Int>? { self[...].firstRange(of: Array(text.utf8)) }

    /// The names of an ISO file's boxes on the uppermost level.
    var topBoxes: [String] {
        var names: [String] = []
        var at = 0
        while at + 8 <= count {
            let size = self[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: self[at + 4..<at + 8], as: UTF8.self))
            guard size >= 8 else { break }
            at += size
        }
        return names
    }

    /// The same with some bits inverted, at places that depend on the seed alone.
    func flipping(_ flips: Int, seed: UInt64, from start: Int = 0) -> [UInt8] {
        var bytes = self
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for _ in 0..<flips {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let at = start + Int((state >> 33) % UInt64(count - start))
            bytes[at] ^= 1 << UInt8(state >> 61)
        }
        return bytes
    }
}
