/// The parts of a file that cleaning keeps, in order; neighbours are one.
struct KeptRanges: Sendable, Equatable {
    private(set) var ranges: [Range<Int>] = []

    mutating func append(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    var byteCount: Int { ranges.reduce(0) { $0 + $1.count } }

    /// The kept parts of the bytes, joined.
    func joined(from bytes: [UInt8], reserving extra: Int = 0) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(byteCount + extra)
        for range in ranges { result.append(contentsOf: bytes[range]) }
        return result
    }
}
