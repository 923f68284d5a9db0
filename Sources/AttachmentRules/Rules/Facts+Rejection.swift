extension Facts {
    /// The first finding that no rendering mends, and the code of the reason; nil for none.
    public var rejection: (code: ReasonCode, finding: Finding)? {
        for finding in findings {
            if let code = RuleID(rawValue: finding.rule)?.rejection { return (code, finding) }
        }
        return nil
    }
}
