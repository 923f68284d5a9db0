internal import Synchronization

/// The metrics of a program, and their values in Prometheus' text format.
///
/// Names are the program's own: one that Prometheus does not take, or that is taken already, is a fault of it.
package final class MetricRegistry: Sendable {
    private let families = Mutex<[MetricFamily]>([])

    package init() {}

    package func counter(_ name: String, help: String, labels: [String] = []) -> Counter {
        Counter(family: add(MetricFamily(name, help: help, kind: .counter, labels: labels)))
    }

    package func gauge(_ name: String, help: String, labels: [String] = []) -> Gauge {
        Gauge(family: add(MetricFamily(name, help: help, kind: .gauge, labels: labels)))
    }

    /// - Parameter bounds: the upper bounds of the buckets, rising; one without bound comes behind them.
    package func histogram(
        _ name: String, help: String, bounds: [Double], labels: [String] = []
    ) -> Histogram {
        precondition(
            !bounds.isEmpty && zip(bounds, bounds.dropFirst()).allSatisfy(<),
            "the bounds of \(name) do not rise")
        return Histogram(
            family: add(
                MetricFamily(name, help: help, kind: .histogram(bounds), labels: labels)))
    }

    /// What a scraper is answered, families in the order in which they were made.
    package var text: String {
        families.withLock { $0 }.map(\.text).joined()
    }

    /// Of `text`, in HTTP.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private func add(_ family: MetricFamily) -> MetricFamily {
        families.withLock { families in
            precondition(
                !families.contains { $0.name == family.name }, "\(family.name) is there already")
            families.append(family)
        }
        return family
    }
}

/// What only rises, until the program ends.
package struct Counter: Sendable {
    let family: MetricFamily

    /// - Parameter labels: a value for each of the counter's labels.
    package func add(_ amount: Double = 1, _ labels: String...) {
        precondition(amount >= 0, "a counter does not fall")
        family.update(labels) { $0.sum += amount }
    }
}

/// What rises and falls.
package struct Gauge: Sendable {
    let family: MetricFamily

    package func set(_ value: Double, _ labels: String...) {
        family.update(labels) { $0.sum = value }
    }

    package func add(_ amount: Double, _ labels: String...) {
        family.update(labels) { $0.sum += amount }
    }
}

/// How often values were how large, such as the seconds that jobs took.
package struct Histogram: Sendable {
    let family: MetricFamily

    package func observe(_ value: Double, _ labels: String...) {
        family.update(labels) { sample in
            sample.sum += value
            sample.count += 1
            guard let bucket = family.bounds.firstIndex(where: { value <= $0 }) else { return }
            sample.buckets[bucket] += 1
        }
    }
}
