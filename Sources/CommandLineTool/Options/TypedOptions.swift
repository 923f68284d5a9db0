internal import Storage

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
    /// `did you mean --force?`, where something is near to what was typed.
    var suggestion: String?

    init(_ message: String, suggestion: String? = nil) {
        self.message = message
        self.suggestion = suggestion
    }
}
