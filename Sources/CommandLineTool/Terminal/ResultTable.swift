internal import AttachmentRules
internal import Preparation
internal import Report

/// The table of a batch's results: a row for each source, and the sums.
struct ResultTable {
    private let manifest: Manifest
    private let encodes: [String: Int]
    private let times: BatchTimes?
    private let screen: Screen

    /// - Parameters:
    ///   - encodes: how many each output took, by source.
    ///   - times: nil where nobody has taken them.
    init(
        _ manifest: Manifest, encodes: [String: Int], times: BatchTimes? = nil, for screen: Screen
    ) {
        self.manifest = manifest
        self.encodes = encodes
        self.times = times
        self.screen = screen
    }

    var text: String {
        let rows = shown.map(row) + manifest.skipped.map(row)
        let totals = TotalsTable(manifest, times, for: screen).lines
        let parts = [lines(rows), notBegun, totals.joined(separator: "\n"), sums]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The rows of sources without an attachment alone; empty if there are none.
    var faults: String {
        [lines(shown.filter { $0.status != .prepared }.map(row)), notBegun]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Without those that an interrupted run has not come to: they have nothing to tell apart.
    private var shown: [Asset] { manifest.assets.filter { !isNotBegun($0) } }

    private var notBegun: String {
        let count = manifest.assets.count(where: isNotBegun)
        return count == 0
            ? "" : folded("\(count) not begun: run the same command again to go on")
    }

    /// Who has not followed the run cannot say what had begun.
    private func isNotBegun(_ asset: Asset) -> Bool {
        guard asset.reason?.code == .interrupted, let times else { return false }
        return !times.unfinished.contains(asset.source)
    }

    private func lines(_ rows: [ResultRow]) -> String {
        ResultRows(rows, for: screen).lines.joined(separator: "\n")
    }

    private func row(_ asset: Asset) -> ResultRow {
        var row = ResultRow(
            status: asset.status.rawValue, action: asset.action?.rawValue ?? "-",
            source: Console.quoted(asset.source))
        if let attachment = asset.attachment {
            let summary = Measure.summary(of: attachment, encodes: encodes[asset.source])
            row.output = Console.quoted(attachment.file)
            row.words = screen.symbols.spelt("(\(summary))")
        } else if let reason = asset.reason {
            row.words = "\(reason.code.rawValue): \(Console.quoted(reason.message))"
        }
        return row
    }

    private func row(_ skipped: Skipped) -> ResultRow {
        ResultRow(
            status: "skipped", action: "-", source: Console.quoted(skipped.source),
            words: SkippedText.why(skipped))
    }

    private var sums: String {
        let summary = manifest.summary
        return folded(
            "\(summary.prepared) prepared, \(summary.rejected) rejected, \(summary.failed) failed; "
                + "\(Measure.bytes(summary.sourceBytes)) in, \(Measure.bytes(summary.outputBytes)) out"
        )
    }

    private func folded(_ line: String) -> String {
        Columns.hanging(line, after: "", at: 0, indent: 0, width: screen.width)
            .joined(separator: "\n")
    }
}
