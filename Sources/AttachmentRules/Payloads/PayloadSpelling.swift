/// Keys that are nearly those of APNs, or not where it looks for them.
enum PayloadSpelling {
    private static let apsKeys: Set<String> = [
        "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
        "target-content-id", "interruption-level", "relevance-score", "filter-criteria",
        "stale-date",
        "content-state", "timestamp", "event", "dismissal-date", "attributes-type", "attributes",
        "url-args", "input-push-channel", "input-push-token", "content-changed",
    ]
    /// What nobody means as data of an app's own.
    private static let meantForAPS: Set<String> = [
        "alert", "category", "content-available", "interruption-level", "mutable-content",
        "relevance-score", "target-content-id", "thread-id",
    ]

    /// - Parameter mediaKeys: beside `aps`, whatever they look like.
    static func offences(
        in document: PayloadDocument, mediaKeys: Set<String>
    ) -> [(PayloadRuleID, String)] {
        var offences: [(PayloadRuleID, String)] = []
        let aps = document.aps ?? [:]
        // These are told of as what they are.
        let media = PayloadMediaPlace.misplaced(in: aps, mediaKeys: mediaKeys)
        for key in aps.keys.sorted() where !apsKeys.contains(key) && !media.contains(key) {
            offences.append((.unknownKey, "aps.\(short(key)): " + advice(key, apsKeys)))
        }
        for key in (aps["alert"]?.object ?? [:]).keys.sorted()
        where !PayloadAlert.keys.contains(key) {
            offences.append(
                (.unknownKey, "aps.alert.\(short(key)): " + advice(key, PayloadAlert.keys)))
        }
        for key in document.content.keys.sorted() where !mediaKeys.contains(key) {
            guard let meant = near(key, meantForAPS) else { continue }
            offences.append((.unknownKey, "\(short(key)): \(meant) belongs inside aps"))
        }
        return offences
    }

    private static func advice(_ key: String, _ known: Set<String>) -> String {
        near(key, known).map { "should it be \($0)?" } ?? "APNs has no such key"
    }

    /// The known key that differs in case and separators alone.
    private static func near(_ key: String, _ known: Set<String>) -> String? {
        let letters = bare(key)
        return known.filter { bare($0) == letters }.min()
    }

    private static func bare(_ key: String) -> String {
        key.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }

    private static func short(_ key: String) -> String {
        key.count > 60 ? "\(key.prefix(60))…" : key
    }
}
