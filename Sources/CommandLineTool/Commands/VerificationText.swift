internal import AttachmentRules
internal import Report

/// The result of `verify` for people: files, each with its findings below it.
struct VerificationText {
    enum Detail { case quiet, usual, verbose }

    let verification: Verification
    let detail: Detail
    let style: Style

    var text: String {
        let shown = verification.files.filter { detail != .quiet || !$0.compliant }
        var lines = shown.flatMap(lines)
        if detail != .quiet { lines += verification.skipped.map(SkippedText.line) }
        if !lines.isEmpty { lines.append("") }
        lines += sums
        return lines.joined(separator: "\n") + "\n"
    }

    private func lines(_ file: Verification.File) -> [String] {
        let label = file.compliant ? style.good("ok  ") : style.error("FAIL")
        // Those of one severity stay in the order of the rule book.
        let shown = Severity.allCases.flatMap { severity in
            file.findings.filter {
                $0.severity == severity && ($0.state == nil || detail == .verbose)
            }
        }
        let width = shown.map(\.rule.count).max() ?? 0
        return ["\(label)  \(Console.quoted(file.file))"]
            + shown.flatMap { lines($0, ruleWidth: width) }
    }

    private func lines(_ finding: Verification.Finding, ruleWidth: Int) -> [String] {
        let severity = padded(finding.severity.rawValue, 7)
        let rule = style.bold(padded(finding.rule, ruleWidth))
        let whose = finding.profile.map { " (\($0))" } ?? ""
        let message = Console.quoted(finding.message) + whose
        if let state = finding.state {
            let why = finding.reason.map { ": \(Console.quoted($0))" } ?? ""
            return [style.faint("    \(severity)  \(rule)  \(message) [\(state.rawValue)\(why)]")]
        }
        var lines = ["    \(coloured(severity, finding))  \(rule)  \(message)"]
        if let fix = finding.fix {
            let gap = String(repeating: " ", count: 4 + 7 + 2 + ruleWidth + 2)
            lines.append(style.faint("\(gap)fix: \(fix)"))
        }
        if detail == .verbose, let origin = finding.origin {
            let gap = String(repeating: " ", count: 4 + 7 + 2 + ruleWidth + 2)
            lines.append(style.faint("\(gap)\(Console.quoted(origin))"))
        }
        return lines
    }

    private func coloured(_ text: String, _ finding: Verification.Finding) -> String {
        switch finding.severity {
        case .error: style.error(text)
        case .warning: style.warning(text)
        case .advice: style.advice(text)
        }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private var sums: [String] {
        var lines = [
            "\(verification.compliant) compliant, \(verification.failing) not "
                + "(profile \(verification.profile))"
        ]
        let tally = verification.tally
        let counts = [
            (tally.errors, tally.errors == 1 ? "error" : "errors"),
            (tally.warnings, tally.warnings == 1 ? "warning" : "warnings"),
            (tally.advice, "advice"),
            (tally.suppressed, "suppressed"), (tally.known, "known from the baseline"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if !words.isEmpty { lines.append("findings: \(words.joined(separator: ", "))") }
        if verification.ignored > 0 { lines.append(IgnoredText.line(verification.ignored)) }
        return lines
    }
}
