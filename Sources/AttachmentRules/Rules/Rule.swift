/// One checkable requirement, as `pushmedia rules` lists it.
public struct Rule: Codable, Sendable, Equatable {
    /// Stable; findings and ignore lists name it.
    ///
    /// A rule whose limit differs between kinds has one entry for each, all with the same id.
    public let id: String
    /// What the rule is about; nil for every kind.
    public let kind: AttachmentKind?
    /// What is asked, in one line.
    public let summary: String
    /// The limit in words and numbers; empty where the summary says it all.
    public let limit: String
    public let basis: Basis
    /// An address, or `PushMedia`.
    public let source: String
    /// When the source was read: year and month.
    public let date: String
    /// On a stranger's file.
    public let severity: Severity
    /// On an output of PushMedia.
    public let strictSeverity: Severity

    init<Value>(_ id: RuleID, _ kind: AttachmentKind?, _ text: String, _ limit: Limit<Value>) {
        self.id = id.rawValue
        self.kind = kind
        summary = id.summary
        self.limit = text
        basis = limit.basis
        source = limit.source
        date = limit.date
        severity = id.severity
        strictSeverity = id.strictSeverity
    }

    /// A rule without a number in the profile, which may have a page that asks for it all the same.
    init(_ id: RuleID, documentation: String?) {
        let page = id.isDocumented ? documentation : nil
        self.id = id.rawValue
        kind = id.kind
        summary = id.summary
        limit = ""
        basis = page == nil ? .own : .documented
        source = page ?? "PushMedia"
        date = "2026-11"
        severity = id.severity
        strictSeverity = id.strictSeverity
    }

    init(_ advice: Profile.Advice) {
        id = advice.id
        kind = advice.kind
        summary = "within what \(advice.vendor) recommends"
        limit = advice.limits
        basis = .advice
        source = advice.source
        date = advice.date
        severity = .advice
        strictSeverity = .advice
    }
}

extension Profile.Advice {
    /// The limits in words and numbers.
    var limits: String {
        [
            maxBytes.map { "at most \($0.grouped) bytes" },
            minWidth.map { "at least \($0.grouped) pixels wide" },
            maxWidth.map { "at most \($0.grouped) pixels wide" },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
