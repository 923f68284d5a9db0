/// Counts the pixels in a GIF frame's LZW data, and says whether every code is one.
///
/// Keeps the length of each dictionary entry, not the entry: no pixel is written.
struct LZWCounter {
    enum Fault: Sendable {
        /// The smallest code size is not one of 2...8.
        case codeSize
        /// A code that no entry has.
        case code
        /// The bytes end before the block terminator.
        case end
    }

    struct Result: Sendable {
        var codeSize = 0
        var pixels = 0
        /// The highest colour index that occurs; -1 for none.
        var highestIndex = -1
        /// Behind the block terminator, or the end of the bytes.
        var end: Int
        var fault: Fault?
        /// Where the last sub-block begins, the terminator apart.
        var lastBlock: Int?
    }

    /// The smallest code sizes that there are.
    static let codeSizes = 2...8
    private static let maxCodes = 4096
    private var lengths = [UInt16](repeating: 1, count: maxCodes)

    /// - Parameter start: where the smallest code size stands.
    mutating func count(_ bytes: [UInt8], at start: Int) -> Result {
        var result = Result(end: bytes.count)
        guard start < bytes.count else {
            result.fault = .end
            return result
        }
        result.codeSize = Int(bytes[start])
        if !Self.codeSizes.contains(result.codeSize) {
            result.fault = .codeSize
        } else {
            for code in 0..<1 << result.codeSize { lengths[code] = 1 }
            read(bytes.span, from: start + 1, &result)
        }
        skipRest(bytes.span, from: start + 1, &result)
        return result
    }

    /// The codes up to the end code, the terminator or a fault.
    private mutating func read(_ bytes: Span<UInt8>, from start: Int, _ result: inout Result) {
        let clear = 1 << result.codeSize
        var bits = SubBlockBits(at: start)
        var lengths = self.lengths.mutableSpan
        var (next, width, limit) = (clear + 2, result.codeSize + 1, clear * 2)
        // Of the entry that the code before stands for; 0 after a clear code.
        var previous: UInt16 = 0
        var (pixels, highest) = (0, -1)
        while let code = bits.next(width, bytes), code != clear + 1 {
            if code == clear {
                (next, width, limit) = (clear + 2, result.codeSize + 1, clear * 2)
                previous = 0
                continue
            }
            if code == next && previous > 0 && next < Self.maxCodes {
                lengths[next] = previous + 1
            } else if code >= next {
                result.fault = .code
                break
            }
            let length = lengths[code]
            pixels += Int(length)
            if code < clear { highest = max(highest, code) }
            if previous > 0 && next < Self.maxCodes {
                lengths[next] = previous + 1
                next += 1
                if next == limit && width < 12 {
                    width += 1
                    limit *= 2
                }
            }
            previous = length
        }
        result.pixels = pixels
        result.highestIndex = highest
    }

    /// Sets where the sub-blocks end; those are chained, whatever the codes say.
    private func skipRest(_ bytes: Span<UInt8>, from start: Int, _ result: inout Result) {
        var at = start
        while at < bytes.count {
            let size = Int(bytes[at])
            if size == 0 {
                result.end = at + 1
                return
            }
            result.lastBlock = at
            at += 1 + size
        }
        if result.fault == nil { result.fault = .end }
    }
}

/// The bits of a chain of sub-blocks, least significant first.
private struct SubBlockBits {
    private var at: Int
    /// Bytes left of the current sub-block.
    private var left = 0
    private var hold: UInt32 = 0
    private var held = 0

    init(at start: Int) { at = start }

    /// The next code; nil at the terminator or the end of the bytes.
    @inline(__always)
    mutating func next(_ width: Int, _ bytes: Span<UInt8>) -> Int? {
        while held < width {
            if left == 0 {
                guard at < bytes.count, bytes[at] > 0 else { return nil }
                left = Int(bytes[at])
                at += 1
            }
            guard at < bytes.count else { return nil }
            hold |= UInt32(bytes[at]) << UInt32(held)
            held += 8
            at += 1
            left -= 1
        }
        let code = Int(hold & (1 << UInt32(width) - 1))
        hold >>= UInt32(width)
        held -= width
        return code
    }
}
