package import AttachmentRules

/// Every rule that `verify` can find broken, by id.
package struct RuleCatalogue: Sendable {
    /// In the order of the rule book; a rule with several limits has several entries.
    package let rules: [Rule]
    private let entries: [String: [Rule]]

    /// The rules of a profile, and those of deliveries, payloads and manifests.
    package init(for profile: Profile) {
        rules =
            RuleBook.rules(for: profile) + DeliveryRuleID.rules + PayloadCheck.rules
            + ManifestRuleID.rules
        entries = Dictionary(grouping: rules, by: \.id)
    }

    /// Of all profiles that PushMedia brings along, for settings that hold for several.
    package static let everyID = Set(
        Profile.names.compactMap { try? Profile.named($0) }.flatMap { RuleCatalogue(for: $0).ids }
    ).union(RuleID.allCases.map(\.rawValue))

    package var ids: Set<String> { Set(entries.keys) }

    package func remedy(of id: String) -> String? { entries[id]?.first?.remedy }

    /// The rule with the limit that a file of this kind has.
    func rule(_ id: String, of kind: AttachmentKind?) -> Rule? {
        let found = entries(of: id)
        return found.first { $0.kind == kind } ?? found.first
    }

    /// The entries of a rule, one for each kind that has a limit of its own.
    func entries(of id: String) -> [Rule] { entries[id] ?? [] }
}
