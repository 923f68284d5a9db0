internal import CGLib
internal import Storage

/// GOption's table for a list of options, and the places where it writes what was typed.
///
/// Owns all memory that the table points to; the contexts made of it must not outlive it.
@safe
final class OptionEntries {
    private let options: [Option]
    private let entries: UnsafeMutablePointer<GOptionEntry>
    /// One place an option and one for the other arguments; a pointer, an integer or a double each.
    private let places: UnsafeMutablePointer<Int64>
    private var copies: [UnsafeMutablePointer<CChar>?] = unsafe []

    init(_ options: [Option]) {
        self.options = options
        let count = options.count + 1
        unsafe entries = UnsafeMutablePointer.allocate(capacity: count + 1)
        unsafe entries.initialize(repeating: GOptionEntry(), count: count + 1)
        unsafe places = UnsafeMutablePointer.allocate(capacity: count)
        unsafe places.initialize(repeating: Self.untouched, count: count)
        for (index, option) in options.enumerated() { fill(index, with: option) }
        unsafe places[options.count] = 0
        unsafe entries[options.count].long_name = UnsafePointer(copy(""))
        unsafe entries[options.count].arg = G_OPTION_ARG_FILENAME_ARRAY
        unsafe entries[options.count].arg_data = UnsafeMutableRawPointer(places + options.count)
    }

    deinit {
        for (index, option) in options.enumerated() where option.kind == .text {
            if option.isList {
                unsafe g_strfreev(strings(index))
            } else {
                unsafe g_free(pointer(index))
            }
        }
        unsafe g_strfreev(strings(options.count))
        unsafe copies.forEach { unsafe g_free($0) }
        unsafe places.deallocate()
        unsafe entries.deallocate()
    }

    /// A parser for the table; the caller frees it.
    func context() -> OpaquePointer {
        guard let context = unsafe g_option_context_new(nil) else {
            preconditionFailure("GLib ends the program when memory is out")
        }
        // Its help would be in its own form.
        unsafe g_option_context_set_help_enabled(context, 0)
        unsafe g_option_context_add_main_entries(context, entries, nil)
        return unsafe context
    }

    /// What a parser of this table has read.
    func typed() -> TypedOptions {
        var typed = TypedOptions()
        for (index, option) in options.enumerated() {
            typed.values[option.name] = option.isList ? list(index) : value(index, option.kind)
        }
        typed.arguments = words(options.count)
        return typed
    }

    /// Nobody types this number: an option whose place still holds it was not given.
    private static let untouched = Int64.min + 0x7075_7368

    private func value(_ index: Int, _ kind: Option.Kind) -> TypedOptions.Value? {
        let place = unsafe places[index]
        switch kind {
        case .flag: return place == 0 ? nil : .flag
        case .text: return unsafe pointer(index).map { .text(unsafe Self.bytes($0)) }
        case .integer: return place == Self.untouched ? nil : .integer(place)
        case .real:
            return place == Self.untouched
                ? nil : .real(Double(bitPattern: UInt64(bitPattern: place)))
        }
    }

    private func fill(_ index: Int, with option: Option) {
        unsafe entries[index].long_name = UnsafePointer(copy(option.name))
        unsafe entries[index].short_name = gchar(option.short?.asciiValue ?? 0)
        unsafe entries[index].arg_data = UnsafeMutableRawPointer(places + index)
        switch option.kind {
        case .flag:
            unsafe places[index] = 0
            unsafe entries[index].arg = G_OPTION_ARG_NONE
        case .text:
            unsafe places[index] = 0
            // Not a string: GLib would want it in the locale's encoding.
            unsafe entries[index].arg =
                option.isList ? G_OPTION_ARG_FILENAME_ARRAY : G_OPTION_ARG_FILENAME
        case .integer: unsafe entries[index].arg = G_OPTION_ARG_INT64
        case .real: unsafe entries[index].arg = G_OPTION_ARG_DOUBLE
        }
    }

    private func copy(_ text: String) -> UnsafeMutablePointer<CChar>? {
        let copy = unsafe g_strdup(text)
        unsafe copies.append(copy)
        return unsafe copy
    }

    private func pointer(_ index: Int) -> UnsafeMutablePointer<CChar>? {
        unsafe UnsafeMutablePointer(bitPattern: Int(places[index]))
    }

    private func strings(_ index: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        unsafe UnsafeMutablePointer(bitPattern: Int(places[index]))
    }

    private func words(_ index: Int) -> [BytePath] {
        var words: [BytePath] = []
        var next = unsafe strings(index)
        while let pointer = unsafe next, let word = unsafe pointer.pointee {
            words.append(unsafe Self.bytes(word))
            unsafe next = pointer + 1
        }
        return words
    }

    /// Several of them are one with commas between.
    private func list(_ index: Int) -> TypedOptions.Value? {
        let words = words(index)
        guard !words.isEmpty else { return nil }
        let comma = [UInt8(ascii: ",")]
        return .text(BytePath(bytes: Array(words.map(\.bytes).joined(separator: comma))))
    }

    private static func bytes(_ string: UnsafePointer<CChar>) -> BytePath {
        unsafe BytePath(bytes: Array(UnsafeRawBufferPointer(start: string, count: strlen(string))))
    }
}
