/// What chance does to the bytes of a GIF.
enum Mutation {
    /// The input with this number: a seed, and for most numbers some damage.
    static func input(_ number: Int) -> [UInt8] {
        var random = Random(seed: UInt64(number))
        var seed = Seed(&random)
        var bytes = seed.bytes()
        for _ in 0..<random.pick([0, 0, 1, 1, 1, 2, 3, 6]) { mutate(&bytes, &random) }
        return bytes
    }

    private static func mutate(_ bytes: inout [UInt8], _ random: inout Random) {
        guard !bytes.isEmpty else { return }
        switch random.below(20) {
        case 0, 1: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        case 2, 3: bytes[random.below(bytes.count)] = byte(&random)
        case 4: bytes.removeLast(random.within(1...bytes.count))
        case 5: bytes.removeLast(min(bytes.count, random.within(1...6)))
        case 6: cut(&bytes, &random)
        case 7...10: move(&bytes, &random)
        case 11: append(&bytes, &random)
        case 12, 13: insert(&bytes, &random)
        default: Field.edit(&bytes, &random)
        }
    }

    private static func byte(_ random: inout Random) -> UInt8 {
        random.pick([0, 1, 255, 0x21, 0x2c, 0x3b, 0xf9, UInt8(random.below(256))])
    }

    /// Bytes somewhere are gone, or there twice.
    private static func cut(_ bytes: inout [UInt8], _ random: inout Random) {
        let start = random.below(bytes.count)
        let range = start..<min(bytes.count, start + random.within(1...20))
        if random.once(in: 2) {
            bytes.removeSubrange(range)
        } else {
            bytes.insert(contentsOf: bytes[range], at: start)
        }
    }

    /// A block is gone, or there twice, or two have changed places.
    private static func move(_ bytes: inout [UInt8], _ random: inout Random) {
        let blocks = BlockMap(bytes).blocks
        guard !blocks.isEmpty else { return }
        let one = random.pick(blocks).range
        let other = random.pick(blocks).range
        switch random.below(3) {
        case 0: bytes.removeSubrange(one)
        case 1: bytes.insert(contentsOf: bytes[one], at: other.lowerBound)
        default:
            let (first, last) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
            guard first != last else { return }
            let moved = Array(bytes[first])
            bytes.replaceSubrange(first, with: bytes[last])
            bytes.replaceSubrange(
                last.lowerBound - first.count + last.count..<last.upperBound - first.count
                    + last.count,
                with: moved)
        }
    }

    private static func append(_ bytes: inout [UInt8], _ random: inout Random) {
        switch random.below(3) {
        case 0: bytes += [UInt8](repeating: 0, count: random.within(1...9))
        case 1: bytes += (0..<random.within(1...30)).map { _ in UInt8(random.below(256)) }
        default:
            var second = Seed(&random)
            bytes += second.bytes()
        }
    }

    /// Something new between two blocks.
    private static func insert(_ bytes: inout [UInt8], _ random: inout Random) {
        guard let at = BlockMap(bytes).blocks.randomElement(using: &random)?.range.lowerBound else {
            return
        }
        let block: [UInt8] =
            switch random.below(6) {
            case 0: [UInt8](repeating: 0, count: random.within(1...3))
            case 1: [0x3b]
            case 2: [byte(&random)]
            case 3:
                Blocks.control(delay: random.below(20), disposal: random.below(4), transparent: 0)
            case 4: Blocks.loop(random.below(9))
            default: Blocks.aside(&random)
            }
        bytes.insert(contentsOf: block, at: at)
    }
}
