internal import Synchronization

/// One metric: a value, or a histogram, for each combination of its labels' values.
final class MetricFamily: Sendable {
    enum Kind: Sendable {
        case counter, gauge
        case histogram([Double])
    }

    /// The value of a counter or gauge is its sum.
    struct Sample {
        var sum = 0.0
        var count = 0
        /// How many values fell into each bucket with a bound, not counting those in the ones before.
        var buckets: [Int]
    }

    let name: String
    let bounds: [Double]
    private let help: String
    private let kind: Kind
    private let labels: [String]
    private let samples: Mutex<[[String]: Sample]>

    init(_ name: String, help: String, kind: Kind, labels: [String]) {
        precondition(Self.isName(name, colons: true), "\(name) is no metric's name")
        precondition(
            labels.allSatisfy {
                Self.isName($0, colons: false) && !$0.hasPrefix("__") && $0 != "le"
            },
            "\(name) has a label with a name that is not allowed")
        self.name = name
        self.help = help
        self.kind = kind
        self.labels = labels
        bounds = if case .histogram(let bounds) = kind { bounds } else { [] }
        // Without labels there is one value from the start, so that its first rise can be seen.
        samples = Mutex(labels.isEmpty ? [[]: Sample(buckets: bounds.map { _ in 0 })] : [:])
    }

    func update(_ values: [String], _ change: (inout Sample) -> Void) {
        precondition(values.count == labels.count, "\(name) has \(labels.count) labels")
        samples.withLock { change(&$0[values, default: Sample(buckets: bounds.map { _ in 0 })]) }
    }

    /// In Prometheus' text format, ordered by the labels' values.
    var text: String {
        let samples = samples.withLock { $0 }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let all = samples.flatMap { lines(of: $0.value, Array(zip(labels, $0.key))) }
        return """
            # HELP \(name) \(MetricText.help(help))
            # TYPE \(name) \(kindName)

            """ + all.map { $0 + "\n" }.joined()
    }

    private var kindName: String {
        switch kind {
        case .counter: "counter"
        case .gauge: "gauge"
        case .histogram: "histogram"
        }
    }

    private func lines(of sample: Sample, _ labels: [(String, String)]) -> [String] {
        guard case .histogram = kind else {
            return [MetricText.line(name, labels, sample.sum)]
        }
        var lines: [String] = []
        // Each bucket counts what is in those before it, too.
        var total = 0
        for (bound, count) in zip(bounds, sample.buckets) {
            total += count
            let bounded = labels + [("le", MetricText.number(bound))]
            lines.append(MetricText.line(name + "_bucket", bounded, Double(total)))
        }
        let unbounded = labels + [("le", "+Inf")]
        return lines + [
            MetricText.line(name + "_bucket", unbounded, Double(sample.count)),
            MetricText.line(name + "_sum", labels, sample.sum),
            MetricText.line(name + "_count", labels, Double(sample.count)),
        ]
    }

    private static func isName(_ name: String, colons: Bool) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
            case UInt8(ascii: ":"): colons
            default: false
            }
        }
    }
}
