/// The types and ranges of what APNs takes inside `aps`, beside the alert and `mutable-content`.
enum PayloadTypes {
    static func offences(in aps: [String: JSONValue]) -> [(PayloadRuleID, String)] {
        var offences: [(PayloadRuleID, String)] = []
        for key in ["category", "filter-criteria", "target-content-id", "thread-id"] {
            guard let value = aps[key] else { continue }
            if value.string == nil {
                offences.append((.types, "aps.\(key) is \(value.kind), not a string"))
            }
        }
        if let value = aps["badge"], !value.isCount {
            offences.append((.types, "aps.badge is \(value.shown), not a number from 0 on"))
        }
        if let value = aps["content-available"], value != .integer(1) {
            offences.append((.types, "aps.content-available is \(value.shown), not 1"))
        }
        if let value = aps["interruption-level"] {
            let known = Payload.InterruptionLevel.allCases.map(\.rawValue).sorted()
            if !known.contains(value.string ?? "") {
                offences.append(
                    (
                        .types,
                        "aps.interruption-level is \(value.shown), not one of "
                            + known.joined(separator: ", ")
                    ))
            }
        }
        if let offence = relevance(aps) { offences.append((.types, offence)) }
        if let value = aps["sound"] { offences += PayloadSound.offences(in: value) }
        return offences
    }

    /// A Live Activity has scores of its own.
    private static func relevance(_ aps: [String: JSONValue]) -> String? {
        guard let value = aps["relevance-score"] else { return nil }
        guard let score = value.number else {
            return "aps.relevance-score is \(value.kind), not a number"
        }
        guard aps["content-state"] == nil, !(0...1).contains(score) else { return nil }
        return "aps.relevance-score is \(value.shown), not from 0 to 1"
    }
}

extension JSONValue {
    /// A whole number from 0 on.
    fileprivate var isCount: Bool {
        guard case .integer(let number) = self else { return false }
        return number >= 0
    }
}
