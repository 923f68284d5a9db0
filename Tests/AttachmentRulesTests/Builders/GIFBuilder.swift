/// Writes a GIF with real LZW data.
struct GIFBuilder {
    struct Frame {
        var x = 0
        var y = 0
        var width = 10
        var height = 8
        var delay: Int? = 10
        var disposal = 1
        var transparentIndex: Int?
        var localColours = 0
        var isInterlaced = false
        var codeSize = 2
        /// Colour indices; nil for as many as the frame has, in a pattern.
        var pixels: [Int]?
        /// In place of what the encoder would write.
        var data: [UInt8]?
    }

    var width = 10
    var height = 8
    var globalColours = 4
    var loop: Int? = 0
    /// Blocks between the loop count and the first frame, as written.
    var front: [UInt8] = []
    var frames = [Frame(), Frame()]
    var trailer: [UInt8] = [0x3b]

    static func comment(_ text: String) -> [UInt8] { [0x21, 0xfe] + subBlocks(ascii(text)) }

    static func application(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        join([0x21, 0xff, 11], ascii(name), subBlocks(payload))
    }

    static func subBlocks(_ bytes: [UInt8]) -> [UInt8] {
        var chain: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let block = bytes[start..<min(start + 255, bytes.count)]
            chain.append(UInt8(block.count))
            chain += block
        }
        return chain + [0]
    }

    private static func table(_ colours: Int) -> (flags: UInt8, bytes: [UInt8]) {
        guard colours > 0 else { return (0, []) }
        let bits = UInt8(colours.trailingZeroBitCount - 1)
        return (0x80 | bits, (0..<3 * colours).map { UInt8($0 & 255) })
    }

    var bytes: [UInt8] {
        let table = Self.table(globalColours)
        let screen = join(le16(width), le16(height), [table.flags, 0, 0], table.bytes)
        let repeats = loop.map { Self.application("NETSCAPE2.0", [1] + le16($0)) } ?? []
        return join(
            ascii("GIF89a"), screen, repeats, front, frames.flatMap(Self.encode), trailer)
    }

    static func encode(_ frame: Frame) -> [UInt8] {
        let table = Self.table(frame.localColours)
        let flags = UInt8(frame.disposal << 2) | (frame.transparentIndex == nil ? 0 : 1)
        let control = frame.delay.map { delay -> [UInt8] in
            join(
                [0x21, 0xf9, 4, flags], le16(delay), [UInt8(frame.transparentIndex ?? 0), 0])
        }
        let corner = join(le16(frame.x), le16(frame.y))
        let place = join([0x2c], corner, le16(frame.width), le16(frame.height))
        let pixels = frame.pixels ?? (0..<frame.width * frame.height).map { $0 * ($0 + 1) / 2 % 4 }
        let data = frame.data ?? lzw(pixels, codeSize: frame.codeSize)
        let look: [UInt8] = [table.flags | (frame.isInterlaced ? 0x40 : 0)]
        let body = join([UInt8(frame.codeSize)], subBlocks(data))
        return join(control ?? [], place, look, table.bytes, body)
    }

    /// Codes as bits, least significant first.
    static func packed(_ codes: [(code: Int, width: Int)]) -> [UInt8] {
        var bytes: [UInt8] = []
        var (hold, held) = (0, 0)
        for (code, width) in codes {
            hold |= code << held
            held += width
            while held >= 8 {
                bytes.append(UInt8(hold & 255))
                hold >>= 8
                held -= 8
            }
        }
        return held > 0 ? bytes + [UInt8(hold & 255)] : bytes
    }

    static func lzw(_ pixels: [Int], codeSize: Int, clearsWhenFull: Bool = true) -> [UInt8] {
        let clear = 1 << codeSize
        var table: [Int: Int] = [:]
        var (next, width) = (clear + 2, codeSize + 1)
        var codes = [(code: clear, width: width)]
        var prefix = pixels.first
        for pixel in pixels.dropFirst() {
            guard let last = prefix else { break }
            if let known = table[last << 8 | pixel] {
                prefix = known
                continue
            }
            codes.append((last, width))
            prefix = pixel
            if next == 4096 && !clearsWhenFull { continue }
            if next == 4096 {
                codes.append((clear, width))
                (table, next, width) = ([:], clear + 2, codeSize + 1)
                continue
            }
            table[last << 8 | pixel] = next
            if next == 1 << width { width += 1 }
            next += 1
        }
        if let prefix { codes.append((prefix, width)) }
        codes.append((clear + 1, next == 1 << width && width < 12 ? width + 1 : width))
        return packed(codes)
    }
}
