import Testing

@testable import CommandLineTool

@Suite struct ProgressTextTests {
    private let unicode = Symbols(isUnicode: true)

    private var half: ProgressText {
        var text = ProgressText(total: 30, toDo: 20, done: 9)
        text.running = [
            1: .init(name: "logo.gif"), 0: .init(name: "hero.mov", share: 0.43),
        ]
        return text
    }

    @Test func lineTellsShareTimeRateAndLanes() {
        #expect(
            half.line(after: 3, width: 200, unicode)
                == "47 %  19 of 30 files  0:04 left  3.0 files/s  2 lanes: hero.mov 43 %, logo.gif")
    }

    @Test func narrowTerminalGetsWhatMattersMost() {
        #expect(half.line(after: 3, width: 39, unicode) == "47 %  19 of 30 files  0:04 left")
        #expect(half.line(after: 3, width: 25, unicode) == "47 %  19 of 30 files")
        #expect(
            half.line(after: 3, width: 70, unicode)
                == "47 %  19 of 30 files  0:04 left  3.0 files/s  2 lanes: hero.mov 43 %,…")
        for width in 1...120 {
            let ascii = half.line(after: 3, width: width, Symbols(isUnicode: false))
            #expect(Columns.width(of: half.line(after: 3, width: width, unicode)) <= width)
            #expect(ascii.utf8.allSatisfy { $0 < 0x80 } && ascii.count <= max(3, width))
        }
    }

    @Test func namesAreCutByColumnsAndQuoted() {
        var text = ProgressText(total: 1, toDo: 1)
        text.running = [0: .init(name: "夏祭りの写真がここにあります.jpg")]
        #expect(
            text.line(after: 0, width: 79, unicode)
                == "0 %  0 of 1 files  1 lane: 夏祭りの写真…ります.jpg")
        text.running = [0: .init(name: "\u{1B}[2J.jpg")]
        #expect(text.line(after: 0, width: 79, unicode).hasSuffix("1 lane: \\u{1b}[2J.jpg"))
    }

    @Test func slowBatchesAreCountedByTheMinuteAndLongOnesByTheHour() {
        let slow = ProgressText(total: 100, toDo: 100, done: 10)
        #expect(
            slow.line(after: 600, width: 79, unicode)
                == "10 %  10 of 100 files  1:30:00 left  1 files/min")
        let endless = ProgressText(total: .max, toDo: .max, done: 1)
        #expect(endless.line(after: 600, width: 79, unicode).hasSuffix("files  0 files/min"))
        let ready = ProgressText(total: 3, toDo: 0)
        #expect(ready.line(after: 0, width: 79, unicode) == "100 %  3 of 3 files")
    }
}
