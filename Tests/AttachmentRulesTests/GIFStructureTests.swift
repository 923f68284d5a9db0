import AttachmentRules
import Testing

@Suite struct GIFStructureTests {
    private func structure(_ change: (inout GIFBuilder) -> Void) throws -> GIFStructure {
        var builder = GIFBuilder()
        change(&builder)
        return try #require(GIFStructure(builder.bytes))
    }

    private func rules(_ change: (inout GIFBuilder) -> Void) throws -> [String] {
        try structure(change).findings.map(\.rule)
    }

    @Test func plainAnimationHasNoFindings() throws {
        let gif = try structure { _ in }
        #expect(gif.findings.isEmpty)
        #expect(gif.frameCount == 2)
        #expect(gif.hasTrailer)
        #expect(
            gif.facts == PictureFacts(width: 10, height: 8, frames: 2, duration: 0.2, plays: 0))
    }

    @Test func otherBytesAreNoGIF() {
        #expect(GIFStructure([]) == nil)
        #expect(GIFStructure(ascii("GIF89a")) == nil)
    }

    @Test func frameTellsItsPlaceAndLook() throws {
        var builder = GIFBuilder()
        builder.frames = [
            .init(
                x: 3, y: 2, width: 5, height: 4, delay: 7, disposal: 2, transparentIndex: 1,
                localColours: 8, isInterlaced: true, codeSize: 3)
        ]
        let gif = try #require(GIFStructure(builder.bytes))
        let frame = try #require(gif.frames.first)
        #expect(frame.number == 1)
        #expect(builder.bytes[frame.start] == 0x2c)
        #expect(frame.controlStart == frame.start - 8)
        #expect(frame.dataRange.upperBound == builder.bytes.count - 1)
        #expect([frame.x, frame.y, frame.width, frame.height] == [3, 2, 5, 4])
        #expect(frame.delay == 7)
        #expect(frame.disposal == 2)
        #expect(frame.transparentIndex == 1)
        #expect(frame.hasLocalTable)
        #expect(frame.colours == 8)
        #expect(frame.pixels == 20)
        #expect(frame.faults.rules == [.gifFirstFramePartial])
        #expect(frame.isInterlaced)
        #expect(frame.codeSize == 3)
        #expect(gif.facts.hasAlpha)
    }

    @Test(arguments: [(nil, 1), (0, 0), (1, 2), (2, 3), (65_535, 65_536)] as [(Int?, Int)])
    func storedLoopCountsRepeats(_ loop: Int?, _ plays: Int) throws {
        let gif = try structure { $0.loop = loop }
        #expect(gif.loop == loop)
        #expect(gif.plays == plays)
    }

    @Test func otherNameForTheLoopCountIsKnown() throws {
        let gif = try structure {
            $0.loop = nil
            $0.front = GIFBuilder.application("ANIMEXTS1.0", [1] + le16(4))
        }
        #expect(gif.loop == 4)
    }

    @Test func shortDelaysCountAsViewersPlayThem() throws {
        let gif = try structure { $0.frames = [0, 1, 2, nil].map { .init(delay: $0) } }
        #expect(gif.storedDelay == 3)
        #expect(gif.duration == 0.32)
        #expect(gif.findings.map(\.rule) == ["gif-delay-too-short"])
        #expect(gif.findings[0].message.hasPrefix("frame 1 (byte "))
        #expect(gif.findings[0].message.hasSuffix("; also frames 2 and 4"))
        #expect(gif.findings[0].severity == .warning)
    }

    @Test func delayOfASingleFrameDoesNotMatter() throws {
        #expect(try rules { $0.frames = [.init(delay: 0)] } == [])
    }

    @Test func frameOutsideTheCanvasIsNamedWithItsNumberAndByte() throws {
        let gif = try structure { $0.frames = [.init(), .init(x: 5)] }
        #expect(gif.findings.map(\.rule) == ["gif-frame-outside-canvas"])
        let at = gif.frames[1].start
        #expect(
            gif.findings[0].message
                == "frame 2 (byte \(at)) is 10×8 at 5,0 on a canvas of 10×8")
    }

    @Test func emptyFrameAndCanvasAreFound() throws {
        #expect(try rules { $0.frames = [.init(width: 0)] } == ["gif-frame-empty"])
        #expect(try rules { $0.width = 0 }.contains("gif-canvas-empty"))
        #expect(try rules { $0.frames = [] } == ["gif-no-frames"])
    }

    @Test func missingColoursAreFound() throws {
        #expect(try rules { $0.globalColours = 0 } == ["gif-no-colour-table"])
        #expect(
            try rules {
                $0.globalColours = 0
                $0.frames = [.init(localColours: 4)]
            } == [])
        #expect(try rules { $0.globalColours = 2 } == ["gif-colour-index"])
    }

    @Test func missingAndSurplusPixelsAreFound() throws {
        let few = [Int](repeating: 1, count: 79)
        let many = [Int](repeating: 1, count: 81)
        let gif = try structure { $0.frames = [.init(pixels: few)] }
        #expect(gif.findings.map(\.rule) == ["gif-frame-truncated"])
        #expect(gif.findings[0].message.hasSuffix("has 79 of 80 pixels"))
        #expect(try rules { $0.frames = [.init(pixels: many)] } == ["gif-surplus-pixels"])
    }

    @Test func codeThatNoEntryHasIsFound() throws {
        let data = GIFBuilder.packed([(4, 3), (1, 3), (7, 3)])
        #expect(try rules { $0.frames = [.init(data: data)] } == ["gif-lzw-invalid"])
    }

    @Test(arguments: [0, 1, 9, 12, 255])
    func codeSizeThatIsNoneIsFound(_ size: Int) throws {
        #expect(
            try rules { $0.frames = [.init(codeSize: size, data: [1, 2])] } == ["gif-lzw-invalid"])
    }

    @Test(arguments: 2...8)
    func fullDictionariesAreCounted(_ codeSize: Int) throws {
        var random = SplitMix(seed: UInt64(codeSize))
        let colours = 1 << codeSize
        let pixels = (0..<200 * 150).map { _ in Int.random(in: 0..<colours, using: &random) }
        let frame = GIFBuilder.Frame(width: 200, height: 150, codeSize: codeSize, pixels: pixels)
        let gif = try structure {
            ($0.width, $0.height, $0.globalColours) = (200, 150, colours)
            $0.frames = [frame, frame]
        }
        #expect(gif.findings.isEmpty)
    }

    @Test func oneColourRunsAreCounted() throws {
        let pixels = [Int](repeating: 3, count: 40_000)
        let gif = try structure {
            ($0.width, $0.height) = (200, 200)
            $0.frames = [.init(width: 200, height: 200, pixels: pixels)]
        }
        #expect(gif.findings.isEmpty)
    }

    @Test func endMarkerIsMissedAndWhatFollowsItCounted() throws {
        let open = try structure { $0.trailer = [] }
        #expect(
            open.findings.map(\.message)
                == ["no end marker after frame 2, at byte \(GIFBuilder().bytes.count - 1)"])
        let gif = try structure { $0.trailer = [0x3b, 0, 0, 0] }
        #expect(gif.trailingBytes == 3)
        #expect(gif.findings.map(\.rule) == ["gif-trailing-data"])
    }

    @Test func byteThatBeginsNoBlockEndsTheFile() throws {
        let gif = try structure { $0.trailer = [0x00, 0x3b] }
        #expect(gif.frameCount == 2)
        #expect(
            gif.findings.map(\.rule)
                == ["gif-unknown-block", "gif-no-trailer", "gif-trailing-data"])
    }

    @Test func graphicControlOfWrongSizeIsFound() throws {
        for control in [[3] + zeros(4), [5] + zeros(6), [1, 0, 2, 0, 0, 0]] as [[UInt8]] {
            let control = [0x21, 0xf9] + control
            let gif = try structure { $0.front = control }
            #expect(gif.findings.map(\.rule) == ["gif-unknown-block"])
            #expect(gif.cleaned() == nil)
        }
    }

    @Test(arguments: [0x01, 0x80, 0xff] as [UInt8])
    func emptyExtensionIsFoundAndGoes(_ label: UInt8) throws {
        let gif = try structure { $0.front = [0x21, label, 0] }
        #expect(gif.findings.map(\.rule) == ["gif-unknown-block"])
        #expect(gif.cleaned() == GIFBuilder().bytes)
    }

    @Test func commentMayBeEmpty() throws {
        #expect(try rules { $0.front = [0x21, 0xfe, 0] } == [])
    }

    @Test func loopCountOfWrongSizeIsFoundAndGoes() throws {
        let name = ascii("NETSCAPE2.0")
        let contents: [[UInt8]] = [
            [11] + name, [14] + name + [3, 1, 9], [15] + name + [3, 1, 9, 0],
        ]
        for content in contents {
            let gif = try structure {
                $0.loop = nil
                $0.front = join([0x21, 0xff], content, [0])
            }
            #expect(gif.findings.map(\.rule) == ["gif-unknown-block"])
            #expect(gif.loop == nil)
            #expect(gif.cleaned() == GIFBuilder(loop: nil).bytes)
        }
    }

    @Test func textTakesNoControlFromThePictureBehindIt() throws {
        let control: [UInt8] = [0x21, 0xf9, 4, 1, 77, 0, 3, 0]
        let text = join([0x21, 0x01, 12], zeros(12), GIFBuilder.subBlocks(ascii("hi")))
        let gif = try structure {
            $0.front = join(control, text)
            $0.frames = [.init(delay: nil), .init()]
        }
        #expect(gif.frames.map(\.delay) == [77, 10])
        #expect(gif.frames.map(\.transparentIndex) == [3, nil])
        #expect(gif.findings.isEmpty)
    }

    @Test func metadataIsSortedByKind() throws {
        let gif = try structure {
            $0.front = join(
                GIFBuilder.comment("hello"), GIFBuilder.application("XMP DataXMP", ascii("<x/>")),
                GIFBuilder.application("ICCRGBG1012", [1, 2]),
                GIFBuilder.application("GIFCONnb1.0", [3]))
        }
        #expect(gif.facts.privateMetadata == ["comment", "XMP", "GIFCONnb1.0"])
        #expect(gif.facts.hasProfile)
        #expect(gif.comments == 1)
    }

    @Test func cutAnimationIsDamaged() throws {
        let builder = GIFBuilder()
        let bytes = builder.bytes
        let whole = try #require(GIFStructure(bytes))
        let lastFrame = whole.frames[1].dataRange
        for count in 13..<bytes.count - 1 {
            let gif = try #require(GIFStructure(Array(bytes.prefix(count))))
            let rules = gif.findings.map(\.rule)
            #expect(rules.contains("gif-no-trailer"))
            if (lastFrame.lowerBound - 10..<lastFrame.upperBound - 3).contains(count - 1) {
                #expect(rules.contains("gif-frame-truncated"))
                #expect(gif.cleaned() == nil)
            }
        }
    }

    @Test func framesBeyondTheLimitAreCountedButNotKept() throws {
        let small = GIFBuilder.Frame(width: 1, height: 1, delay: nil, pixels: [0])
        let count = GIFStructure.maxCollectedFrames + 5
        let frame = GIFBuilder.encode(small)
        var bytes = GIFBuilder(frames: [], trailer: []).bytes
        bytes.reserveCapacity(bytes.count + count * frame.count + 1)
        for _ in 0..<count { bytes += frame }
        let gif = try #require(GIFStructure(bytes + [0x3b]))
        #expect(gif.frameCount == count)
        #expect(gif.frames.count == GIFStructure.maxCollectedFrames)
        #expect(gif.facts.frames == count)
    }
}
