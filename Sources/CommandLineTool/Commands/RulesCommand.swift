internal import AttachmentRules
internal import Report

/// `pushmedia rules`: every rule with its id, limit, source, date and remedy.
struct RulesCommand: Command {
    enum Format: String, CaseIterable { case text, json, markdown }

    static let name = "rules"
    static let summary = "List every rule of a profile with its limit, and where that comes from."
    static let usage = "rules"
    static let options: [Option] = [.profile, .profileFile, .format(Format.allCases)]
    static let arguments = CommandDefinition.Arguments.none

    private let profile: Profile
    private let format: Format

    init(_ typed: TypedOptions) throws(UsageError) {
        guard typed.arguments.isEmpty else { throw UsageError("rules takes no files") }
        profile = try typed.profile()
        format = try typed.choice("format", Format.allCases) ?? .text
    }

    func run() async throws -> ExitCode {
        let rules = RuleCatalogue(for: profile).rules
        switch format {
        case .text:
            let width = Screen.standardOutput.width
            try Console.print(
                rules.flatMap { Self.lines($0, width: width) }.joined(separator: "\n"))
        case .json: try Console.print(JSONText.encoded(rules))
        case .markdown: try Console.print(RuleTable(rules, of: profile).markdown)
        }
        return .success
    }

    static func lines(_ rule: Rule, width: Int?) -> [String] {
        let name = rule.id + (rule.kind.map { " of \($0.rawValue)" } ?? "") + "  "
        let origin = "(\(rule.severity.rawValue), \(rule.basis.rawValue))"
        var lines = [rule.summary]
        if !rule.limit.isEmpty { lines.append("limit: \(rule.limit)") }
        if let profile = rule.profile { lines.append("profile: \(profile)") }
        lines.append("source: \(rule.source), \(rule.date)")
        lines.append("fix: \(rule.remedy)")
        return Columns.hanging(
            origin, after: name, at: Columns.width(of: name), indent: 8, width: width)
            + lines.map(Console.quoted).flatMap {
                Columns.hanging(
                    Symbols.forEnvironment.spelt($0), after: "    ", at: 4, indent: 8, width: width)
            }
    }
}
