/// Text as mdoc, the language of man pages, takes it.
enum Roff {
    /// Text whatever it begins with, each sentence on a line of its own.
    static func lines(_ text: String) -> String {
        text.replacing(". ", with: ".\n").split(separator: "\n").map { line in
            let escaped = escaped(String(line))
            return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
        }.joined(separator: "\n")
    }

    /// One argument of a macro, which must not be taken for a macro itself.
    static func argument(_ text: String) -> String {
        "\"\\&\(ShellWord.replaced(escaped(text), ["\"": "\\(dq"]))\""
    }

    private static func escaped(_ text: String) -> String {
        // A hyphen that is typed must not be printed as another sign.
        ShellWord.replaced(
            text, ["\\": "\\e", "-": "\\-", "\n": " ", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"])
    }
}
