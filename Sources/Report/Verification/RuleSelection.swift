/// Which rules are asked for: `--select` and `--ignore`.
package struct RuleSelection: Sendable {
    /// Empty for all.
    private let selected: Set<String>
    private let ignored: Set<String>

    /// Rules by id, or by the beginning of it before a star: `gif-*`.
    ///
    /// Throws `Unknown` for what names no rule; with a rule that the profile does not have selected, nothing would be
    /// looked at, whereas there is no harm in ignoring it.
    ///
    /// - Parameter elsewhere: the rules of other profiles.
    package init(
        select: [String] = [], ignore: [String] = [], among known: Set<String>,
        elsewhere: Set<String> = []
    ) throws(Unknown) {
        selected = try Self.resolved(select, known)
        ignored = try Self.resolved(ignore, known.union(elsewhere))
    }

    package struct Unknown: Error, Equatable {
        package let name: String
    }

    package func takes(_ rule: String) -> Bool {
        (selected.isEmpty || selected.contains(rule)) && !ignored.contains(rule)
    }

    /// Whether what was written means a rule: its id, or the beginning of it before a star.
    static func names(_ written: String, _ rule: String) -> Bool {
        written.hasSuffix("*") ? rule.hasPrefix(written.dropLast()) : written == rule
    }

    private static func resolved(
        _ names: [String], _ known: Set<String>
    ) throws(Unknown) -> Set<String> {
        var rules: Set<String> = []
        for name in names {
            let found = known.filter { Self.names(name, $0) }
            guard !found.isEmpty else { throw Unknown(name: name) }
            rules.formUnion(found)
        }
        return rules
    }
}
