/// Findings of one file, of which a rule broken many times makes one.
struct FindingTally: Sendable {
    private var entries: [(rule: RuleID, message: String, count: Int)] = []

    mutating func add(_ rule: RuleID, _ message: @autoclosure () -> String) {
        if let index = entries.firstIndex(where: { $0.rule == rule }) {
            entries[index].count += 1
        } else {
            entries.append((rule, message(), 1))
        }
    }

    var rules: Set<RuleID> { Set(entries.map(\.rule)) }

    var findings: [Finding] {
        entries.map { entry in
            let more = entry.count > 1 ? " (and \((entry.count - 1).grouped) more)" : ""
            return Finding(entry.rule, entry.message + more)
        }
    }
}
