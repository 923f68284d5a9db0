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
            .init(x: 1, width: 4, height: 3, delay: 0, localColours: 4, isInterlaced: true),
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

    @Test func lastFrameWithoutTerminatorCannotBeCleaned() throws {
        let bytes = Array(GIFBuilder(trailer: []).bytes.dropLast())
        let gif = try #require(GIFStructure(bytes))
        #expect(gif.findings.map(\.rule) == ["gif-no-trailer"])
        #expect(gif.cleaned() == nil)
    }
}
