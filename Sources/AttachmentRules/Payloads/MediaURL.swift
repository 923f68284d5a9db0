/// The address from which a device fetches an attachment.
public struct MediaURL: Sendable, Equatable {
    public let text: String
    /// Of its path's last component, in lower case, without the dot; empty where there is none.
    public let fileExtension: String

    /// Why a device fetches nothing from an address.
    public enum Fault: Error, Sendable, Equatable {
        /// No scheme and host: where is it?
        case notAbsolute
        /// App Transport Security holds it back.
        case notEncrypted
        /// The system's loader fetches nothing but files of the web.
        case otherScheme(String)
        /// They would be in every device's hands.
        case credentials
        case host
        /// No device reaches it: this machine's own, or one of a private network.
        case privateHost
        /// It must be percent-encoded.
        case character(Unicode.Scalar)
        /// A percent sign without two hexadecimal digits.
        case percent
    }

    /// Takes what every URL parser reads in the same way.
    public init(_ text: String) throws(Fault) {
        guard let colon = text.firstIndex(of: ":"), Self.isScheme(text[..<colon]) else {
            throw .notAbsolute
        }
        let scheme = text[..<colon].lowercased()
        if scheme == "http" { throw .notEncrypted }
        guard scheme == "https" else { throw .otherScheme(scheme) }
        try Self.checkCharacters(of: text)
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { throw .notAbsolute }
        let location = rest.dropFirst(2)
        let authority = location.prefix { !"/?#".contains($0) }
        if authority.contains("@") { throw .credentials }
        guard Self.isHost(authority) else { throw .host }
        guard !Self.isPrivate(authority) else { throw .privateHost }
        let path = location.dropFirst(authority.count).prefix { !"?#".contains($0) }
        self.text = text
        fileExtension = Self.fileExtension(of: path)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || isDigit($0) || "+-.".utf8.contains($0)
        }
    }

    private static func checkCharacters(of text: String) throws(Fault) {
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if scalar == "%" {
                let digits = scalars[(index + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy(\.properties.isASCIIHexDigit) else {
                    throw .percent
                }
                continue
            }
            guard scalar.isASCII, scalar.value > 0x20, scalar.value != 0x7F,
                !"\"<>\\^`{|}".unicodeScalars.contains(scalar)
            else { throw .character(scalar) }
        }
    }

    /// A name, or an address between brackets; and a port.
    private static func isHost(_ authority: Substring) -> Bool {
        var (host, port) = (authority, Substring())
        if let end = authority.lastIndex(of: ":"), authority.last != "]" {
            (host, port) = (authority[..<end], authority[authority.index(after: end)...])
            guard let number = UInt16(port), number > 0 else { return false }
        }
        if host.first == "[" {
            let inner = host.dropFirst().dropLast()
            return host.last == "]" && inner.contains(":")
                && inner.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        return host.utf8.contains { isLetter($0) || isDigit($0) }
            && host.utf8.allSatisfy { isLetter($0) || isDigit($0) || "-._~".utf8.contains($0) }
    }

    /// As far as the name tells: loopback, RFC 1918, link-local, and names that are never public (RFC 6761, 6762).
    private static func isPrivate(_ authority: Substring) -> Bool {
        if authority.first == "[" {
            let address = authority.dropFirst().prefix { $0 != "]" }.lowercased()
            return address == "::1" || address.hasPrefix("fe80:") || address.hasPrefix("fc")
                || address.hasPrefix("fd")
        }
        let host = authority.prefix { $0 != ":" }.lowercased()
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt8($0) }
        guard numbers.count == 4, parts.count == 4 else {
            let ending = parts.last { !$0.isEmpty } ?? ""
            return ["localhost", "local", "internal", "test", "invalid"].contains(ending)
        }
        switch (numbers[0], numbers[1]) {
        case (0, _), (10, _), (127, _), (172, 16...31), (192, 168), (169, 254): return true
        default: return false
        }
    }

    private static func fileExtension(of path: Substring) -> String {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
