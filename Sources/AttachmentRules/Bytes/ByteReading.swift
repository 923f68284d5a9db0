/// Reading numbers and letters out of bytes that may end anywhere: past the end there is nil.
extension [UInt8] {
    func byte(at offset: Int) -> Int? {
        offset >= 0 && offset < count ? Int(self[offset]) : nil
    }

    /// Big-endian, 2 bytes.
    func be16(at offset: Int) -> Int? { bigEndian(2, at: offset) }
    func be32(at offset: Int) -> Int? { bigEndian(4, at: offset) }
    func le16(at offset: Int) -> Int? { littleEndian(2, at: offset) }
    func le24(at offset: Int) -> Int? { littleEndian(3, at: offset) }
    func le32(at offset: Int) -> Int? { littleEndian(4, at: offset) }

    /// Big-endian, 8 bytes; nil also where it is no size that a file can have.
    func be64(at offset: Int) -> Int64? {
        guard let high = be32(at: offset), let low = be32(at: offset + 4), high < 1 << 31 else {
            return nil
        }
        return Int64(high) << 32 | Int64(low)
    }

    private func bigEndian(_ width: Int, at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - width else { return nil }
        var value = 0
        for index in offset..<offset + width { value = value << 8 | Int(self[index]) }
        return value
    }

    private func littleEndian(_ width: Int, at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - width else { return nil }
        var value = 0
        for index in (offset..<offset + width).reversed() { value = value << 8 | Int(self[index]) }
        return value
    }

    /// Whether these bytes stand at the offset.
    func has(_ pattern: [UInt8], at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count - pattern.count else { return false }
        for (index, byte) in pattern.enumerated() where self[offset + index] != byte {
            return false
        }
        return true
    }

    /// Whether this text stands at the offset.
    func has(_ text: String, at offset: Int = 0) -> Bool {
        let length = text.utf8.count
        guard offset >= 0, offset <= count - length else { return false }
        var index = offset
        for byte in text.utf8 {
            guard self[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// Four letters, each byte as its Latin-1 character; empty past the end.
    func fourLetters(at offset: Int) -> String {
        guard offset >= 0, offset <= count - 4 else { return "" }
        return latin1(offset..<offset + 4)
    }

    /// Each byte as its Latin-1 character; the range must lie within.
    func latin1(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        for index in range { text.append(Unicode.Scalar(self[index])) }
        return String(text)
    }

    /// Where the text first stands within the range, which must lie within.
    func firstIndex(of text: String, in range: Range<Int>) -> Int? {
        let pattern = Array(text.utf8)
        guard let first = pattern.first, range.count >= pattern.count else { return nil }
        for index in range.lowerBound...(range.upperBound - pattern.count)
        where self[index] == first && has(pattern, at: index) {
            return index
        }
        return nil
    }
}
