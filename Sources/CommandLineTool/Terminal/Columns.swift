internal import CGLib

/// How many columns of a terminal text takes, and text that takes no more than there are.
enum Columns {
    static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// East Asian wide characters and emoji take two, marks on a letter none.
    static func width(of character: Character) -> Int {
        isEmojiSequence(character)
            ? 2 : character.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        if g_unichar_iszerowidth(scalar.value) != 0 { return 0 }
        return g_unichar_iswide(scalar.value) != 0 ? 2 : 1
    }

    /// Several scalars that are one picture: flags, families, skin tones, and signs shown as emoji.
    private static func isEmojiSequence(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return scalars.dropFirst().contains {
            $0 == "\u{FE0F}" || $0 == "\u{200D}" || $0.properties.isEmojiModifier
                || ("\u{1F1E6}"..."\u{1F1FF}").contains($0)
        }
    }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - Self.width(of: text)))
    }

    /// As much from the beginning as there is room for; what is cut ends with the mark.
    static func cut(_ text: String, to width: Int, mark: String) -> String {
        guard Self.width(of: text) > width else { return text }
        return prefix(of: text, width - Self.width(of: mark)) + mark
    }

    /// Without its middle, so that beginning and extension are still there.
    static func shortened(_ text: String, to width: Int, mark: String) -> String {
        guard Self.width(of: text) > width else { return text }
        let room = width - Self.width(of: mark)
        let end = String(prefix(of: String(text.reversed()), room / 2).reversed())
        return prefix(of: text, room - Self.width(of: end)) + mark + end
    }

    /// Lines of whole words; a word that is too wide has a line of its own.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            let size = Self.width(of: String(word))
            if !line.isEmpty, used + 1 + size > width {
                lines.append(line)
                (line, used) = ("", 0)
            }
            line += line.isEmpty ? word : " " + word
            used += size + (used == 0 ? 0 : 1)
        }
        return lines + [line]
    }

    private static func prefix(of text: String, _ width: Int) -> String {
        var used = 0
        return String(
            text.prefix {
                used += Self.width(of: $0)
                return used <= width
            })
    }
}
