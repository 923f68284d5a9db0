/// The checksum of PNG chunks.
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1
        }
    }

    /// Of the range, which must lie within the bytes.
    static func checksum(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
        let bytes = bytes.span
        let table = table.span
        var value = UInt32.max
        for index in range {
            value = table[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])] ^ value >> 8
        }
        return ~value
    }
}
