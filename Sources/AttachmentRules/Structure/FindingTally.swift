/// Findings of one file, of which a rule broken many times makes one.
struct FindingTally: Sendable {
    private struct Entry {
        let rule: RuleID
        /// Of the first time.
        let message: String
        var count = 1
        /// The frames of the next few times, where it is about frames.
        var frames: [Int] = []
    }

    private static let maxNamed = 3
    private var entries: [Entry] = []

    /// - Parameter frame: the number of the frame that breaks the rule, which the message names as well.
    mutating func add(_ rule: RuleID, frame: Int? = nil, _ message: @autoclosure () -> String) {
        guard let index = entries.firstIndex(where: { $0.rule == rule }) else {
            entries.append(Entry(rule: rule, message: message()))
            return
        }
        entries[index].count += 1
        if let frame, entries[index].frames.count < Self.maxNamed {
            entries[index].frames.append(frame)
        }
    }

    var rules: Set<RuleID> { Set(entries.map(\.rule)) }

    var findings: [Finding] {
        entries.map { Finding($0.rule, $0.message + Self.more($0)) }
    }

    /// ` (and 4 more)`, or `; also frames 5, 9, 12 and 4 more`.
    private static func more(_ entry: Entry) -> String {
        let others = entry.count - 1
        guard others > 0 else { return "" }
        guard !entry.frames.isEmpty else { return " (and \(others.grouped) more)" }
        var names = entry.frames.map(\.grouped)
        let unnamed = others - names.count
        if unnamed > 0 { names.append("\(unnamed.grouped) more") }
        let last = names.removeLast()
        let list = names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)"
        return "; also \(others > 1 ? "frames" : "frame") \(list)"
    }
}
