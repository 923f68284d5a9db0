extension Rule {
    init(_ rule: DeliveryRuleID) {
        self.init(
            id: rule.rawValue, summary: rule.summary, limit: rule.limit,
            basis: rule.isDocumented ? .documented : rule.severity == .advice ? .advice : .own,
            source: rule.source ?? "PushMedia", date: "2026-11", severity: rule.severity,
            remedy: rule.remedy)
    }
}
