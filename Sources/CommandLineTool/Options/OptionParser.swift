internal import CGLib
internal import Storage

/// Parses a command's arguments with GLib's GOption.
struct OptionParser {
    var options: [Option]
    /// Names of other commands' options, which somebody may have taken for one of these.
    var elsewhere: [String] = []

    /// Splits arguments into options and others; after `--` everything is an argument.
    ///
    /// What is typed several times of a list is one list; anything else is refused then.
    func parse(_ arguments: [BytePath]) throws(UsageError) -> TypedOptions {
        try TypedSpellings(options).check(arguments)
        let entries = OptionEntries(options)
        let context = unsafe entries.context()
        defer { unsafe g_option_context_free(context) }
        var vector = unsafe Self.vector(of: arguments)
        defer { unsafe g_strfreev(vector) }
        var error: UnsafeMutablePointer<GError>?
        guard unsafe g_option_context_parse_strv(context, &vector, &error) != 0 else {
            defer { unsafe g_error_free(error) }
            throw unsafe usageError(for: error)
        }
        return entries.typed()
    }

    private func usageError(for error: UnsafeMutablePointer<GError>?) -> UsageError {
        guard let error = unsafe error?.pointee else {
            return UsageError("the options cannot be read")
        }
        let message = unsafe String(cString: error.message)
        guard unsafe error.domain == g_option_error_quark(),
            unsafe error.code == Int32(bitPattern: G_OPTION_ERROR_UNKNOWN_OPTION.rawValue)
        else {
            return UsageError(Console.quoted(message.prefix(1).lowercased() + message.dropFirst()))
        }
        // GLib's words for it are `Unknown option` and what was typed, which may hold anything.
        let typed = message.drop { $0 != "-" }
        let name = typed.prefix { $0 != "=" }
        return UsageError(
            "there is no option \(Console.quoted(String(name)))",
            suggestion: Suggestion.line(
                for: String(name), among: options.map { "--\($0.name)" },
                elsewhere: elsewhere.map { "--\($0)" }))
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
