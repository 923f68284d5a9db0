internal import Glibc

/// What a text is made for: a terminal so wide, or a file or pipe, where nothing is shortened.
struct Screen: Sendable {
    var style: Style
    var symbols: Symbols
    /// In columns; nil where there is no terminal.
    var width: Int?

    /// A file that somebody named: it is read elsewhere, whatever this terminal can show.
    static let file = Screen(
        style: Style(hasColours: false), symbols: Symbols(isUnicode: true), width: nil)

    static var standardOutput: Screen {
        Screen(
            style: .forStandardOutput, symbols: .forEnvironment,
            width: Terminal.width(of: STDOUT_FILENO))
    }
}
