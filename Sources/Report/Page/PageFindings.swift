internal import AttachmentRules
internal import Preparation

/// The findings of an asset as the page lists them.
///
/// They are about the source. Of a prepared asset the page says which of them its attachment has not, and what
/// to do about those that it has, too.
struct PageFindings: Sendable {
    private let findings: [Finding]
    private let asset: Asset?

    /// Of a source that was left out.
    init(_ findings: [Finding]) {
        self.findings = findings
        asset = nil
    }

    init(of asset: Asset) {
        findings = asset.findings
        self.asset = asset
    }

    /// Nothing where there are none.
    var html: String {
        guard !findings.isEmpty else { return "" }
        return "<ul class=\"findings\">\(findings.map(item).joined())</ul>\n"
    }

    private func item(_ finding: Finding) -> String {
        let severity = finding.severity.rawValue
        let text =
            "<code>\(Markup.escaped(finding.rule))</code> \(Markup.escaped(finding.message))"
        switch asset.flatMap({ Self.whereabouts(of: finding, in: $0) }) {
        case .sourceAlone?:
            return "<li class=\"\(severity) mended\"><b>in the source only</b> \(text)"
        case .attachment(let rule)?:
            return """
                <li class="\(severity)"><b>\(severity)</b> \(text); the attachment has it, too\
                <p class="remedy">\(Markup.escaped(Self.remedy(of: rule)))</p>
                """
        case nil: return "<li class=\"\(severity)\"><b>\(severity)</b> \(text)"
        }
    }

    // MARK: Where it is found

    private enum Whereabouts {
        case sourceAlone
        /// In the source as well.
        case attachment(RuleID)
    }

    /// Nil where nobody can tell, or where the finding tells what the attachment lacks.
    private static func whereabouts(of finding: Finding, in asset: Asset) -> Whereabouts? {
        guard finding.severity == .warning, let attachment = asset.attachment,
            let rule = RuleID(rawValue: finding.rule)
        else { return nil }
        switch (rule, asset.action) {
        case (.damaged, _), (.duration, _), (.type, _): return nil
        // The attachment is named by its bytes, even where they were kept.
        case (.fileExtension, _): return .sourceAlone
        case (_, .keep?): return .attachment(rule)
        case (.gifSingleFrame, _), (.gifLoopFinite, _), (.gifDecodedMemory, _):
            return attachment.mime == AttachmentType.gif.mime ? .attachment(rule) : nil
        case (.gifColourIndex, .remux?), (.gifFirstFramePartial, .remux?): return .attachment(rule)
        default: return .sourceAlone
        }
    }

    /// PushMedia has done its part.
    private static func remedy(of rule: RuleID) -> String {
        switch rule {
        case .gifColourIndex, .gifFirstFramePartial: "export it again with another program"
        case .gifSingleFrame: "a JPEG or PNG would be smaller"
        case .colourProfile: "export it in sRGB"
        default: rule.remedy
        }
    }
}
