/// Unpacks the start of zlib data, for the few bytes of text that a picture's structure needs.
///
/// Bounded by the output that is asked for, so that a small chunk cannot fill the memory.
struct Inflate {
    private let bytes: [UInt8]
    private let end: Int
    private let limit: Int
    private var at: Int
    private var hold = 0
    private var held = 0
    private var output: [UInt8] = []

    /// As much as can be unpacked, at most `limit` bytes; damaged data end early.
    static func zlib(_ bytes: [UInt8], in range: Range<Int>, limit: Int) -> [UInt8] {
        guard range.count > 2, bytes[range.lowerBound] & 15 == 8 else { return [] }
        var inflate = Inflate(bytes, range.dropFirst(2), limit: limit)
        inflate.run()
        return inflate.output
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>, limit: Int) {
        self.bytes = bytes
        self.limit = limit
        at = range.lowerBound
        end = range.upperBound
    }

    private mutating func run() {
        var isLast = false
        while !isLast, output.count < limit, let header = bits(3) {
            isLast = header & 1 == 1
            let isWhole =
                switch header >> 1 {
                case 0: copyStored()
                case 1: copyCodes(Self.fixedLiterals, Self.fixedDistances)
                case 2: copyDynamic()
                default: false
                }
            guard isWhole else { return }
        }
    }

    private mutating func bits(_ count: Int) -> Int? {
        while held < count {
            guard at < end else { return nil }
            hold |= Int(bytes[at]) << held
            at += 1
            held += 8
        }
        defer {
            hold >>= count
            held -= count
        }
        return hold & (1 << count - 1)
    }

    private mutating func copyStored() -> Bool {
        (hold, held) = (0, 0)
        guard at + 4 <= end, let length = bytes.le16(at: at) else { return false }
        at += 4
        let taken = min(length, end - at, limit - output.count)
        output.append(contentsOf: bytes[at..<at + taken])
        at += taken
        return taken == length
    }

    private mutating func copyCodes(_ literals: PrefixCode, _ distances: PrefixCode) -> Bool {
        while output.count < limit {
            guard let symbol = next(literals), symbol != 256 else { return output.count < limit }
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else {
                guard copyMatch(symbol - 257, distances) else { return false }
            }
        }
        return false
    }

    private mutating func copyMatch(_ code: Int, _ distances: PrefixCode) -> Bool {
        guard code < Self.lengthBase.count, let more = bits(Self.lengthExtra[code]),
            let place = next(distances), place < Self.distanceBase.count,
            let back = bits(place < 2 ? 0 : place / 2 - 1)
        else { return false }
        let distance = Self.distanceBase[place] + back
        guard distance <= output.count else { return false }
        for _ in 0..<min(Self.lengthBase[code] + more, limit - output.count) {
            output.append(output[output.count - distance])
        }
        return true
    }

    private mutating func copyDynamic() -> Bool {
        guard let literals = bits(5), let distances = bits(5), let codes = bits(4) else {
            return false
        }
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<codes + 4 {
            guard let length = bits(3) else { return false }
            lengths[Self.order[index]] = length
        }
        let total = literals + 257 + distances + 1
        guard let all = readLengths(total, PrefixCode(lengths)) else { return false }
        return copyCodes(
            PrefixCode(Array(all.prefix(literals + 257))),
            PrefixCode(Array(all.dropFirst(literals + 257))))
    }

    private mutating func readLengths(_ total: Int, _ code: PrefixCode) -> [Int]? {
        var lengths: [Int] = []
        while lengths.count < total {
            guard let symbol = next(code) else { return nil }
            let (value, times): (Int?, Int?) =
                switch symbol {
                case 16: (lengths.last, bits(2).map { $0 + 3 })
                case 17: (0, bits(3).map { $0 + 3 })
                case 18: (0, bits(7).map { $0 + 11 })
                default: (symbol, 1)
                }
            guard let value, let times else { return nil }
            lengths.append(contentsOf: repeatElement(value, count: times))
        }
        return lengths.count == total ? lengths : nil
    }

    private mutating func next(_ prefixCode: PrefixCode) -> Int? {
        var (code, first, index) = (0, 0, 0)
        for count in prefixCode.counts {
            guard let bit = bits(1) else { return nil }
            code |= bit
            if code - count < first { return prefixCode.symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    private static let lengthBase = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let lengthExtra = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBase = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ]
    private static let fixedLiterals = PrefixCode(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = PrefixCode([Int](repeating: 5, count: 30))
}

/// A canonical prefix code: how many codes of each length from 1 on, and their symbols in order.
private struct PrefixCode {
    let counts: [Int]
    let symbols: [Int]

    init(_ lengths: [Int]) {
        counts = (1...15).map { length in lengths.count { $0 == length } }
        symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
    }
}
