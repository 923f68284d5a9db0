import Testing

@testable import CommandLineTool

@Suite struct ColumnsTests {
    @Test(arguments: [
        ("hero.jpg", 8), ("", 0), ("é", 1), ("e\u{301}", 1), ("夏祭り.jpg", 10), ("ｶﾅ", 2),
        ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("صيف.jpg", 7), ("שָׁלוֹם", 4),
        ("🎉", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇯🇵", 2), ("❤️", 2), ("❤", 1), ("7", 1), ("→×…", 3),
    ])
    func widthIsThatOfATerminal(text: String, width: Int) {
        #expect(Columns.width(of: text) == width)
    }

    @Test func cutTextFitsAndSaysThatItIsCut() {
        #expect(Columns.cut("hero.jpg", to: 8, mark: "…") == "hero.jpg")
        #expect(Columns.cut("hero.jpg", to: 5, mark: "…") == "hero…")
        // A wide character is not cut in two.
        #expect(Columns.cut("夏祭り", to: 4, mark: "…") == "夏…")
        #expect(Columns.cut("👨‍👩‍👧👨‍👩‍👧", to: 3, mark: "…") == "👨‍👩‍👧…")
    }

    @Test func shortenedNameKeepsBothEnds() {
        #expect(Columns.shortened("hero.jpg", to: 8, mark: "…") == "hero.jpg")
        #expect(Columns.shortened("summer-campaign.jpg", to: 10, mark: "…") == "summe….jpg")
        #expect(Columns.shortened("summer-campaign.jpg", to: 10, mark: "...") == "summ...jpg")
        #expect(Columns.shortened("夏祭りの写真.jpg", to: 10, mark: "…") == "夏祭….jpg")
        for width in 0...30 {
            let name = Columns.shortened("夏🎉summer-صيف-campaign.jpg", to: width, mark: "…")
            #expect(Columns.width(of: name) <= max(1, width))
        }
    }

    @Test func wrappedLinesHoldWholeWords() {
        #expect(Columns.wrapped("a bc def", width: 4) == ["a bc", "def"])
        #expect(Columns.wrapped("ab cd", width: 4) == ["ab", "cd"])
        #expect(Columns.wrapped("toolong a", width: 4) == ["toolong", "a"])
        #expect(Columns.wrapped("夏祭 り", width: 5) == ["夏祭", "り"])
        #expect(Columns.wrapped("", width: 4) == [""])
        #expect(Columns.wrapped("a bc def", width: 5, taken: 3) == ["a", "bc", "def"])
        #expect(Columns.wrapped("abc d", width: 5, taken: 3) == ["", "abc d"])
    }

    @Test func hangingTextGoesOnIndentedOnATerminalAlone() {
        func lines(_ width: Int?) -> [String] {
            Columns.hanging("one  two three", after: "fix: ", at: 5, indent: 2, width: width)
        }
        #expect(lines(nil) == ["fix: one  two three"])
        // What fits keeps its spaces.
        #expect(lines(19) == ["fix: one  two three"])
        #expect(lines(16) == ["fix: one two", "  three"])
        #expect(lines(9) == ["fix: one", "  two", "  three"])
    }

    @Test func asciiLocalesGetASCII() {
        func isUnicode(_ variables: [String: String]) -> Bool {
            Symbols { variables[$0] }.isUnicode
        }
        #expect(isUnicode([:]))
        #expect(isUnicode(["LANG": "de_DE.UTF-8"]) && isUnicode(["LANG": "C.utf8"]))
        #expect(!isUnicode(["LANG": "C"]) && !isUnicode(["LC_CTYPE": "ja_JP.SJIS"]))
        #expect(!isUnicode(["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"]))
        #expect(isUnicode(["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"]))
        #expect(Symbols(isUnicode: false).spelt("1×1 → … é") == "1x1 -> ... é")
        #expect(Symbols(isUnicode: true).spelt("1×1 → …") == "1×1 → …")
    }
}
