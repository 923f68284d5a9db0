/// What an alert must be for the system to show it, and to run a service extension.
enum PayloadAlert {
    /// Each is words, or the key of words that the app has.
    private static let words = [
        "title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key",
    ]
    private static let lists = ["title-loc-args", "subtitle-loc-args", "loc-args"]
    /// `summary-arg` and its count were for iOS 12 to 14.
    static let keys = Set(words + lists + ["launch-image", "summary-arg", "summary-arg-count"])

    static func offences(in alert: JSONValue?) -> [(PayloadRuleID, String)] {
        switch alert {
        case nil: [(.alert, "there is no alert in aps")]
        case .string(let text):
            Payload.isBlank(text) ? [(.alert, "aps.alert has no words")] : []
        case .object(let members): offences(in: members)
        case let other?: [(.types, "aps.alert is \(other.kind), not a string or an object")]
        }
    }

    private static func offences(in members: [String: JSONValue]) -> [(PayloadRuleID, String)] {
        var offences: [(PayloadRuleID, String)] = []
        // Values of the wrong type are told of as such.
        if !words.contains(where: {
            members[$0].map { $0.string.map(Payload.isBlank) != true } ?? false
        }) {
            offences.append((.alert, "aps.alert has no title, subtitle or body"))
        }
        for key in (words + ["launch-image", "summary-arg"]).sorted() {
            guard let value = members[key], value.string == nil else { continue }
            offences.append((.types, "aps.alert.\(key) is \(value.kind), not a string"))
        }
        for key in lists.sorted() {
            guard let value = members[key] else { continue }
            if case .array(let values) = value, values.allSatisfy({ $0.string != nil }) { continue }
            offences.append((.types, "aps.alert.\(key) is no array of strings"))
        }
        return offences
    }
}

extension Payload {
    /// Whether nothing of a text is seen.
    public static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
            // Fillers of Hangul, variation selectors and their like; and Braille without a dot.
            default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
            }
        }
    }
}
