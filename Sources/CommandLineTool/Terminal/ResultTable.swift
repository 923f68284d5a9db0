internal import AttachmentRules
internal import Preparation
internal import Report

/// The table of a batch's results: a row for each source, and the sums.
struct ResultTable {
    private let manifest: Manifest
    private let encodes: [String: Int]
    private let screen: Screen

    /// - Parameter encodes: how many each output took, by source.
    init(_ manifest: Manifest, encodes: [String: Int], for screen: Screen) {
        self.manifest = manifest
        self.encodes = encodes
        self.screen = screen
    }

    /// - Parameter times: nil where nobody has taken them.
    func text(_ times: BatchTimes?) -> String {
        let rows = manifest.assets.map(row) + manifest.skipped.map(row)
        let totals = TotalsTable(manifest, times, for: screen).lines
        let parts = [lines(rows), totals.joined(separator: "\n"), sums]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The rows of sources without an attachment alone; empty if there are none.
    var faults: String { lines(manifest.assets.filter { $0.status != .prepared }.map(row)) }

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
        return
            "\(summary.prepared) prepared, \(summary.rejected) rejected, \(summary.failed) failed; "
            + "\(Measure.bytes(summary.sourceBytes)) in, \(Measure.bytes(summary.outputBytes)) out"
    }
}
