/// The pieces of a GIF, as written.
enum Blocks {
    static func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

    static func chain(_ bytes: [UInt8]) -> [UInt8] {
        var chain: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let piece = bytes[start..<min(start + 255, bytes.count)]
            chain.append(UInt8(piece.count))
            chain += piece
        }
        return chain + [0]
    }

    static func application(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        [0x21, 0xff, 11] + Array(name.utf8) + chain(payload)
    }

    static func loop(_ count: Int) -> [UInt8] { application("NETSCAPE2.0", [1] + little(count)) }

    static func control(delay: Int, disposal: Int, transparent: Int?) -> [UInt8] {
        let flags = UInt8(disposal << 2 | (transparent == nil ? 0 : 1))
        return [0x21, 0xf9, 4, flags] + little(delay) + [UInt8(transparent ?? 0), 0]
    }

    /// What may stand between two frames and shows nothing.
    static func aside(_ random: inout Random) -> [UInt8] {
        let text = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
        return switch random.below(6) {
        case 0: application("XMP DataXMP", Array("<x:xmpmeta/>".utf8))
        case 1: application("ICCRGBG1012", text)
        case 2: application("GIFCONnb1.0", text)
        case 3: [0x21, UInt8(random.pick([0, 2, 0x80, 0xfd]))] + chain(text)
        case 4: [0x21, 0x01, 12] + [UInt8](repeating: 0, count: 12) + chain(text)
        default: [0x21, 0xfe] + chain(text)
        }
    }

    /// A colour table: its bits for the flags, and its bytes.
    static func table(_ colours: Int, _ random: inout Random) -> (flags: UInt8, bytes: [UInt8]) {
        guard colours > 0 else { return (0, []) }
        let bits = UInt8(colours.trailingZeroBitCount - 1)
        let isGrey = random.once(in: 5)
        var bytes: [UInt8] = []
        for _ in 0..<colours {
            let grey = UInt8(random.below(256))
            bytes += isGrey ? [grey, grey, grey] : (0..<3).map { _ in UInt8(random.below(256)) }
        }
        return (0x80 | bits, bytes)
    }
}
