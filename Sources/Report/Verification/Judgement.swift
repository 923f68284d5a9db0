package import AttachmentRules
package import Preparation
internal import Storage

/// What counts of the findings, and what is said about them.
package struct Judgement: Sendable {
    package let profile: Profile
    package let catalogue: RuleCatalogue
    package let selection: RuleSelection
    package let baseline: Baseline?
    /// Warnings count, too.
    package let isStrict: Bool

    package init(
        profile: Profile, catalogue: RuleCatalogue, selection: RuleSelection,
        baseline: Baseline? = nil,
        isStrict: Bool = false
    ) {
        self.profile = profile
        self.catalogue = catalogue
        self.selection = selection
        self.baseline = baseline
        self.isStrict = isStrict
    }

    /// - Parameters:
    ///   - path: from the working folder, or an address.
    ///   - suppression: why a rule does not count for this file; nil where it does.
    package func file(
        _ verdict: Verifier.Verdict, path: String, suppression: (_ rule: String) -> String?
    ) -> Verification.File {
        let findings = verdict.findings.filter { selection.takes($0.rule) || !verdict.isJudged }
            .map { finding in
                let reason = suppression(finding.rule)
                let isKnown = baseline?.knows(finding.rule, of: path) ?? false
                // Of what is no attachment, too, it matters who refuses it.
                let kind = verdict.facts?.attachmentType?.kind ?? verdict.facts?.kind
                // That nobody came to its end says nothing of the limit that the rule is about.
                let rule = verdict.isGivenUp ? nil : catalogue.rule(finding.rule, of: kind)
                return Verification.Finding(
                    finding, rule: rule, fix: fix(finding, of: verdict),
                    state: reason != nil ? .suppressed : isKnown ? .known : nil, reason: reason)
            }
        return Verification.File(
            file: verdict.name.text, path: path, type: verdict.type?.uti, bytes: verdict.bytes,
            time: verdict.time, compliant: !findings.contains(where: fails), findings: findings)
    }

    private func fix(_ finding: Finding, of verdict: Verifier.Verdict) -> String? {
        RuleID(rawValue: finding.rule) == nil
            ? catalogue.remedy(of: finding.rule) : verdict.remedy(of: finding, profile)
    }

    /// Whether a file with the finding is not compliant.
    func fails(_ finding: Verification.Finding) -> Bool {
        guard finding.state == nil else { return false }
        return finding.severity == .error || isStrict && finding.severity == .warning
    }
}
