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

    /// What of them lies before the offset.
    func upTo(_ end: Int) -> KeptRanges {
        var before = KeptRanges()
        for range in ranges where range.lowerBound < end {
            before.append(range.clamped(to: 0..<end))
        }
        return before
    }

    /// The kept parts of the bytes, joined, with some bytes in place of others.
    ///
    /// - Parameter patches: in order, each inside a kept part.
    func joined(
        from bytes: [UInt8], patched patches: [Patch] = [], reserving extra: Int = 0
    ) -> [UInt8] {
        var result: [UInt8] = []
        let added = patches.reduce(0) { $0 + $1.bytes.count }
        result.reserveCapacity(byteCount + added + extra)
        var rest = patches[...]
        for range in ranges {
            var at = range.lowerBound
            while let patch = rest.first, patch.range.upperBound <= range.upperBound {
                result.append(contentsOf: bytes[at..<patch.range.lowerBound])
                result.append(contentsOf: patch.bytes)
                at = patch.range.upperBound
                rest.removeFirst()
            }
            result.append(contentsOf: bytes[at..<range.upperBound])
        }
        return result
    }
}

/// Bytes in place of a range of a file's bytes.
struct Patch: Sendable, Equatable {
    let range: Range<Int>
    let bytes: [UInt8]

    init(_ range: Range<Int>, _ bytes: [UInt8]) {
        self.range = range
        self.bytes = bytes
    }
}
