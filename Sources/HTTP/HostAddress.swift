/// An IPv4 or IPv6 address.
package struct HostAddress: Sendable, Equatable {
    /// 4 or 16, the first of them first.
    package let bytes: [UInt8]

    /// Nil for another number of bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// As it is shown: `192.0.2.1`, or groups of IPv6 with the longest run of zeros left out.
    package var text: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        let texts = groups.map { String($0, radix: 16) }
        guard let gap = Self.longestGap(groups) else { return texts.joined(separator: ":") }
        return texts[..<gap.lowerBound].joined(separator: ":") + "::"
            + texts[gap.upperBound...].joined(separator: ":")
    }

    private static func longestGap(_ groups: [UInt16]) -> Range<Int>? {
        var longest: Range<Int>?
        for start in groups.indices where groups[start] == 0 {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(1, longest?.count ?? 0) { longest = start..<end }
        }
        return longest
    }
}
