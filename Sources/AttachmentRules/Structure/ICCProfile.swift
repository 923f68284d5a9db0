/// What a colour profile calls itself.
enum ICCProfile {
    /// The text of the description tag, of either version; nil where none can be read.
    static func name(_ bytes: [UInt8], in range: Range<Int>) -> String? {
        let start = range.lowerBound
        guard let count = bytes.be32(at: start + 128), start + 132 <= range.upperBound else {
            return nil
        }
        for index in 0..<min(count, 100) {
            let entry = start + 132 + index * 12
            guard entry + 12 <= range.upperBound else { return nil }
            guard bytes.has("desc", at: entry), let offset = bytes.be32(at: entry + 4),
                start + offset + 28 <= range.upperBound
            else { continue }
            return text(bytes, at: start + offset, end: range.upperBound)
        }
        return nil
    }

    private static func text(_ bytes: [UInt8], at start: Int, end: Int) -> String? {
        if bytes.has("desc", at: start), let length = bytes.be32(at: start + 8), length > 1 {
            return printable(bytes.latin1(start + 12..<min(start + 11 + length, start + 92, end)))
        }
        guard bytes.has("mluc", at: start), let length = bytes.be32(at: start + 20),
            let offset = bytes.be32(at: start + 24)
        else { return nil }
        let place = start + offset
        guard place + 2 <= end else { return nil }
        // UTF-16, of which profiles use ASCII.
        let letters = stride(from: place + 1, to: min(place + min(length, 160), end), by: 2)
        return printable(String(decoding: letters.map { bytes[$0] }, as: UTF8.self))
    }

    private static func printable(_ text: String) -> String? {
        let clean = String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7f })
        return clean.isEmpty ? nil : clean
    }
}
