internal import Storage

/// What GLib lets pass: values of flags, which it drops, and options that are typed twice, of which it takes the last.
///
/// Whoever writes `--allow-private=no` must not get the opposite.
struct TypedSpellings {
    private let long: [String: Option]
    private let short: [Character: Option]

    init(_ options: [Option]) {
        long = Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
        short = Dictionary(options.compactMap { option in option.short.map { ($0, option) } }) {
            first, _ in first
        }
    }

    func check(_ arguments: [BytePath]) throws(UsageError) {
        var typed: Set<String> = []
        var isValueNext = false
        for argument in arguments {
            if isValueNext {
                isValueNext = false
                continue
            }
            if argument == "--" { return }
            let found = options(in: argument.text)
            for option in found.options where option.kind != .flag && !option.isList {
                guard typed.insert(option.name).inserted else {
                    throw UsageError("--\(option.name) is there twice: which one counts?")
                }
            }
            guard let last = found.options.last else { continue }
            if last.kind == .flag, found.hasValue {
                throw UsageError("--\(last.name) takes no value: leave it out, or name it alone")
            }
            isValueNext = last.kind != .flag && !found.hasValue
        }
    }

    /// The options that one argument is, and whether the value of the last one is part of it.
    private func options(in argument: String) -> (options: [Option], hasValue: Bool) {
        if argument.hasPrefix("--") {
            // By scalars, for GLib goes by bytes: an accent after the sign does not change it.
            let typed = argument.unicodeScalars.dropFirst(2)
            let name = typed.prefix { $0 != "=" }
            let option = long[String(name)]
            return (option.map { [$0] } ?? [], typed.count > name.count)
        }
        guard argument.hasPrefix("-") else { return ([], false) }
        var found: [Option] = []
        for (index, letter) in argument.dropFirst().enumerated() {
            guard let option = short[letter] else { return (found, false) }
            found.append(option)
            if option.kind != .flag { return (found, index + 2 < argument.count) }
        }
        return (found, false)
    }
}
