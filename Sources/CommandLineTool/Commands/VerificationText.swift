internal import AttachmentRules
internal import Report

/// The result of `verify` for people: files, each with its findings below it.
struct VerificationText {
    enum Detail { case quiet, usual, verbose }

    let verification: Verification
    let detail: Detail
    let screen: Screen

    private var style: Style { screen.style }

    var text: String {
        let shown = verification.files.filter { detail != .quiet || !$0.compliant }
        var lines = shown.flatMap(lines)
        if detail != .quiet {
            lines += verification.skipped.flatMap { SkippedText.lines($0, width: screen.width) }
        }
        if !lines.isEmpty { lines.append("") }
        lines += sums.flatMap {
            Columns.hanging($0, after: "", at: 0, indent: 0, width: screen.width)
        }
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
        return ["\(label)  \(Console.quoted(verification.shownName(of: file)))"]
            + shown.flatMap { lines($0, ruleWidth: width) }
    }

    private func lines(_ finding: Verification.Finding, ruleWidth: Int) -> [String] {
        let severity = padded(finding.severity.rawValue, 7)
        let message = screen.symbols.spelt(Console.quoted(finding.words))
        let column = 4 + 7 + 2 + ruleWidth + 2
        let isBeside = indent(column) == column
        let rule = style.bold(isBeside ? padded(finding.rule, ruleWidth) : finding.rule)
        if let state = finding.state {
            let why = finding.reason.map { ": \(Console.quoted($0))" } ?? ""
            let lines = beside(
                "    \(severity)  \(rule)", column, "\(message) [\(state.rawValue)\(why)]")
            return lines.map(style.faint)
        }
        let indent = indent(column)
        let gap = String(repeating: " ", count: indent)
        func below(_ text: String) -> [String] {
            Columns.hanging(text, after: gap, at: indent, indent: indent, width: screen.width)
                .map(style.faint)
        }
        var lines = beside("    \(coloured(severity, finding))  \(rule)", column, message)
        if let fix = finding.fix { lines += below("fix: \(fix)") }
        if detail == .verbose, let origin = finding.origin {
            lines += below(Console.quoted(origin))
        }
        return lines
    }

    /// A text beside its label, in a column; below the label if the terminal is too narrow for two columns.
    private func beside(_ label: String, _ column: Int, _ text: String) -> [String] {
        let indent = indent(column)
        func lines(after start: String) -> [String] {
            Columns.hanging(text, after: start, at: indent, indent: indent, width: screen.width)
        }
        return indent == column
            ? lines(after: label + "  ")
            : [label] + lines(after: String(repeating: " ", count: indent))
    }

    /// Where messages begin that are beside the rules in a column.
    private func indent(_ column: Int) -> Int {
        // In less than half of its lines, a message would be a thread down the right side.
        screen.width.map { column * 2 > $0 ? 8 : column } ?? column
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
