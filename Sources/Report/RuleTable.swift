package import AttachmentRules

/// The rules of a profile as a table in Markdown.
package struct RuleTable {
    private let rules: [Rule]
    private let profile: Profile

    package init(_ rules: [Rule], of profile: Profile) {
        self.rules = rules
        self.profile = profile
    }

    package var markdown: String {
        let rows = rules.map { rule in
            let kind = rule.kind.map { " of \($0.rawValue)" } ?? ""
            let limit = rule.limit.isEmpty ? rule.summary : "\(rule.summary): \(rule.limit)"
            let whose = rule.profile.map { "\($0), " } ?? ""
            let cells = [
                "`\(rule.id)`\(kind)", rule.severity.rawValue, Self.escaped(limit),
                "\(whose)\(rule.basis.rawValue): \(Self.link(rule.source)), \(rule.date)",
                Self.escaped(rule.remedy),
            ]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return """
            # Rules of the profile \(Self.escaped(profile.name))

            \(Self.escaped(profile.summary)).

            | rule | severity | what is asked | where it comes from | what to do |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))

            """
    }

    private static func link(_ source: String) -> String {
        let ends: Set<Character> = ["<", ">", "|", " ", "\\"]
        let isPlain = source.hasPrefix("https://") && !source.contains(where: ends.contains)
        return isPlain ? "<\(source)>" : escaped(source)
    }

    /// Text that ends neither the cell nor the line, and is no markup.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "|", "`", "*", "_", "[", "]", "<", ">", "\\": "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control: " "
            default: String(scalar)
            }
        }.joined()
    }
}
