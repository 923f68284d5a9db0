/// Text made safe for a page: nothing of a name or a message is ever markup.
enum Markup {
    /// Text that cannot be taken for markup, nor turn the line's direction.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where isInvisible(character):
                escaped += "\\u{\(String(character.value, radix: 16))}"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private static func isInvisible(_ character: Unicode.Scalar) -> Bool {
        switch character.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Joiners belong to emoji and to some scripts; the others turn the line around.
        case .format: character != "\u{200D}" && character != "\u{200C}"
        default: false
        }
    }

    /// A relative reference from the bytes of a path: a name such as `a:b.jpg` must not be taken for a scheme.
    ///
    /// It holds nothing that needs to be escaped.
    static func link(to path: some Sequence<UInt8>) -> String {
        "./" + FileReference.encoded(path)
    }

    /// To so many digits behind the point, without needless zeros.
    static func number(_ value: Double, digits: Int = 3) -> String {
        let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
        let text = "\((value * unit).rounded() / unit)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
