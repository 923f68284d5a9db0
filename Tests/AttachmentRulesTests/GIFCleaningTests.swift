import AttachmentRules
import Testing

@Suite struct GIFCleaningTests {
    private func cleaned(_ change: (inout GIFBuilder) -> Void) -> [UInt8]? {
        var builder = GIFBuilder()
        change(&builder)
        return GIFStructure(builder.bytes)?.cleaned()
    }

    @Test func cleanAnimationStaysAsItIs() {
        #expect(cleaned { _ in } == GIFBuilder().bytes)
    }

    @Test func endMarkerIsPutInPlace() {
        #expect(cleaned { $0.trailer = [] } == GIFBuilder().bytes)
        #expect(cleaned { $0.trailer = [0x3b] + zeros(4000) } == GIFBuilder().bytes)
        #expect(cleaned { $0.trailer = zeros(10) } == GIFBuilder().bytes)
    }

    @Test func extensionThatIsCutOffGoes() {
        #expect(cleaned { $0.trailer = [0x21, 0xff, 11, 0x4e, 0x45] } == GIFBuilder().bytes)
    }

    @Test func metadataAndProfileGoAndLoopStays() {
        let profile = GIFBuilder.application("ICCRGBG1012", [1, 2, 3])
        let result = cleaned {
            $0.loop = 7
            $0.front = join(
                GIFBuilder.comment("hello"), profile,
                GIFBuilder.application("XMP DataXMP", ascii("<x/>")),
                GIFBuilder.application("GIFCONnb1.0", [3]))
        }
        var clean = GIFBuilder()
        clean.loop = 7
        #expect(result == clean.bytes)
    }

    @Test func framesStayBitForBit() throws {
        var dirty = GIFBuilder()
        dirty.front = GIFBuilder.comment("hello")
        dirty.frames = [
            .init(delay: 3, disposal: 2, transparentIndex: 3),
            .init(x: 1, width: 4, height: 3, delay: 2, localColours: 4, isInterlaced: true),
        ]
        let before = try #require(GIFStructure(dirty.bytes))
        let bytes = try #require(before.cleaned())
        let after = try #require(GIFStructure(bytes))
        #expect(after.privateMetadata.isEmpty)
        for (old, new) in zip(before.frames, after.frames) {
            #expect(dirty.bytes[old.dataRange] == bytes[new.dataRange])
            #expect([old.delay, old.disposal] == [new.delay, new.disposal])
            #expect(old.transparentIndex == new.transparentIndex)
        }
    }

    @Test func damagedAnimationCannotBeCleaned() {
        #expect(cleaned { $0.frames = [.init(pixels: [1, 1])] } == nil)
        #expect(cleaned { $0.frames = [.init(x: 1)] } == nil)
        #expect(cleaned { $0.frames = [] } == nil)
        #expect(cleaned { $0.frames = [.init(data: [0xff, 0xff])] } == nil)
        #expect(cleaned { $0.globalColours = 0 } == nil)
    }

    // Delays

    @Test func shortDelaysBecomeWhatViewersPlay() {
        let result = cleaned { $0.frames = [0, 1, 2, 3, 0].map { .init(delay: $0) } }
        var mended = GIFBuilder()
        mended.frames = [10, 10, 2, 3, 10].map { .init(delay: $0) }
        #expect(result == mended.bytes)
    }

    @Test func framesWithoutADelayGetOne() throws {
        let result = cleaned {
            $0.front = GIFBuilder.comment("between")
            $0.frames = [.init(delay: nil), .init(delay: 5), .init(delay: nil)]
        }
        var mended = GIFBuilder()
        mended.frames = [
            .init(delay: 10, disposal: 0), .init(delay: 5), .init(delay: 10, disposal: 0),
        ]
        #expect(result == mended.bytes)
    }

    @Test func olderVersionIsRaisedWhereAControlIsPutIn() throws {
        var builder = GIFBuilder(loop: nil, frames: [.init(delay: nil), .init(delay: nil)])
        builder.trailer = []
        let old = ascii("GIF87a") + builder.bytes.dropFirst(6)
        let result = try #require(GIFStructure(old)?.cleaned())
        #expect(result.prefix(6) == ascii("GIF89a")[...])
        #expect(GIFStructure(result)?.frames.map(\.delay) == [10, 10])
        let still = ascii("GIF87a") + GIFBuilder(loop: nil, frames: [.init(delay: nil)]).bytes[6...]
        #expect(GIFStructure(still)?.cleaned() == still)
    }

