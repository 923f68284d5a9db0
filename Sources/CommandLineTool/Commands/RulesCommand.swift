internal import AttachmentRules
internal import FoundationEssentials

/// `pushmedia rules`: every rule with its id, limit, source and date.
struct RulesCommand: Command {
    static let name = "rules"
    static let summary = "List every rule of a profile with its limit, and where that comes from."
    static let usage = "rules"
    static let options: [Option] = [.profile, .format(OutputFormat.allCases)]

    private let profile: Profile
    private let format: OutputFormat

    init(_ typed: TypedOptions) throws(UsageError) {
        guard typed.arguments.isEmpty else { throw UsageError("rules takes no files") }
        profile = try typed.profile()
        format = try typed.format()
    }

    func run() async throws -> ExitCode {
        let rules = RuleBook.rules(for: profile)
        switch format {
        case .text: try Console.print(rules.map(Self.text).joined(separator: "\n"))
        case .json: try Console.print(JSONText.encoded(rules))
        }
        return .success
    }

    private static func text(_ rule: Rule) -> String {
        var lines = [
            "\(rule.id)\(rule.kind.map { " of \($0.rawValue)" } ?? "")  (\(rule.severity.rawValue), \(rule.basis.rawValue))"
        ]
        lines.append("    \(rule.summary)")
        if !rule.limit.isEmpty { lines.append("    limit: \(rule.limit)") }
        lines.append("    source: \(rule.source), \(rule.date)")
        return lines.joined(separator: "\n")
    }
}
