internal import AttachmentRules
internal import Preparation

/// The result of `verify` as workflow commands, which GitHub shows beside the files of a change.
///
/// Of "Workflow commands for GitHub Actions", docs.github.com.
package struct GitHubAnnotations {
    private let verification: Verification

    package init(_ verification: Verification) {
        self.verification = verification
    }

    /// A line for each finding that counts, and for each file that was left out.
    package var text: String {
        verification.files.flatMap { file in
            file.findings.filter { $0.state == nil }.map { Self.line($0, file.path) + "\n" }
        }.joined()
            + verification.skipped.map {
                "::warning file=\(Self.property($0.source)),title=skipped::\(Self.data($0.words))\n"
            }.joined()
    }

    private static func line(_ finding: Verification.Finding, _ path: String) -> String {
        let command =
            switch finding.severity {
            case .error: "error"
            case .warning: "warning"
            case .advice: "notice"
            }
        let fix = finding.fix.map { "; \($0)" } ?? ""
        return "::\(command) file=\(property(path)),title=\(property(finding.rule))::"
            + data("\(finding.words)\(fix)\(finding.origin.map { " (\($0))" } ?? "")")
    }

    /// A line cannot be ended, so that no other command begins.
    private static func data(_ text: String) -> String {
        escaped(text, ["%": "%25", "\r": "%0D", "\n": "%0A", "\u{2028}": " ", "\u{2029}": " "])
    }

    private static func property(_ text: String) -> String {
        escaped(data(text), [":": "%3A", ",": "%2C"])
    }

    /// By scalars: a carriage return with a line feed is one character.
    private static func escaped(_ text: String, _ words: [Unicode.Scalar: String]) -> String {
        text.unicodeScalars.map { scalar in
            if let word = words[scalar] { return word }
            let isControl = scalar.properties.generalCategory == .control
            return isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }
}
