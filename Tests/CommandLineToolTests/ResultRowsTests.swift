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

    @Test func rowsThatDoNotFitAreFoldedAndTheirNamesStayWhole() {
        #expect(
            lines(100) == [
                "prepared  encode  夏祭り/hero.heic  → 夏祭り/hero.jpg  (image, 1024×768, 183.2 kB)",
                "prepared  keep    summer/campaign/very-long-name.gif",
                "    → summer/campaign/very-long-name.gif  (animation, 9 frames)",
                "rejected  -       b.png             empty: there is nothing in it",
            ])
        #expect(
            lines(60) == [
                "prepared  encode  夏祭り/hero.heic",
                "    → 夏祭り/hero.jpg  (image, 1024×768, 183.2 kB)",
                "prepared  keep    summer/campaign/very-long-name.gif",
                "    → summer/campaign/very-long-name.gif",
                "      (animation, 9 frames)",
                "rejected  -       b.png  empty: there is nothing in it",
            ])
        #expect(
            lines(40) == [
                "prepared  encode  夏祭り/hero.heic",
                "    → 夏祭り/hero.jpg",
                "      (image, 1024×768, 183.2 kB)",
                "prepared  keep",
                "    summer/campaign/very-long-name.gif",
                "    → summer/campaign/very-long-name.gif",
                "      (animation, 9 frames)",
                "rejected  -       b.png",
                "    empty: there is nothing in it",
            ])
    }

    @Test func filesOfSimilarNamesCanBeToldApart() {
        let names = (0..<9).map { "summer-sale-hero-picture-of-the-\($0)-campaign-628.jpg" }
        let screen = Screen(
            style: Style(hasColours: false), symbols: Symbols(isUnicode: true), width: 80)
        let lines = ResultRows(
            names.map {
                ResultRow(
                    status: "prepared", action: "encode", source: $0, output: $0,
                    words: "(image, 1024×768, 183.2 kB)")
            }, for: screen
        ).lines
        for name in names { #expect(lines.count { $0.hasSuffix(name) } == 2) }
    }

    @Test func aNameThatFillsALineLosesItsMiddleOnATerminalAlone() {
        let name = String(repeating: "n", count: 300) + ".gif"
        func lines(_ width: Int?) -> [String] {
            ResultRows(
                [
                    ResultRow(
                        status: "rejected", action: "-", source: name, words: "empty: no bytes"),
                    ResultRow(
                        status: "prepared", action: "keep", source: "a.gif", output: "a.gif",
                        words: "(9 frames)"),
                ],
                for: Screen(
                    style: Style(hasColours: false), symbols: Symbols(isUnicode: true),
                    width: width)
            ).lines
        }
        #expect(
            lines(80) == [
                "rejected  -",
                "    " + String(repeating: "n", count: 38) + "…" + String(repeating: "n", count: 33)
                    + ".gif",
                "    empty: no bytes",
                "prepared  keep  a.gif  → a.gif  (9 frames)",
            ])
        // It does not push the others' columns aside.
        #expect(
            lines(nil) == [
                "rejected  -     \(name)  empty: no bytes",
                "prepared  keep  a.gif  → a.gif  (9 frames)",
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
