internal import AttachmentRules
internal import Preparation
internal import Storage

/// The result of `verify` as SARIF 2.1.0.
package struct SARIF {
    private let verification: Verification
    private let judgement: Judgement

    package init(_ verification: Verification, _ judgement: Judgement) {
        self.verification = verification
        self.judgement = judgement
    }

    package func encoded() throws -> [UInt8] {
        let broken = Set(verification.files.flatMap { $0.findings.map(\.rule) })
        var ids: [String] = []
        for rule in judgement.catalogue.rules where broken.contains(rule.id) && ids.last != rule.id
        {
            ids.append(rule.id)
        }
        let places = Dictionary(zip(ids, 0...)) { first, _ in first }
        let driver = SARIFLog.Tool.Driver(
            name: "pushmedia", version: Version.current, rules: ids.compactMap(rule))
        let results = verification.files.flatMap { file in
            file.findings.map { result($0, file, places) }
        }
        let log = SARIFLog(
            runs: [
                SARIFLog.Run(
                    tool: SARIFLog.Tool(driver: driver), invocations: [invocation],
                    results: results)
            ])
        return try JSONText.encoded(log)
    }

    /// What was left out is nobody's finding.
    private var invocation: SARIFLog.Invocation {
        let notifications = verification.skipped.map { skipped in
            SARIFLog.Notification(
                level: "warning",
                message: SARIFLog.Message(
                    text: "\(skipped.source) was left out: \(skipped.words)"))
        }
        return SARIFLog.Invocation(toolExecutionNotifications: notifications)
    }

    private func result(
        _ finding: Verification.Finding, _ file: Verification.File, _ places: [String: Int]
    ) -> SARIFLog.Result {
        let fix = finding.fix.map { " (\($0))" } ?? ""
        let isSuppressed = finding.state == .suppressed
        return SARIFLog.Result(
            ruleId: finding.rule, ruleIndex: places[finding.rule],
            level: Self.level(finding.severity),
            message: SARIFLog.Message(text: finding.words + fix),
            locations: [
                SARIFLog.Location(
                    physicalLocation: .init(
                        artifactLocation: .init(uri: FileReference.uri(of: file.path))))
            ],
            partialFingerprints: [
                "ruleAndPath/v1": SHA256Digest.of(
                    Array("\(finding.rule) \(file.path)".utf8)
                ).hex
            ],
            baselineState: judgement.baseline.map { _ in
                finding.state == .known ? "unchanged" : "new"
            },
            suppressions: isSuppressed ? [.init(justification: finding.reason)] : nil)
    }

    private func rule(_ id: String) -> SARIFLog.Rule? {
        let entries = judgement.catalogue.entries(of: id)
        guard let first = entries.first else { return nil }
        let limits = entries.filter { !$0.limit.isEmpty }.map { entry in
            "\(entry.kind.map { "\($0.rawValue): " } ?? "")\(entry.limit)"
        }
        let whole = ([first.summary] + limits).joined(separator: "; ")
        let isPage = first.source.hasPrefix("https://")
        return SARIFLog.Rule(
            id: id, shortDescription: .init(text: first.summary),
            fullDescription: .init(text: whole), helpUri: isPage ? first.source : nil,
            help: .init(
                text:
                    "\(first.remedy). Source: \(first.source) (\(first.basis.rawValue), \(first.date))"
            ),
            defaultConfiguration: .init(level: Self.level(first.severity)),
            properties: .init(basis: first.basis.rawValue, source: first.source, date: first.date))
    }

    private static func level(_ severity: Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .advice: "note"
        }
    }
}
