package import AttachmentRules
package import Storage

extension Verifier {
    /// One file's verdict.
    package struct Verdict: Sendable {
        package var name: BytePath
        /// Where it lies, or should: with its links resolved, or an address; nil where nobody knows.
        package var path: BytePath?
        package var type: AttachmentType?
        /// By the first bytes; nil where it could not be opened.
        package var sniffed: MediaType?
        /// Nil where it could not be read.
        package var facts: Facts?
        package var bytes: Int64
        /// In hexadecimal; nil where nobody asked for it, or could read the file.
        package var sha256: String?
        /// How long it took to come to it, with the file's way from another machine.
        package var time = Duration.zero
        package var findings: [Finding]
        /// Why nobody could look at it, or not at all of it; nil where everything was seen.
        package var reason: ReasonCode?
        /// Whether all rules were held against it; what was never judged does not comply, whichever rules are
        /// asked for.
        package var isJudged = true

        /// Whether it was looked at no further for a reason that lies here, not in the file.
        package var isGivenUp: Bool {
            switch reason {
            case .timeout, .memory, .crashed, .internal, .unreadable, .tooLarge: true
            default: false
            }
        }

        package var isCompliant: Bool { !findings.contains { $0.severity == .error } }

        package init(
            name: BytePath, path: BytePath? = nil, bytes: Int64 = 0, findings: [Finding] = []
        ) {
            self.name = name
            self.path = path
            self.bytes = bytes
            self.findings = findings
        }
    }
}

extension Verifier.Verdict {
    mutating func note(_ reason: Reason) {
        self.reason = reason.code
        isJudged = false
        let rule = Self.rule(reason.code, isPicture: sniffed?.isPicture ?? false)
        findings = [Finding(rule: rule.rawValue, severity: .error, message: reason.message)]
    }

    /// The rule that a file breaks of which there are no facts.
    private static func rule(_ reason: ReasonCode, isPicture: Bool) -> RuleID {
        switch reason {
        case .unsupported: .type
        case .tooLarge: isPicture ? .pixels : .bytes
        case .noMedia: .noMedia
        case .empty: .empty
        default: .damaged
        }
    }

    /// What to do about one of its findings; nil where the finding's words say it, or nobody knows.
    package func remedy(of finding: Finding, _ profile: Profile) -> String? {
        guard let rule = RuleID(rawValue: finding.rule) else { return nil }
        switch reason {
        case .tooLarge: return RuleID.pixels.remedy
        case .unsupported: return "export it as another kind of file"
        case .unreadable: return "let it be read by whoever runs pushmedia"
        case .timeout where finding.rule == RuleID.damaged.rawValue:
            return "let pushmedia prepare shorten it, or give it more time with --deadline"
        case .memory, .crashed, .internal:
            return "export it again: no decoder came to its end"
        default: return rule == .type ? typeRemedy(profile) : rule.remedy
        }
    }

    private func typeRemedy(_ profile: Profile) -> String? {
        guard let facts, facts.type.exportAdvice == nil, let kind = facts.kind else { return nil }
        if profile.kinds.contains(kind) { return "pushmedia prepare would convert it" }
        guard kind == .animation else { return nil }
        if profile.video != nil { return "pushmedia prepare would make a video of it" }
        return profile.takesStillsAlone ? "pushmedia prepare would publish its first frame" : nil
    }
}
