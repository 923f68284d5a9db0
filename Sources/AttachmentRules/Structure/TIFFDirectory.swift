/// The first directory of a TIFF, as a photo's Exif data and raw photos hold it.
struct TIFFDirectory {
    enum Tag: Int {
        case newSubfileType = 0x00fe
        case make = 0x010f
        case orientation = 0x0112
        case subdirectories = 0x014a
        case place = 0x8825
        case dngVersion = 0xc612
    }

    private let bytes: [UInt8]
    private let start: Int
    private let end: Int
    private let isLittle: Bool
    private let offset: Int
    private let count: Int

    /// - Parameters:
    ///   - start: where the byte order mark stands, from which all offsets count.
    ///   - limit: where the data end in the bytes.
    ///   - pointer: of another directory than the first.
    init?(_ bytes: [UInt8], tiffAt start: Int, limit: Int, pointer: Int? = nil) {
        let end = min(limit, bytes.count)
        guard start >= 0, start + 8 <= end else { return nil }
        isLittle = bytes.has("II", at: start)
        guard isLittle || bytes.has("MM", at: start) else { return nil }
        self.bytes = bytes
        self.start = start
        self.end = end
        let little = isLittle
        func read16(_ at: Int) -> Int? { little ? bytes.le16(at: at) : bytes.be16(at: at) }
        func read32(_ at: Int) -> Int? { little ? bytes.le32(at: at) : bytes.be32(at: at) }
        guard read16(start + 2) == 42, let place = pointer ?? read32(start + 4),
            let entries = read16(start + place), start + place + 2 <= end
        else { return nil }
        offset = start + place + 2
        count = min(entries, (end - offset) / 12)
    }

    /// Where the tag's entry stands.
    subscript(tag: Tag) -> Int? {
        for index in 0..<count where read16(offset + index * 12) == tag.rawValue {
            return offset + index * 12
        }
        return nil
    }

    /// The tag's first value, where it is a short or a long number.
    func number(_ tag: Tag) -> Int? {
        guard let entry = self[tag] else { return nil }
        switch read16(entry + 2) {
        case 3: return read16(entry + 8)
        case 4, 13: return read32(entry + 8)
        default: return nil
        }
    }

    /// The directory that the tag points to.
    func directory(_ tag: Tag) -> TIFFDirectory? {
        guard let pointer = number(tag) else { return nil }
        return TIFFDirectory(bytes, tiffAt: start, limit: end, pointer: pointer)
    }

    /// Whether an entry with one of these numbers is there.
    func hasEntry(numbered wanted: ClosedRange<Int>) -> Bool {
        (0..<count).contains { index in
            read16(offset + index * 12).map(wanted.contains) ?? false
        }
    }

    private func read16(_ at: Int) -> Int? {
        guard at + 2 <= end else { return nil }
        return isLittle ? bytes.le16(at: at) : bytes.be16(at: at)
    }

    private func read32(_ at: Int) -> Int? {
        guard at + 4 <= end else { return nil }
        return isLittle ? bytes.le32(at: at) : bytes.be32(at: at)
    }
}
