/// The file name in a Content-Disposition.
enum DispositionName {
    /// Nil where it holds none.
    ///
    /// Only the name's end decides, so `filename*` is read as if its bytes were all of ASCII.
    static func of(_ header: String) -> String? {
        var plain: String?
        for (name, value) in parameters(header) where !value.isEmpty {
            if name == "filename*" {
                let text = value.split(separator: "'", omittingEmptySubsequences: false)
                if text.count == 3, !text[2].isEmpty { return lastPart(String(text[2])) }
            }
            if name == "filename", plain == nil { plain = lastPart(value) }
        }
        return plain
    }

    /// A path in it is no more than its last name.
    private static func lastPart(_ text: String) -> String {
        String(text.split { $0 == "/" || $0 == "\\" }.last ?? "")
    }

    /// What follows the first word: names in lower case, values without quotes.
    private static func parameters(_ header: String) -> [(name: String, value: String)] {
        var isQuoted = false
        var isEscaped = false
        var parts: [String] = [""]
        for character in header {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
                continue
            } else if character == "\"" {
                isQuoted.toggle()
                continue
            } else if character == ";", !isQuoted {
                parts.append("")
                continue
            }
            parts[parts.count - 1].append(character)
        }
        return parts.dropFirst().compactMap { part in
            guard let equals = part.firstIndex(of: "=") else { return nil }
            return (trimmed(part[..<equals]).lowercased(), trimmed(part[equals...].dropFirst()))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
