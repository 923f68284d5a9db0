/// Text in URLs, as S3's signatures want it: every byte but letters, digits and `-._~` as `%XX`.
enum PercentCoding {
    /// Encodes a key for a path, where slashes stay.
    static func path(_ text: String) -> String {
        encoded(text) { $0.isUnreserved || $0 == UInt8(ascii: "/") }
    }

    /// Encodes a name or value of a query.
    static func query(_ text: String) -> String {
        encoded(text, keeping: \.isUnreserved)
    }

    /// Decodes what a list of the encoding type `url` holds, where `+` is a space.
    ///
    /// A `%` without two hexadecimal digits stays.
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func encoded(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(
            decoding: text.utf8.flatMap { byte in
                isKept(byte)
                    ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// Whether RFC 3986 calls it unreserved.
    var isUnreserved: Bool { isLetterOrDigit || "-._~".utf8.contains(self) }
}
