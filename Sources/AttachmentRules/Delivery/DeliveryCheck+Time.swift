extension DeliveryCheck {
    /// How long the file takes over networks of the given bandwidths, in megabits a second.
    static func downloadTime(_ facts: DeliveryFacts, _ bandwidths: [Double]) -> [Finding] {
        let times = bandwidths.sorted().map {
            (bandwidth: $0, seconds: seconds(facts.bytes, over: $0))
        }
        let late = times.filter { $0.seconds > extensionSeconds }
        let slow = times.filter { $0.seconds > accengageSeconds && $0.seconds <= extensionSeconds }
        return [
            finding(
                facts, late, .warning, "the \(Int(extensionSeconds)) s that iOS gives an extension"),
            finding(facts, slow, .advice, "the \(Int(accengageSeconds)) s that Accengage waits"),
        ].compactMap(\.self)
    }

    /// Without what connecting and redirects take.
    static func seconds(_ bytes: Int64, over megabits: Double) -> Double {
        Double(bytes) * 8 / (megabits * 1_000_000)
    }

    private static func finding(
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
