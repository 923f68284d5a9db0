import AttachmentRules
import Foundation
import Testing

/// What is said of a frame that has something wrong with it.
@Suite struct GIFFaultTests {
    typealias Frame = GIFBuilder.Frame

    /// The second frame's fault, the rule that it breaks, and what is said of it.
    struct Fault: CustomTestStringConvertible, Sendable {
        let rule: RuleID
        let frame: Frame
        let words: String
        var testDescription: String { rule.rawValue }
    }

    static let faults = [
        Fault(rule: .gifFrameEmpty, frame: .init(height: 0), words: "is 10×0 pixels"),
        Fault(
            rule: .gifFrameOutsideCanvas, frame: .init(y: 3),
            words: "is 10×8 at 0,3 on a canvas of 10×8"),
        Fault(
            rule: .gifFrameTruncated, frame: .init(pixels: [1, 1, 1]), words: "has 3 of 80 pixels"),
        Fault(
            rule: .gifLZWInvalid, frame: .init(data: GIFBuilder.packed([(4, 3), (1, 3), (7, 3)])),
            words: "has an invalid code after 1 of 80 pixels"),
        Fault(
            rule: .gifLZWInvalid, frame: .init(codeSize: 9, data: [1, 2]),
            words: "has code size 9, not 2 to 8"),
        Fault(
            rule: .gifSurplusPixels, frame: .init(width: 9), words: "has 81 pixels, not 72"),
        Fault(
            rule: .gifColourIndex, frame: .init(localColours: 2),
            words: "uses colour 3 of a table of 2"),
        Fault(
            rule: .gifDelayTooShort, frame: .init(delay: 1),
            words: "lasts 1/100 s, which viewers play as 10/100 s"),
    ]

    private func structure(_ frames: [Frame]) throws -> GIFStructure {
        try #require(GIFStructure(GIFBuilder(frames: frames).bytes))
    }

    @Test(arguments: faults) func faultIsToldWithFrameAndByte(_ fault: Fault) throws {
        var frame = fault.frame
        if fault.rule == .gifSurplusPixels { frame.pixels = [Int](repeating: 1, count: 81) }
        let gif = try structure([Frame(), frame, Frame()])
        #expect(gif.findings.map(\.rule) == [fault.rule.rawValue])
        #expect(
            gif.findings.map(\.message)
                == ["frame 2 (byte \(gif.frames[1].start)) \(fault.words)"])
        #expect(gif.frames.map(\.faults.rules) == [[], [fault.rule], []])
    }

    @Test func frameWithoutColoursIsMarked() throws {
        let gif = try #require(GIFStructure(GIFBuilder(globalColours: 0).bytes))
        #expect(gif.frames.map(\.faults.rules) == [[.gifNoColourTable], [.gifNoColourTable]])
        #expect(gif.findings[0].message.hasSuffix("has no colour table; also frame 2"))
    }

    @Test func firstFrameThatLeavesCanvasEmptyIsFoundAndNoLaterOne() throws {
        let partial = Frame(x: 1, width: 9)
        let gif = try structure([partial, partial])
        #expect(gif.findings.map(\.rule) == ["gif-first-frame-partial"])
        #expect(gif.findings[0].severity == .warning)
        #expect(gif.findings[0].message.contains("is 9×8 at 1,0 on a canvas of 10×8"))
        #expect(try structure([Frame(), partial]).findings.isEmpty)
    }

    @Test(arguments: [
        (1, ""), (2, "; also frame 2"), (3, "; also frames 2 and 3"),
        (4, "; also frames 2, 3 and 4"), (5, "; also frames 2, 3, 4 and 1 more"),
        (1_205, "; also frames 2, 3, 4 and 1,201 more"),
    ]) func oneFindingNamesTheFirstFramesOfMany(_ count: Int, _ more: String) throws {
        let gif = try structure(
            [Frame](repeating: .init(width: 1, height: 1, delay: 0, pixels: [0, 0]), count: count))
        let message = try #require(gif.findings.first { $0.rule == "gif-surplus-pixels" }?.message)
        #expect(message.hasPrefix("frame 1 (byte "))
        #expect(message.hasSuffix("has 2 pixels, not 1\(more)"))
    }

    @Test func frameCutOffInItsHeaderIsToldWithItsByte() throws {
        let whole = GIFBuilder().bytes
        let last = try #require(GIFStructure(whole)).frames[1].start
        let gif = try #require(GIFStructure(Array(whole.prefix(last + 6))))
        #expect(gif.frameCount == 1)
        #expect(
            gif.findings.map(\.message).contains(
                "frame 2 (byte \(last)) is cut off before its first pixel"))
    }

    // What decoders agree on.

    private static let pixels = (0..<80).map { $0 * ($0 + 1) / 2 % 4 }

    private func rules(_ data: [UInt8]) throws -> [RuleID] {
        try structure([Frame(), Frame(data: data), Frame()]).frames[1].faults.rules
    }

    /// The pixels with a clear code before each, so that all codes have three bits.
    private static let cleared = pixels.flatMap { [(code: 4, width: 3), (code: $0, width: 3)] }

    @Test func codesBeforeAnyClearCodeAreTaken() throws {
        #expect(try rules(GIFBuilder.packed(Self.cleared.dropFirst() + [(5, 3)])) == [])
        #expect(try rules(GIFBuilder.packed([(7, 3)])) == [.gifLZWInvalid])
    }

    @Test func dataBehindTheEndCodeDoNotMatter() throws {
        let data = GIFBuilder.lzw(Self.pixels, codeSize: 2)
        #expect(try rules(data + [UInt8](repeating: 0xff, count: 700)) == [])
    }

    @Test func missingEndCodeDoesNotMatter() throws {
        #expect(try rules(GIFBuilder.packed(Self.cleared)) == [])
    }

    @Test func invalidCodeBehindTheLastPixelIsSurplus() throws {
        let gif = try structure([
            Frame(), Frame(data: GIFBuilder.packed(Self.cleared + [(7, 3)])),
        ])
        #expect(gif.findings.map(\.rule) == ["gif-surplus-pixels"])
        #expect(gif.findings[0].message.hasSuffix("has an invalid code behind its last pixel"))
    }

    @Test func fullTableMayBeKept() throws {
        var random = SplitMix(seed: 4)
        let pixels = (0..<200 * 200).map { _ in Int.random(in: 0..<4, using: &random) }
        let frame = Frame(
            width: 200, height: 200, pixels: pixels,
            data: GIFBuilder.lzw(pixels, codeSize: 2, clearsWhenFull: false))
        let gif = try #require(
            GIFStructure(GIFBuilder(width: 200, height: 200, frames: [frame, frame]).bytes))
        #expect(gif.findings.isEmpty)
    }

    @Test func frameSurvivesItsListOfNumbers() throws {
        let gif = try structure([
            Frame(delay: nil), Frame(x: 2, delay: 0, transparentIndex: 3, localColours: 4),
        ])
        let data = try JSONEncoder().encode(gif.frames)
        #expect(try JSONDecoder().decode([GIFStructure.Frame].self, from: data) == gif.frames)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(GIFStructure.Frame.self, from: Data("[1,2]".utf8))
        }
    }
}
