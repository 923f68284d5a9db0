internal import AttachmentRules

/// The frames of a GIF, as JSON has them.
struct FrameRow: Encodable {
    var frame: Int
    /// Where its descriptor begins.
    var byte: Int
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    /// In hundredths of a second, as stored.
    var delay: Int
    var disposal: Int
    var transparentIndex: Int?
    /// In the table that it uses; 0 for none.
    var colours: Int
    var hasLocalTable: Bool
    var isInterlaced: Bool
    var codeSize: Int
    /// Found in the data, and as many as there should be.
    var pixels: Int
    var expectedPixels: Int
    /// The rules that it breaks.
    var findings: [String]

    init(_ frame: GIFStructure.Frame) {
        self.frame = frame.number
        byte = frame.start
        (x, y, width, height) = (frame.x, frame.y, frame.width, frame.height)
        delay = frame.delay
        disposal = frame.disposal
        transparentIndex = frame.transparentIndex
        colours = frame.colours
        hasLocalTable = frame.hasLocalTable
        isInterlaced = frame.isInterlaced
        codeSize = frame.codeSize
        pixels = frame.pixels
        expectedPixels = frame.width.multipliedReportingOverflow(by: frame.height).partialValue
        findings = frame.faults.rules.map(\.rawValue)
    }
}

/// The frames of a GIF as a table for a person.
enum FrameTable {
    private static let maxRows = 50

    private static let titles = [
        "frame", "byte", "x,y", "size", "delay", "disposal", "clear", "colours", "code size",
        "pixels", "findings",
    ]

    /// The first frames, and how many more there are.
    ///
    /// - Parameter count: of all frames, which may be more than the rows.
    static func lines(_ rows: [FrameRow], count: Int) -> [String] {
        let shown = rows.prefix(maxRows)
        var lines = aligned([titles] + shown.map(cells))
        if count > shown.count {
            let listed = rows.count < count ? "\(rows.count)" : "all"
            lines.append("… \(count - shown.count) more; --format json shows \(listed)")
        }
        return lines
    }

    private static func cells(_ row: FrameRow) -> [String] {
        let table = row.colours == 0 ? "none" : row.hasLocalTable ? "local" : "global"
        return [
            "\(row.frame)", "\(row.byte)", "\(row.x),\(row.y)", "\(row.width)×\(row.height)",
            "\(row.delay)", disposal(row.disposal), row.transparentIndex.map { "\($0)" } ?? "-",
            row.colours == 0 ? table : "\(table) \(row.colours)", "\(row.codeSize)",
            "\(row.pixels)/\(row.expectedPixels)", row.findings.joined(separator: ", "),
        ]
    }

    private static func disposal(_ code: Int) -> String {
        switch code {
        case 0: "-"
        case 1: "keep"
        case 2: "background"
        case 3: "previous"
        default: "\(code)"
        }
    }

    /// Columns as wide as their widest cell, on the right but for the last one.
    private static func aligned(_ table: [[String]]) -> [String] {
        let widths = titles.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { cells in
            let columns = zip(cells, widths).dropLast().map { cell, width in
                String(repeating: " ", count: width - cell.count) + cell
            }
            let line = (columns + cells.suffix(1)).joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
