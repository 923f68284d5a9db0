internal import CGLib
internal import Storage

/// An option that a command takes.
struct Option: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case flag
        /// Takes any bytes, a path for example.
        case text
        case integer
        case real
    }

    var name: String
    var short: Character?
    var kind: Kind
    /// What stands for the value in the help, such as `DIR`.
    var placeholder: String?
    var help: String

    static func flag(_ name: String, _ short: Character? = nil, help: String) -> Option {
        Option(name: name, short: short, kind: .flag, placeholder: nil, help: help)
    }

    static func value(
        _ name: String, _ short: Character? = nil, _ placeholder: String, kind: Kind = .text,
        help: String
    ) -> Option {
        Option(name: name, short: short, kind: kind, placeholder: placeholder, help: help)
    }
}

/// What was typed: values by option name, and the arguments that are no options.
struct TypedOptions: Sendable, Equatable {
    enum Value: Sendable, Equatable {
        case flag
        case text(BytePath)
        case integer(Int64)
        case real(Double)
    }

    var values: [String: Value] = [:]
    var arguments: [BytePath] = []

    func has(_ name: String) -> Bool { values[name] != nil }

    func text(_ name: String) -> BytePath? {
        guard case .text(let text) = values[name] else { return nil }
        return text
    }

    func integer(_ name: String) -> Int64? {
        guard case .integer(let integer) = values[name] else { return nil }
        return integer
    }

    func real(_ name: String) -> Double? {
        guard case .real(let real) = values[name] else { return nil }
        return real
    }
}

/// A command line that makes no sense; the message says why.
struct UsageError: Error, Equatable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// Parses a command's arguments with GLib's GOption, and makes its help.
struct OptionParser {
    /// After the program's name, such as `prepare SOURCE... --out DIR`.
    var usage: String
    var summary: String
    var options: [Option]

    /// Splits arguments into options and others; after `--` everything is an argument.
    func parse(_ arguments: [BytePath]) throws(UsageError) -> TypedOptions {
        let entries = OptionEntries(options)
        let context = unsafe entries.context(usage: usage, summary: summary)
        defer { unsafe g_option_context_free(context) }
        var vector = unsafe Self.vector(of: arguments)
        defer { unsafe g_strfreev(vector) }
        var error: UnsafeMutablePointer<GError>?
        guard unsafe g_option_context_parse_strv(context, &vector, &error) != 0 else {
            defer { unsafe g_error_free(error) }
            let message = unsafe error.map { unsafe String(cString: $0.pointee.message) }
            throw UsageError(message ?? "the options cannot be read")
        }
        return entries.typed()
    }

    var help: String {
        let entries = OptionEntries(options)
        let context = unsafe entries.context(usage: usage, summary: summary)
        defer { unsafe g_option_context_free(context) }
        guard let text = unsafe g_option_context_get_help(context, 1, nil) else { return "" }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }

    /// The arguments as GLib's own null-terminated vector, the program's name first.
    private static func vector(
        of arguments: [BytePath]
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        let all = [BytePath("pushmedia")] + arguments
        let size = unsafe MemoryLayout<UnsafeMutablePointer<CChar>?>.size * (all.count + 1)
        let vector = unsafe g_malloc0(gsize(size))?.bindMemory(
            to: UnsafeMutablePointer<CChar>?.self, capacity: all.count + 1)
        for (index, argument) in all.enumerated() {
            unsafe vector?[index] = unsafe (argument.bytes + [0]).withUnsafeBytes { bytes in
                unsafe g_strdup(bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
            }
        }
        return unsafe vector
    }
}
