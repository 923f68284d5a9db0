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
/// On a terminal, names lose their middle where a row would be wrapped else; where that is not enough, the result
/// gets lines of its own. In a file or pipe, every row is one line with whole names.
struct ResultRows {
    private let rows: [ResultRow]
    private let screen: Screen
    private let statusWidth: Int
    private let actionWidth: Int
    private let sourceWidth: Int
    /// Columns of the longest name that is shown.
    private let mostOfName: Int

    /// With less of a name left, nobody can tell it from another.
    private static let leastOfName = 16
    private static let indent = 4

    init(_ rows: [ResultRow], for screen: Screen) {
        self.rows = rows
        self.screen = screen
        let status = Self.widest(rows.map(\.status))
        let action = Self.widest(rows.map(\.action))
        let most =
            screen.width.map {
                Self.mostOfName(rows, in: $0 - status - action - 4, screen.symbols)
            } ?? .max
        statusWidth = status
        actionWidth = action
        mostOfName = most
        sourceWidth = min(Self.widest(rows.map(\.source)), most)
    }

    var lines: [String] { rows.flatMap(lines) }

    private func lines(of row: ResultRow) -> [String] {
        let status =
            StatusText.painted(row.status, screen.style)
            + String(repeating: " ", count: statusWidth - Columns.width(of: row.status))
        let source = shortened(row.source)
        let start = "\(status)  \(Columns.padded(row.action, to: actionWidth))  "
        let result =
            row.output.map { "\(screen.symbols.arrow) \(shortened($0))  \(row.words)" } ?? row.words
        let taken = statusWidth + actionWidth + sourceWidth + 6 + Columns.width(of: result)
        guard let width = screen.width, taken > width else {
            return [start + Columns.padded(source, to: sourceWidth) + "  " + result]
        }
        let indent = String(repeating: " ", count: Self.indent)
        return [start + source]
            + Columns.wrapped(result, width: width - Self.indent).map { indent + $0 }
    }

    private func shortened(_ name: String) -> String {
        Columns.shortened(name, to: mostOfName, mark: screen.symbols.ellipsis)
    }

    /// What every name can have so that each row with an attachment fits on one line; if nothing does, what a
    /// line of its own holds.
    private static func mostOfName(
        _ rows: [ResultRow], in room: Int, _ symbols: Symbols
    ) -> Int {
        let sources = widest(rows.map(\.source))
        let outputs = rows.compactMap { row in
            row.output.map { (name: Columns.width(of: $0), words: Columns.width(of: row.words)) }
        }
        let longest = max(sources, outputs.map(\.name).max() ?? 0)
        let between = Columns.width(of: symbols.arrow) + 5
        let most = max(leastOfName, min(longest, room))
        return (leastOfName...most).reversed().first { most in
            outputs.allSatisfy {
                min(most, sources) + between + min(most, $0.name) + $0.words <= room
            }
        } ?? max(leastOfName, room)
    }

    private static func widest(_ texts: [String]) -> Int {
        texts.map { Columns.width(of: $0) }.max() ?? 0
    }
}
