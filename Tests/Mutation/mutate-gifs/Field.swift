/// Edits of one field of a GIF, wherever it stands.
enum Field {
    static func edit(_ bytes: inout [UInt8], _ random: inout Random) {
        let map = BlockMap(bytes)
        switch random.below(8) {
        case 0: screen(&bytes, &random)
        case 1, 2: frame(&bytes, map.all(.frame), &random)
        case 3: codeSize(&bytes, map.all(.frame), &random)
        case 4, 5: control(&bytes, map.all(.control), &random)
        case 6: size(&bytes, map.blocks, &random)
        default: application(&bytes, map.all(.application), &random)
        }
    }

    private static func screen(_ bytes: inout [UInt8], _ random: inout Random) {
        guard bytes.count >= 13 else { return }
        switch random.below(4) {
        case 0: change(&bytes, at: random.pick([6, 8]), &random)
        case 1: bytes[10] = UInt8(random.below(256))
        case 2: bytes[10] ^= 1 << UInt8(random.below(8))
        default: bytes[random.within(11...12)] = UInt8(random.below(256))
        }
    }

    /// Its place, its size, or its flags.
    private static func frame(
        _ bytes: inout [UInt8], _ frames: [BlockMap.Block], _ random: inout Random
    ) {
        guard let start = frames.randomElement(using: &random)?.range.lowerBound else { return }
        if random.once(in: 4) {
            bytes[start + 9] ^= random.pick([0x40, 0x20, 0x80, 1, 2, 4, 8])
        } else {
            change(&bytes, at: start + random.pick([1, 3, 5, 7]), &random)
        }
    }

    private static func codeSize(
        _ bytes: inout [UInt8], _ frames: [BlockMap.Block], _ random: inout Random
    ) {
        guard let place = frames.randomElement(using: &random)?.sizes.first else { return }
        bytes[place - 1] = UInt8(random.once(in: 4) ? random.below(256) : random.below(13))
    }

    private static func control(
        _ bytes: inout [UInt8], _ controls: [BlockMap.Block], _ random: inout Random
    ) {
        guard let range = controls.randomElement(using: &random)?.range, range.count == 8 else {
            return
        }
        let start = range.lowerBound
        switch random.below(6) {
        case 0: bytes[start + 3] ^= 1
        case 1: bytes[start + 3] = UInt8(random.below(256))
        case 2, 3: bytes[start + 4] = UInt8(random.below(12))
        case 4: bytes[start + 6] = UInt8(random.below(256))
        default: bytes[start + random.pick([2, 7])] = UInt8(random.below(8))
        }
    }

    /// How long a sub-block is.
    private static func size(
        _ bytes: inout [UInt8], _ blocks: [BlockMap.Block], _ random: inout Random
    ) {
        guard let sizes = blocks.randomElement(using: &random)?.sizes, !sizes.isEmpty else {
            return
        }
        let place = random.pick(sizes)
        bytes[place] = random.pick([0, bytes[place] &+ 1, bytes[place] &- 1, 255])
    }

    private static func application(
        _ bytes: inout [UInt8], _ blocks: [BlockMap.Block], _ random: inout Random
    ) {
        guard let range = blocks.randomElement(using: &random)?.range, range.count > 2 else {
            return
        }
        bytes[random.within(range.lowerBound + 2...range.upperBound - 1)] = UInt8(random.below(256))
    }

    /// One more, one less, nothing, or anything.
    private static func change(_ bytes: inout [UInt8], at place: Int, _ random: inout Random) {
        guard place + 1 < bytes.count else { return }
        let value = Int(bytes[place]) | Int(bytes[place + 1]) << 8
        let changed = random.pick([
            value + 1, max(0, value - 1), value + random.below(9), 0, value / 2,
            random.below(65_536), 65_535,
        ])
        bytes.replaceSubrange(place..<place + 2, with: Blocks.little(changed))
    }
}
