internal import AttachmentRules

/// What is worth telling of a source although an attachment came of it, or will.
enum SourceFindings {
    /// The warnings that the source would get as an attachment; what rendering mends for certain, such as its
    /// type or size, is no news.
    static func of(_ facts: Facts, fileExtension: String, profile: Profile) -> [Finding] {
        RuleBook.findings(for: facts, fileExtension: fileExtension, profile: profile).compactMap {
            var finding = $0
            if let rule = RuleID(rawValue: finding.rule), harmless.contains(rule) {
                finding.severity = .warning
            }
            return finding.severity == .warning ? finding : nil
        }
    }

    /// Errors of an attachment that do no harm in a source: the bytes decide whatever the name says, and
    /// rendering mends the rest without losing anything.
    private static let harmless: Set<RuleID> = [
        .fileExtension, .pngChecksum, .declaredSize, .gifNoTrailer, .gifUnknownBlock,
        .gifFrameOutsideCanvas, .gifFrameEmpty, .gifNoColourTable,
    ]

    /// What is left of a damaged source was published, as `--repair` asks for.
    static let repaired = Finding(
        rule: RuleID.damaged.rawValue, severity: .warning,
        message: "the source is damaged or cut off; what is left of it was published")

    /// Rendering could not use the embedded ICC profile.
    static let profileIgnored = Finding(
        rule: RuleID.colourProfile.rawValue, severity: .warning,
        message: "the embedded ICC profile is wrong or corrupt and was ignored")
}
