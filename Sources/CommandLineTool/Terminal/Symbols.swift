/// The signs in the program's own words, or ASCII where the locale has none.
struct Symbols: Sendable, Equatable {
    let isUnicode: Bool

    static var forEnvironment: Symbols { Symbols(variable: Environment.value) }

    init(isUnicode: Bool) {
        self.isUnicode = isUnicode
    }

    /// Where no variable names a locale, as in a container, nothing speaks against UTF-8.
    init(variable: (String) -> String?) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        let name = locale?.lowercased()
        isUnicode = name.map { $0.contains("utf-8") || $0.contains("utf8") } ?? true
    }

    var arrow: String { isUnicode ? "→" : "->" }
    var ellipsis: String { isUnicode ? "…" : "..." }

    /// The program's own words; not for names, which stay what they are.
    func spelt(_ text: String) -> String {
        guard !isUnicode else { return text }
        return text.map { character in
            switch character {
            case "→": "->"
            case "×": "x"
            case "…": "..."
            default: String(character)
            }
        }.joined()
    }
}
