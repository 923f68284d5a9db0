import Testing

@testable import CommandLineTool

@Suite struct ResultRowsTests {
    private let rows = [
        ResultRow(
            status: "prepared", action: "encode", source: "夏祭り/hero.heic",
            output: "夏祭り/hero.jpg", words: "(image, 1024×768, 183.2 kB)"),
        ResultRow(
            status: "prepared", action: "keep", source: "summer/campaign/very-long-name.gif",
            output: "summer/campaign/very-long-name.gif", words: "(animation, 9 frames)"),
        ResultRow(
            status: "rejected", action: "-", source: "b.png", words: "empty: there is nothing in it"
        ),
    ]

    private func lines(_ width: Int?, colours: Bool = false) -> [String] {
        ResultRows(
            rows,
            for: Screen(
                style: Style(hasColours: colours), symbols: Symbols(isUnicode: true), width: width)
        ).lines
    }

    @Test func namesStayWholeInAPipe() {
        #expect(
            lines(nil) == [
                "prepared  encode  夏祭り/hero.heic                    → 夏祭り/hero.jpg  (image, 1024×768, 183.2 kB)",
                "prepared  keep    summer/campaign/very-long-name.gif  → summer/campaign/very-long-name.gif  (animation, 9 frames)",
                "rejected  -       b.png                               empty: there is nothing in it",
            ])
        #expect(lines(200) == lines(nil))
    }

    @Test func namesLoseTheirMiddleOnATerminalThatIsTooNarrow() {
        #expect(
            lines(100) == [
                "prepared  encode  夏祭り/hero.heic             → 夏祭り/hero.jpg  (image, 1024×768, 183.2 kB)",
                "prepared  keep    summer/campai…long-name.gif  → summer/campai…long-name.gif  (animation, 9 frames)",
                "rejected  -       b.png                        empty: there is nothing in it",
            ])
    }

    @Test func rowsGetASecondLineWhereNamesWouldBeUnreadable() {
        #expect(
            lines(60) == [
                "prepared  encode  夏祭り/hero.heic",
                "    → 夏祭り/hero.jpg (image, 1024×768, 183.2 kB)",
                "prepared  keep    summer/campaign/very-long-name.gif",
                "    → summer/campaign/very-long-name.gif (animation, 9",
                "    frames)",
                "rejected  -       b.png",
                "    empty: there is nothing in it",
            ])
    }

    @Test(arguments: 40...140) func noLineIsWrappedByTheTerminal(width: Int) {
        for line in lines(width) { #expect(Columns.width(of: line) <= width) }
    }

    @Test func coloursLeaveTheColumnsWhereTheyAre() {
        let plain = lines(nil, colours: true).map { line in
            line.replacing("\u{1B}[32m", with: "").replacing("\u{1B}[31m", with: "")
                .replacing("\u{1B}[0m", with: "")
        }
        #expect(plain == lines(nil))
        #expect(lines(nil, colours: true)[2].hasPrefix("\u{1B}[31mrejected\u{1B}[0m  -"))
    }
}
