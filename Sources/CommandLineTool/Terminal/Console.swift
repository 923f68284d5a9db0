internal import Glibc
internal import Storage

/// The program's output: results on stdout, everything else on stderr.
///
/// A reader that went away, as `head` does, is no reason to fail.
enum Console {
    static func print(_ text: String) throws(StorageError) {
        try print(Array((text.hasSuffix("\n") ? text : text + "\n").utf8))
    }

    static func print(_ bytes: [UInt8]) throws(StorageError) {
        guard write(bytes, to: STDOUT_FILENO) || errno == EPIPE else {
            throw StorageError(operation: "write", path: "standard output", errno: errno)
        }
    }

    /// A reader that goes away is told by the call that writes, not by a signal that ends the program.
    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Writes a result where the user wants it, in place of what is there.
    static func write(_ bytes: [UInt8], toFile path: BytePath) throws(StorageError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let descriptor = unsafe (path.bytes + [0]).withUnsafeBytes { name in
            unsafe open(name.baseAddress!.assumingMemoryBound(to: CChar.self), flags, 0o666)
        }
        guard descriptor >= 0, write(bytes, to: descriptor), close(descriptor) == 0 else {
            throw StorageError(operation: "write", path: path, errno: errno)
        }
    }

    /// One line about something that is wrong.
    static func error(_ line: String) {
        write("pushmedia: \(line)\n", to: STDERR_FILENO)
    }

    /// Text on stderr as it is, for a line that is written over.
    static func status(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    static var isStatusTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Columns of the terminal on stderr; 80 where it does not say.
    static var statusWidth: Int { Terminal.width(of: STDERR_FILENO) ?? 80 }

    /// A name on one line: control characters, and those that turn the direction of a line, are spelt out.
    static func quoted(_ name: String) -> String {
        guard name.unicodeScalars.contains(where: isHidden) else { return name }
        return name.unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\t": "\\t"
            case _ where isHidden(scalar): "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Joiners belong to emoji and to some scripts; the others turn the line around.
        case .format: scalar != "\u{200D}" && scalar != "\u{200C}"
        default: false
        }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        write(Array(text.utf8), to: descriptor)
    }

    /// False, with errno set, if not everything could be written.
    @discardableResult
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let written = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done)
            }
            if written < 0 && errno != EINTR { return false }
            done += max(0, written)
        }
        return true
    }
}
