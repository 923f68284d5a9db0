import Testing

@testable import CommandLineTool

@Suite struct ProgressTextTests {
    private let unicode = Symbols(isUnicode: true)

    private var half: ProgressText {
        var text = ProgressText(total: 30, toDo: 20, done: 9, weight: 20, weightDone: 9)
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
        var text = ProgressText(total: 1, toDo: 1, weight: 1)
        text.running = [0: .init(name: "夏祭りの写真がここにあります.jpg")]
        #expect(
            text.line(after: 0, width: 79, unicode)
                == "0 %  0 of 1 files  1 lane: 夏祭りの写真…ります.jpg")
        text.running = [0: .init(name: "\u{1B}[2J.jpg")]
        #expect(text.line(after: 0, width: 79, unicode).hasSuffix("1 lane: \\u{1b}[2J.jpg"))
    }

    @Test func slowBatchesAreCountedByTheMinuteAndLongOnesByTheHour() {
        let slow = ProgressText(total: 100, toDo: 100, done: 10, weight: 100, weightDone: 10)
        #expect(
            slow.line(after: 600, width: 79, unicode)
                == "10 %  10 of 100 files  1:30:00 left  1 files/min")
        let endless = ProgressText(
            total: .max, toDo: .max, done: 1, weight: 1e18, weightDone: 1)
        #expect(endless.line(after: 600, width: 79, unicode).hasSuffix("files  0 files/min"))
        let ready = ProgressText(total: 3, toDo: 0)
        #expect(ready.line(after: 0, width: 79, unicode) == "100 %  3 of 3 files")
    }

    @Test func aHeavyFileIsMoreOfTheWork() {
        var text = ProgressText(total: 11, toDo: 11, done: 1, weight: 20, weightDone: 10)
        #expect(text.line(after: 8, width: 60, unicode).hasPrefix("50 %  1 of 11 files  0:08 left"))
        text.running = [0: .init(name: "b.mov", weight: 5, share: 0.5)]
        #expect(text.line(after: 8, width: 40, unicode).hasPrefix("62 %  1 of 11 files  0:05 left"))
    }

    @Test func theBeginningTellsNoTime() {
        let text = ProgressText(total: 200, toDo: 200, done: 3, weight: 200, weightDone: 3)
        #expect(text.line(after: 2, width: 79, unicode) == "1 %  3 of 200 files  1.5 files/s")
    }
}