    @Test func delayOfASingleFrameStays() {
        let still = GIFBuilder(frames: [.init(delay: 0)]).bytes
        #expect(GIFStructure(still)?.cleaned() == still)
    }

    // The end

    @Test func lastFrameGetsItsTerminator() throws {
        let whole = GIFBuilder().bytes
        let open = try #require(GIFStructure(Array(whole.dropLast(2))))
        #expect(open.findings.map(\.rule) == ["gif-no-trailer"])
        #expect(open.cleaned() == whole)
    }

    @Test func lastBlockThatPromisesMoreIsEnded() throws {
        var frame = GIFBuilder.Frame()
        frame.data = GIFBuilder.lzw((0..<80).map { $0 % 4 }, codeSize: 2) + zeros(40)
        let whole = GIFBuilder(frames: [.init(), frame]).bytes
        let cut = try #require(GIFStructure(Array(whole.dropLast(30))))
        let cleaned = try #require(cut.cleaned())
        let again = try #require(GIFStructure(cleaned))
        #expect(again.findings.isEmpty)
        #expect(again.frames.map(\.pixels) == [80, 80])
    }

    // Repair

    @Test func brokenLastFrameIsDroppedAndNamed() throws {
        for last in [GIFBuilder.Frame(pixels: [1, 1]), .init(data: [0xff, 0xff])] {
            let gif = try #require(
                GIFStructure(GIFBuilder(frames: [.init(), .init(delay: 0), last]).bytes))
            #expect(gif.cleaned() == nil)
            let repair = try #require(gif.repaired())
            #expect(repair.droppedFrame == 3)
            #expect(repair.bytes == GIFBuilder(frames: [.init(), .init()]).bytes)
        }
    }

    @Test func loopCountInOrBehindADroppedFrameStays() throws {
        let loop = GIFBuilder.application("NETSCAPE2.0", [1] + le16(4))
        let last = GIFBuilder.Frame(pixels: [1, 1])
        let kept = GIFBuilder(loop: nil, trailer: loop + [0x3b]).bytes
        let behind = GIFBuilder(
            loop: nil, frames: [.init(), .init(), last], trailer: loop + [0x3b])
        let control: [UInt8] = [0x21, 0xf9, 4, 4, 10, 0, 0, 0]
        let bare = GIFBuilder.encode(.init(delay: nil, pixels: [1, 1]))
        let inside = GIFBuilder(loop: nil, trailer: join(control, loop, bare, [0x3b]))
        for builder in [behind, inside] {
            let repair = try #require(GIFStructure(builder.bytes)?.repaired())
            #expect(repair == .init(bytes: kept, droppedFrame: 3))
        }
    }

    @Test func animationThatIsCutOffAnywhereKeepsItsWholeFrames() throws {
        let whole = GIFBuilder().bytes
        let second = try #require(GIFStructure(whole)).frames[1]
        for count in second.start + 1..<second.dataRange.upperBound - 4 {
            let gif = try #require(GIFStructure(Array(whole.prefix(count))))
            let repair = try #require(gif.repaired(), "cut at \(count)")
            #expect(repair.bytes == GIFBuilder(frames: [.init()]).bytes)
            #expect(repair.droppedFrame == 2)
        }
    }

    @Test func brokenFrameThatOthersBuildOnStays() throws {
        let broken = GIFBuilder.Frame(pixels: [1, 1])
        for frames in [[broken], [.init(), broken, .init()], [.init(), broken, broken]] {
            #expect(GIFStructure(GIFBuilder(frames: frames).bytes)?.repaired() == nil)
        }
    }

    @Test func soundAnimationIsRepairedByCleaning() throws {
        let gif = try #require(GIFStructure(GIFBuilder().bytes))
        #expect(gif.repaired() == .init(bytes: GIFBuilder().bytes, droppedFrame: nil))
    }
}
