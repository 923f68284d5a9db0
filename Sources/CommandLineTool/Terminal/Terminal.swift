internal import Glibc

/// What the terminal can show, as far as the environment and the system say.
enum Terminal {
    /// Whether it knows codes that move the cursor or change colours.
    static func takesCodes(_ variable: (String) -> String? = Environment.value) -> Bool {
        guard let kind = variable("TERM") else { return false }
        return !kind.isEmpty && kind != "dumb"
    }

    /// Columns of the terminal on a stream; nil where there is none, or it does not say.
    static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        let known = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return known ? Int(size.ws_col) : nil
    }
}
