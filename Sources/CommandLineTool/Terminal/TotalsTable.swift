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
        var rows: [(String, String)] = []
        if let size { rows.append(("size", size)) }
        if let times {
            rows.append(("time", Self.words(times)))
            // Of one source, it is the line above.
            for (index, lap) in slowest(times).enumerated() {
                rows.append((index == 0 ? "slowest" : "", lap))
            }
        }
        return rows.map {
            screen.style.faint($0) + String(repeating: " ", count: 7 - $0.count) + "  " + $1
        }
    }

    /// Of the sources that have an attachment; nil if none has.
    private var size: String? {
        let prepared = manifest.assets.filter { $0.attachment != nil }
        let source = prepared.reduce(0) { $0 + $1.sourceBytes }
        let output = prepared.reduce(0) { $0 + ($1.attachment?.bytes ?? 0) }
        guard source > 0 else { return nil }
        let change = Int((100 * Double(abs(source - output)) / Double(source)).rounded())
        let words = change == 0 ? "" : " (\(change) % \(output < source ? "saved" : "more"))"
        return "\(Measure.bytes(source)) \(screen.symbols.arrow) \(Measure.bytes(output))\(words)"
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

    private func slowest(_ times: BatchTimes) -> [String] {
        guard times.finished > 1 else { return [] }
        let seconds = times.slowest.map { Measure.seconds($0.duration / .seconds(1)) }
        let width = seconds.map(\.count).max() ?? 0
        return zip(seconds, times.slowest).map { seconds, lap in
            let time = String(repeating: " ", count: width - seconds.count) + seconds
            let room = screen.width.map { max(8, $0 - width - 11) } ?? .max
            let name = Columns.shortened(
                Console.quoted(lap.source), to: room, mark: screen.symbols.ellipsis)
            return "\(time)  \(name)"
        }
    }
}
