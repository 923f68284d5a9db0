/// How reports refer to a file.
enum FileReference {
    /// A relative reference, percent-encoded, or a `file://` one for an absolute path; an address stays as it is.
    static func uri(of path: String) -> String {
        if path.contains("://") { return path }
        let encoded = encoded(path.utf8)
        return path.hasPrefix("/") ? "file://" + encoded : encoded
    }

    /// Every byte but letters, digits, slashes and `-._~` as `%XX`.
    static func encoded(_ path: some Sequence<UInt8>) -> String {
        path.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
