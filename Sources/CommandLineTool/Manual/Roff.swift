/// Text as mdoc, the language of man pages, takes it.
enum Roff {
    /// A line of text, whatever it begins with.
    static func line(_ text: String) -> String {
        let escaped = escaped(text)
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
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
