internal import AttachmentRules
internal import Preparation
internal import Report

/// What a batch has saved, how long it took, and on what.
struct TotalsTable {
    private let manifest: Manifest
    private let times: BatchTimes?
    private let screen: Screen

    init(_ manifest: Manifest, _ times: BatchTimes?, for screen: Screen) {
        self.manifest = manifest
        self.times = times
        self.screen = screen
    }

    var lines: [String] {
        var lines: [String] = []
        if let size { lines += folded(size, after: "size") }
        if let times { lines += folded(Self.words(times), after: "time") + slowest(times) }
        return lines
    }

    private func folded(_ words: String, after name: String) -> [String] {
        Columns.hanging(words, after: label(name), at: 9, indent: 9, width: screen.width)
    }

    private func label(_ name: String) -> String {
        screen.style.faint(name) + String(repeating: " ", count: 9 - name.count)
    }

    /// Of the sources that have an attachment; nil if none has.
    private var size: String? {
        let prepared = manifest.assets.filter { $0.attachment != nil }
        let source = prepared.reduce(0) { $0 + $1.sourceBytes }
        let output = prepared.reduce(0) { $0 + ($1.attachment?.bytes ?? 0) }
        guard source > 0 else { return nil }
        let change = Int((100 * Double(abs(source - output)) / Double(source)).rounded())
        let words = change == 0 ? "" : " (\(change) % \(output < source ? "saved" : "more"))"
        // The last line sums over all sources.
        let whose = prepared.count < manifest.assets.count ? " of what was prepared" : ""
        return "\(Measure.bytes(source)) \(screen.symbols.arrow) \(Measure.bytes(output))"
            + words + whose
    }

    private static func words(_ times: BatchTimes) -> String {
        let seconds = times.elapsed / .seconds(1)
        var words = Measure.seconds(seconds)
        if times.finished > 0, seconds > 0 {
            words += ", \(ProgressText.rate(Double(times.finished) / seconds))"
        }
        if times.ready > 0 { words += "; \(times.ready) ready from an earlier run" }
        return words
    }

    /// Names that do not fit beside their times get lines of their own.
    private func slowest(_ times: BatchTimes) -> [String] {
        // Of one source, it is the line above.
        guard times.finished > 1 else { return [] }
        let seconds = times.slowest.map { Measure.seconds($0.duration / .seconds(1)) }
        let width = seconds.map(\.count).max() ?? 0
        return zip(seconds, times.slowest).enumerated().flatMap { index, row in
            let time = String(repeating: " ", count: width - row.0.count) + row.0
            let start = label(index == 0 ? "slowest" : "") + time
            let name = Console.quoted(row.1.source)
            guard let columns = screen.width, width + 11 + Columns.width(of: name) > columns else {
                return ["\(start)  \(name)"]
            }
            let shown = Columns.shortened(
                name, to: max(1, columns - 4), mark: screen.symbols.ellipsis)
            return [start, "    " + shown]
        }
    }
}
