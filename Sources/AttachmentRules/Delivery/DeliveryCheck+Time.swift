extension DeliveryCheck {
    /// How long the file took, and how long it takes over networks of the given bandwidths, in megabits a second.
    ///
    /// What it really took is an error beyond iOS's time; what it would take elsewhere is a warning.
    static func downloadTime(
        _ facts: DeliveryFacts, _ bandwidths: [Double], within limit: Double
    ) -> [Finding] {
        let times = bandwidths.sorted().map {
            (bandwidth: $0, seconds: seconds(facts.bytes, over: $0))
        }
        let late = times.filter { $0.seconds > limit }
        let slow = times.filter { $0.seconds > accengageSeconds && $0.seconds <= limit }
        return [
            measured(facts),
            estimated(facts, late, .warning, words(for: limit)),
            estimated(facts, slow, .advice, accengageWords),
        ].compactMap(\.self)
    }

    /// Without what connecting and redirects take.
    public static func seconds(_ bytes: Int64, over megabits: Double) -> Double {
        Double(bytes) * 8 / (megabits * 1_000_000)
    }

    private static let accengageWords = "the \(Int(accengageSeconds)) s that Accengage waits"

    private static func words(for limit: Double) -> String {
        limit < extensionSeconds
            ? "the \(limit.rounded(to: 1)) s that it was given"
            : "the \(Int(extensionSeconds)) s that iOS gives an extension"
    }

    private static func measured(_ facts: DeliveryFacts) -> Finding? {
        let isLate = facts.seconds > extensionSeconds
        guard isLate || facts.seconds > accengageSeconds else { return nil }
        return Finding(
            .downloadTime, isLate ? .error : .advice,
            "it came in \(facts.seconds.rounded(to: 1)) s: more than "
                + (isLate ? words(for: extensionSeconds) : accengageWords))
    }

    private static func estimated(
        _ facts: DeliveryFacts, _ times: [(bandwidth: Double, seconds: Double)],
        _ severity: Severity, _ limit: String
    ) -> Finding? {
        guard !times.isEmpty else { return nil }
        let list = times.map {
            "\($0.seconds.rounded(to: 0)) s at \($0.bandwidth.rounded(to: 3)) Mbit/s"
        }
        return Finding(
            .downloadTime, severity,
            "\(facts.bytes.grouped) bytes take \(list.joined(separator: ", ")): more than \(limit) "
                + "(here it took \(facts.seconds.rounded(to: 1)) s)")
    }
}
