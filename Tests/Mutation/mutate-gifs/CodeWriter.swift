/// Writes LZW data in all the ways that encoders do, and in some that none should.
struct CodeWriter {
    /// The smallest code size; 2...8 are right.
    var root = 2
    var startsWithClear = true
    var endsWithEnd = true
    var clearsWhenFull = true
    /// Clears the dictionary once in so many codes; 0 for never.
    var clearsOnceIn = 0
    /// The bytes of a sub-block; 0 for sizes by chance.
    var blockSize = 255

    /// The code size and its sub-blocks, with their terminator.
    func data(_ pixels: [Int], _ random: inout Random) -> [UInt8] {
        let packed = codes(pixels, &random)
        var chain = [UInt8(root)]
        var at = 0
        while at < packed.count {
            let most = blockSize == 0 ? random.within(1...255) : blockSize
            let size = min(most, packed.count - at)
            chain.append(UInt8(size))
            chain += packed[at..<at + size]
            at += size
        }
        return chain + [0]
    }

    private func codes(_ pixels: [Int], _ random: inout Random) -> [UInt8] {
        let clear = 1 << root
        var bits = BitWriter()
        var strings: [Int: Int] = [:]
        var (next, width) = (clear + 2, root + 1)
        if startsWithClear { bits.append(clear, width) }
        var prefix = pixels.first
        for pixel in pixels.dropFirst() {
            guard let last = prefix else { break }
            if let known = strings[last << 12 | pixel] {
                prefix = known
                continue
            }
            bits.append(last, width)
            prefix = pixel
            let isFull = next == 4096
            if isFull && !clearsWhenFull { continue }
            if isFull || (clearsOnceIn > 0 && random.once(in: clearsOnceIn)) {
                if !isFull && next == 1 << width && width < 12 { width += 1 }
                bits.append(clear, width)
                (strings, next, width) = ([:], clear + 2, root + 1)
                continue
            }
            strings[last << 12 | pixel] = next
            if next == 1 << width { width += 1 }
            next += 1
        }
        if let prefix { bits.append(prefix, width) }
        if next == 1 << width && width < 12 { width += 1 }
        if endsWithEnd { bits.append(clear + 1, width) }
        return bits.bytes
    }
}

/// Numbers of any width, least significant bit first.
private struct BitWriter {
    private var whole: [UInt8] = []
    private var (hold, held) = (0, 0)

    mutating func append(_ value: Int, _ width: Int) {
        hold |= value << held
        held += width
        while held >= 8 {
            whole.append(UInt8(hold & 255))
            hold >>= 8
            held -= 8
        }
    }

    var bytes: [UInt8] { held > 0 ? whole + [UInt8(hold & 255)] : whole }
}
