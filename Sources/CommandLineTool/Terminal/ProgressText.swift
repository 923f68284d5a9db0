/// How far a batch is, and the line that says so.
struct ProgressText: Sendable {
    /// What a lane works on.
    struct Work: Sendable {
        var name: String
        var weight = 1.0
        /// What is done of it, 0...1.
        var share = 0.0
    }

    var total = 0
    /// Without the files that were ready from an earlier run.
    var toDo = 0
    var done = 0
    /// Of what is to do: how long it may take, in any unit.
    var weight = 0.0
    /// Of what is done.
    var weightDone = 0.0
    /// By lane.
    var running: [Int: Work] = [:]
    private var pace = Pace()

    init(
        total: Int = 0, toDo: Int = 0, done: Int = 0, weight: Double = 0, weightDone: Double = 0
    ) {
        self.total = total
        self.toDo = toDo
        self.done = done
        self.weight = weight
        self.weightDone = weightDone
    }

    /// Now and then, for the time left.
    mutating func note(after elapsed: Double) {
        pace.note(share, after: elapsed)
    }

    /// As much as there is room for, the most important first.
    ///
    /// - Parameter elapsed: seconds since the batch began.
    func line(after elapsed: Double, width: Int, _ symbols: Symbols) -> String {
        var line = "\(percent) %"
        for part in [count] + rates(after: elapsed) {
            guard Columns.width(of: line) + 2 + Columns.width(of: part) <= width else { break }
            line += "  " + part
        }
        let room = width - Columns.width(of: line) - 2
        // Less would not show one name.
        guard !running.isEmpty, room >= 16 else {
            return Columns.cut(line, to: width, mark: symbols.ellipsis)
        }
        return line + "  " + Columns.cut(lanes(symbols), to: room, mark: symbols.ellipsis)
    }

    /// Of the work that is to do, 0...1.
    private var share: Double {
        guard toDo > 0 else { return 1 }
        let done = running.values.reduce(weightDone) { $0 + $1.share * $1.weight }
        return weight > 0 ? max(0, min(1, done / weight)) : 0
    }

    private var percent: Int { Int(100 * share) }

    private var count: String { "\(total - toDo + done) of \(total) files" }

    private func rates(after elapsed: Double) -> [String] {
        // Days are no estimate.
        let left = pace.left(at: share, after: elapsed).flatMap {
            $0 < 360_000 ? "\(Self.clock(Int($0.rounded(.up)))) left" : nil
        }
        let rate = done > 0 && elapsed > 0 ? Self.rate(Double(done) / elapsed) : nil
        return [left, rate].compactMap(\.self)
    }

    private func lanes(_ symbols: Symbols) -> String {
        let works = running.sorted { $0.key < $1.key }.map { _, work in
            let name = Columns.shortened(
                Console.quoted(work.name), to: 24, mark: symbols.ellipsis)
            let percent = Int(100 * max(0, min(1, work.share)))
            return percent > 0 ? "\(name) \(percent) %" : name
        }
        return "\(works.count) \(works.count == 1 ? "lane" : "lanes"): "
            + works.joined(separator: ", ")
    }

    /// A second where that is one or more, else a minute.
    static func rate(_ perSecond: Double) -> String {
        if perSecond >= 100 { return "\(Int(min(perSecond, 1e9))) files/s" }
        return perSecond >= 1
            ? "\((perSecond * 10).rounded() / 10) files/s"
            : "\(Int((perSecond * 60).rounded())) files/min"
    }

    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (minutes, rest) = (seconds / 60, seconds % 60)
        return minutes < 60
            ? "\(minutes):\(two(rest))"
            : "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
    }
}
