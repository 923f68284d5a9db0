internal import AttachmentRules
internal import Preparation
internal import Report

/// The table of a batch's results: a row for each source, and a line of sums.
struct ResultTable {
    private let manifest: Manifest
    private let encodes: [String: Int]

    /// - Parameter encodes: how many each output took, by source.
    init(_ manifest: Manifest, encodes: [String: Int]) {
        self.manifest = manifest
        self.encodes = encodes
    }

    var text: String {
        lines(manifest.assets.map(cells) + manifest.skipped.map(SkippedText.cells)) + "\n\n" + sums
    }

    /// The rows of sources without an attachment alone; empty if there are none.
    var faults: String { lines(manifest.assets.filter { $0.status != .prepared }.map(cells)) }

    private func lines(_ rows: [[String]]) -> String {
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths + [0]).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.count))
            }.joined(separator: "  ")
        }
        return lines.joined(separator: "\n")
    }

    /// Status, action, source, and what came of it.
    private func cells(_ asset: Asset) -> [String] {
        let result: String
        if let attachment = asset.attachment {
            result =
                "→ \(Console.quoted(attachment.file))  (\(Measure.summary(of: attachment, encodes: encodes[asset.source])))"
        } else if let reason = asset.reason {
            result = "\(reason.code.rawValue): \(Console.quoted(reason.message))"
        } else {
            result = ""
        }
        return [
            asset.status.rawValue, asset.action?.rawValue ?? "-", Console.quoted(asset.source),
            result,
        ]
    }

    private var sums: String {
        let summary = manifest.summary
        return
            "\(summary.prepared) prepared, \(summary.rejected) rejected, \(summary.failed) failed; "
            + "\(Measure.bytes(summary.sourceBytes)) in, \(Measure.bytes(summary.outputBytes)) out"
    }
}
