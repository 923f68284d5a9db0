/// What a folder of attachments can break of what its manifest says.
public enum ManifestRuleID: String, Sendable, CaseIterable {
    case missing = "manifest-missing"
    case changed = "manifest-changed"
    case extra = "manifest-extra"

    public var summary: String {
        switch self {
        case .missing: "every attachment of the manifest is there"
        case .changed: "an attachment is the one of the manifest, byte for byte"
        case .extra: "nothing lies beside the attachments of the manifest"
        }
    }

    public var remedy: String {
        switch self {
        case .missing, .changed: "run pushmedia prepare again, or copy the folder anew"
        case .extra: "take the file away, or let pushmedia prepare make it"
        }
    }

    public func finding(_ message: String) -> Finding {
        Finding(rule: rawValue, severity: .error, message: message)
    }

    public static let rules: [Rule] = allCases.map { id in
        Rule(
            id: id.rawValue, summary: id.summary, basis: .own, source: "PushMedia",
            date: "2026-11", severity: .error, remedy: id.remedy)
    }
}
