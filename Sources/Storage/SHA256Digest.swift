/// A SHA-256 digest.
package struct SHA256Digest: Hashable, Sendable {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Takes the bytes of a digest; nil unless there are 32.
    package init?(bytes: [UInt8]) {
        guard bytes.count == SHA256.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Reads 64 hexadecimal digits.
    package init?(hex: String) {
        // Digits of other scripts have values too, but more than one byte.
        let values = hex.compactMap(\.hexDigitValue)
        guard values.count == 2 * SHA256.byteCount, hex.utf8.count == values.count else {
            return nil
        }
        self.init(
            bytes: stride(from: 0, to: values.count, by: 2).map {
                UInt8(values[$0] << 4 | values[$0 + 1])
            })
    }

    /// The digest as 64 lower-case hexadecimal digits.
    package var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    /// The digest of some bytes.
    package static func of(_ bytes: [UInt8]) -> SHA256Digest {
        var hasher = SHA256()
        hasher.update(bytes)
        return hasher.finish()
    }
}
