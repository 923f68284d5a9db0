/// A word as bash and zsh take it, whatever is in it.
enum ShellWord {
    static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                || "-_./".unicodeScalars.contains($0)
        }
        return isPlain && !word.isEmpty ? word : "'\(replaced(word, ["'": "'\\''"]))'"
    }

    /// Each of some characters as something else.
    static func replaced(_ text: String, _ others: [Character: String]) -> String {
        text.map { others[$0] ?? String($0) }.joined()
    }
}
