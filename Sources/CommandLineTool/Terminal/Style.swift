internal import Glibc

/// How text looks on a stream: coloured on a terminal that takes colours, as it is elsewhere.
///
/// Colour only repeats what the words say: nothing may be told by it alone.
struct Style: Sendable, Equatable {
    let hasColours: Bool

    static var forStandardOutput: Style {
        Style(isTerminal: isatty(STDOUT_FILENO) == 1, variable: Environment.value)
    }

    static var forStandardError: Style {
        Style(isTerminal: isatty(STDERR_FILENO) == 1, variable: Environment.value)
    }

    init(hasColours: Bool) {
        self.hasColours = hasColours
    }

    /// `NO_COLOR` wins over `CLICOLOR_FORCE` and `FORCE_COLOR`, and these over what the stream is.
    ///
    /// - Parameter variable: the value of an environment variable; nil where it is not set.
    init(isTerminal: Bool, variable: (String) -> String?) {
        if variable("NO_COLOR")?.isEmpty == false {
            hasColours = false
        } else if let forced = Self.forced(variable) {
            hasColours = forced
        } else {
            hasColours =
                isTerminal && variable("CLICOLOR") != "0" && Terminal.takesCodes(variable)
        }
    }

    func error(_ text: String) -> String { coded("31", text) }
    func warning(_ text: String) -> String { coded("33", text) }
    func advice(_ text: String) -> String { coded("36", text) }
    func good(_ text: String) -> String { coded("32", text) }
    func faint(_ text: String) -> String { coded("2", text) }
    func bold(_ text: String) -> String { coded("1", text) }

    /// Text in one of the terminal's own sixteen colours or weights, which its user has chosen to be readable.
    private func coded(_ code: String, _ text: String) -> String {
        hasColours && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    /// Nil where no variable forces colours on or off.
    private static func forced(_ variable: (String) -> String?) -> Bool? {
        if let value = variable("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
        guard let value = variable("FORCE_COLOR"), !value.isEmpty else { return nil }
        return value != "0" && value != "false"
    }
}
