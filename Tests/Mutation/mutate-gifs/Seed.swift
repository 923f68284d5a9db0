/// A sound animation, different for every number.
struct Seed {
    private let width: Int
    private let height: Int
    private let globalColours: Int
    private var random: Random
    private var indices: [Int] = []

    init(_ random: inout Random) {
        let side = random.pick([4, 8, 16, 16, 32, 64])
        width = random.within(1...side)
        height = random.within(1...side)
        globalColours = random.once(in: 6) ? 0 : 2 << random.below(8)
        self.random = Random(seed: random.next())
    }

    mutating func bytes() -> [UInt8] {
        let table = Blocks.table(globalColours, &random)
        let background = globalColours > 0 ? UInt8(random.below(globalColours)) : 0
        let flags = table.flags | UInt8(random.below(8) << 4)
        var bytes = Array((random.once(in: 20) ? "GIF87a" : "GIF89a").utf8)
        bytes += Blocks.little(width) + Blocks.little(height)
        bytes += [flags, random.once(in: 2) ? background : 0, random.once(in: 9) ? 49 : 0]
        bytes += table.bytes
        let most = random.pick([1, 2, 4, 8, width * height < 100 ? 40 : 12])
        if random.below(4) > 0 {
            bytes += Blocks.loop(random.pick([0, 0, 0, 1, 3, 65_535]))
        }
        for number in 0..<random.within(1...most) {
            if random.once(in: 8) { bytes += Blocks.aside(&random) }
            bytes += frame(number)
        }
        if random.once(in: 12) { bytes += Blocks.aside(&random) }
        return bytes + [0x3b]
    }

    private mutating func frame(_ number: Int) -> [UInt8] {
        let isWhole = random.once(in: 2) || (number == 0 && random.below(6) > 0)
        let w = isWhole ? width : random.within(1...width)
        let h = isWhole ? height : random.within(1...height)
        let isLocal = globalColours == 0 || random.once(in: 4)
        let colours = isLocal ? 2 << random.below(8) : globalColours
        let table = Blocks.table(isLocal ? colours : 0, &random)
        let look = table.flags | (random.once(in: 5) ? 0x40 : 0) | (random.once(in: 9) ? 0x20 : 0)
        draw(w * h, colours)
        var bytes = random.once(in: 12) ? [] : control(colours)
        bytes += [0x2c] + Blocks.little(random.within(0...width - w))
        bytes += Blocks.little(random.within(0...height - h))
        bytes += Blocks.little(w) + Blocks.little(h) + [look] + table.bytes
        return bytes + writer(colours).data(indices, &random)
    }

    private mutating func control(_ colours: Int) -> [UInt8] {
        let delay = random.pick([0, 1, 2, 3, 4, 5, 7, 10, 10, 33, 100, 1000, 65_535])
        let disposal = random.once(in: 30) ? random.within(4...7) : random.below(4)
        let transparent = random.once(in: 2) ? random.below(min(256, colours + 1)) : nil
        return Blocks.control(
            delay: delay, disposal: disposal,
            transparent: transparent.map { $0 > 255 ? 255 : $0 })
    }

    /// Noise, stripes, one colour, or the last frame's with a few changes.
    private mutating func draw(_ count: Int, _ colours: Int) {
        let style = random.below(5)
        let (first, step) = (random.below(colours), random.within(1...9))
        if style == 3 && indices.count == count {
            for index in 0..<count {
                indices[index] =
                    random.once(in: 20) ? random.below(colours) : indices[index] % colours
            }
            return
        }
        let few = min(colours, random.within(1...4))
        indices = (0..<count).map { index in
            switch style {
            case 0: random.below(colours)
            case 1: (first + index / step) % colours
            case 2: first
            default: random.below(few)
            }
        }
    }

    private mutating func writer(_ colours: Int) -> CodeWriter {
        var writer = CodeWriter(root: max(2, colours.trailingZeroBitCount))
        if random.once(in: 8) { writer.root = random.within(writer.root...8) }
        if random.once(in: 60) { writer.root = random.within(1...12) }
        writer.startsWithClear = random.below(20) > 0
        writer.endsWithEnd = random.below(10) > 0
        writer.clearsWhenFull = random.once(in: 2)
        if random.once(in: 6) { writer.clearsOnceIn = random.within(1...200) }
        if random.once(in: 4) { writer.blockSize = random.pick([0, 1, 7, 254]) }
        return writer
    }
}
