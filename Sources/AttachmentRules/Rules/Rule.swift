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
    /// What to do about it, in one line.
    public let remedy: String
    /// Whose limit it is where several profiles are asked for at once.
    public internal(set) var profile: String?

    init(
        id: String, kind: AttachmentKind? = nil, summary: String, limit: String = "", basis: Basis,
        source: String, date: String, severity: Severity, strictSeverity: Severity? = nil,
        remedy: String, profile: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.summary = summary
        self.limit = limit
        self.basis = basis
        self.source = source
        self.date = date
        self.severity = severity
        self.strictSeverity = strictSeverity ?? severity
        self.remedy = remedy
        self.profile = profile
    }

    /// A rule with a value of the profile's as its limit.
    init<Value>(
        _ id: RuleID, _ kind: AttachmentKind?, _ text: String, _ limit: Limit<Value>
    ) {
        self.init(
            id: id.rawValue, kind: kind, summary: id.summary, limit: text, basis: limit.basis,
            source: limit.source, date: limit.date,
            severity: limit.basis == .advice ? .advice : id.severity,
            strictSeverity: id.strictSeverity, remedy: id.remedy, profile: limit.profile)
    }

    /// A rule without a number in the profile, which may have a page that asks for it all the same.
    init(_ id: RuleID, documentation: String?) {
        let page = id.isDocumented ? documentation : nil
        self.init(
            id: id.rawValue, kind: id.kind, summary: id.summary,
            basis: page == nil ? .own : .documented, source: page ?? "PushMedia", date: "2026-11",
            severity: id.severity, strictSeverity: id.strictSeverity, remedy: id.remedy)
    }

    /// A kind that the profile does not take: what it takes instead has a page, what it does not has none.
    init(refusalOf kind: AttachmentKind, by profile: Profile) {
        let id = RuleID.type
        self.init(
            id: id.rawValue, kind: kind, summary: id.summary, limit: "no \(kind.plural)",
            basis: .own, source: "PushMedia", date: "2026-11", severity: id.severity,
            strictSeverity: id.strictSeverity, remedy: id.remedy,
            profile: profile.refusedBy?[kind.rawValue] ?? profile.name)
    }

    init(_ advice: Profile.Advice) {
        self.init(
            id: advice.id, kind: advice.kind, summary: "within what \(advice.vendor) recommends",
            limit: advice.limits, basis: .advice, source: advice.source, date: advice.date,
            severity: .advice, remedy: advice.remedy, profile: advice.profile)
    }
}
