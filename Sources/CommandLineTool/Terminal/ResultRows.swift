/// What a row of the table of results says.
struct ResultRow {
    var status: String
    var action: String
    var source: String
    /// The attachment's name.
    var output: String?
    /// About the attachment, or why there is none.
    var words = ""
}

/// Rows in columns.
///
/// On a terminal, a row that does not fit is folded: names are what files are told apart by, so that only one that
/// fills a whole line of its own loses its middle. In a file or pipe, every row is one line.
struct ResultRows {
    private let rows: [ResultRow]
    private let screen: Screen
    private let statusWidth: Int
    private let actionWidth: Int
    private let sourceWidth: Int

    /// A longer name pushes what follows it aside instead of widening the column for all.
    private static let mostOfColumn = 60
    private static let indent = 4

    init(_ rows: [ResultRow], for screen: Screen) {
        self.rows = rows
        self.screen = screen
        let status = Self.widest(rows.map(\.status))
        let action = Self.widest(rows.map(\.action))
        statusWidth = status
        actionWidth = action
        sourceWidth = Self.sourceWidth(
            rows.map { (Columns.width(of: $0.source), Columns.width(of: Self.result($0, screen))) },
            in: screen.width.map { $0 - status - action - 4 } ?? .max)
    }

    var lines: [String] { rows.flatMap(lines) }

    private func lines(of row: ResultRow) -> [String] {
        let status =
            StatusText.painted(row.status, screen.style)
            + String(repeating: " ", count: statusWidth - Columns.width(of: row.status))
        let start = "\(status)  \(Columns.padded(row.action, to: actionWidth))"
        let source = Columns.padded(row.source, to: sourceWidth)
        let result = Self.result(row, screen)
        let taken = statusWidth + actionWidth + Columns.width(of: source)
        guard let width = screen.width, taken + 6 + Columns.width(of: result) > width else {
            return ["\(start)  \(source)  \(result)"]
        }
        let head = statusWidth + actionWidth + 4 + Columns.width(of: row.source)
        let lines =
            head <= width
            ? ["\(start)  \(row.source)"]
            : ["\(status)  \(row.action)", line(of: row.source, "", Self.indent, width)]
        return lines + folded(row, result, width)
    }

    /// What became of a source, below it.
    private func folded(_ row: ResultRow, _ result: String, _ width: Int) -> [String] {
        guard let output = row.output else { return wrapped(result, Self.indent, width) }
        if Self.indent + Columns.width(of: result) <= width {
            return [String(repeating: " ", count: Self.indent) + result]
        }
        let mark = screen.symbols.arrow + " "
        return [line(of: output, mark, Self.indent, width)]
            + wrapped(row.words, Self.indent + Columns.width(of: mark), width)
    }

    private func wrapped(_ text: String, _ indent: Int, _ width: Int) -> [String] {
        let start = String(repeating: " ", count: indent)
        return Columns.wrapped(text, width: width - indent).map { start + $0 }
    }

    /// A name on a line of its own.
    private func line(of name: String, _ mark: String, _ indent: Int, _ width: Int) -> String {
        let start = String(repeating: " ", count: indent) + mark
        let room = max(1, width - Columns.width(of: start))
        return start + Columns.shortened(name, to: room, mark: screen.symbols.ellipsis)
    }

    private static func result(_ row: ResultRow, _ screen: Screen) -> String {
        row.output.map { "\(screen.symbols.arrow) \($0)  \(row.words)" } ?? row.words
    }

    /// The narrowest column with which most rows are one line, and aligned.
    private static func sourceWidth(
        _ rows: [(source: Int, result: Int)], in room: Int
    ) -> Int {
        var best = (width: 0, count: 0)
        for width in Set(rows.map { min($0.source, mostOfColumn) }).sorted() {
            let count = rows.count { $0.source <= width && $0.result <= room - width - 2 }
            if count > best.count { best = (width, count) }
        }
        return best.width
    }

    private static func widest(_ texts: [String]) -> Int {
        texts.map { Columns.width(of: $0) }.max() ?? 0
    }
}
