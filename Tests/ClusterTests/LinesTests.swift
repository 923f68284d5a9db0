import Storage
import TestSupport
import Testing

@testable import Cluster

@Suite(.temporaryDirectory) struct LinesTests {
    private func lines(of text: [UInt8]) async throws -> [[UInt8]] {
        let file = try StagedFile(namelessIn: BytePath(TemporaryDirectory.current))
        try file.append(text)
        var lines: [[UInt8]] = []
        for try await line in Lines(file) { lines.append(line) }
        return lines
    }

    @Test func linesComeInTheirOrderWithoutTheirEnds() async throws {
        #expect(
            try await lines(of: Array("a\nbc\n\nd\n".utf8)).map {
                String(decoding: $0, as: UTF8.self)
            }
                == ["a", "bc", "", "d"])
    }

    @Test func emptyFileHasNone() async throws {
        #expect(try await lines(of: []).isEmpty)
    }

    @Test func bytesThatAreNoTextArrive() async throws {
        #expect(try await lines(of: [0xFF, 0x00, 0x0A, 0xE9, 0x0A]) == [[0xFF, 0x00], [0xE9]])
    }

    @Test(arguments: [1, 255, 256, 257, 512])
    func linesOfAnyLengthAreWhole(kilobytes: Int) async throws {
        let whole = (-1...1).map { off in
            (0..<max(0, kilobytes * 1024 + off)).map { UInt8(truncatingIfNeeded: $0) | 0x10 }
        }
        let text = whole.flatMap { $0 + [UInt8(ascii: "\n")] }
        #expect(try await lines(of: text) == whole)
    }
}
