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
    ///
    /// - Parameter taken: columns of the first line that are in use; it is empty if no word fits beside them.
    static func wrapped(_ text: String, width: Int, taken: Int = 0) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = taken
        for word in text.split(separator: " ") {
            let size = Self.width(of: String(word))
            let gap = line.isEmpty ? 0 : 1
            if !line.isEmpty || used > 0, used + gap + size > width {
                lines.append(line)
                (line, used) = (String(word), size)
            } else {
                line += gap == 0 ? word : " " + word
                used += gap + size
            }
        }
        return lines + [line]
    }

    /// A label and its text, which goes on indented where the terminal is too narrow.
    ///
    /// - Parameters:
    ///   - column: where the text begins; the label may hold colours, which take none.
    ///   - width: nil where there is no terminal, and so one line.
    static func hanging(
        _ text: String, after label: String, at column: Int, indent: Int, width: Int?
    ) -> [String] {
        guard let width, column + Self.width(of: text) > width else { return [label + text] }
        let lines = wrapped(text, width: width - indent, taken: column - indent)
        return lines.prefix(1).map { label + $0 }
            + lines.dropFirst().map { String(repeating: " ", count: indent) + $0 }
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
