import AttachmentRules
import Testing

@Suite struct PNGCleaningTests {
    private func cleaned(_ change: (inout PNGBuilder) -> Void) -> [UInt8]? {
        var builder = PNGBuilder()
        change(&builder)
        return PNGStructure(builder.bytes)?.cleaned()
    }

    @Test func cleanPictureStaysAsItIs() {
        #expect(cleaned { _ in } == PNGBuilder().bytes)
    }

    @Test func metadataAndRubbishGoAndColoursStay() {
        let colours = join(
            PNGBuilder.chunk("gAMA", be32(45_455)), PNGBuilder.chunk("iCCP", ascii("x\0\0y")),
            PNGBuilder.chunk("tRNS", zeros(6)))
        let result = cleaned {
            $0.front = join(
                PNGBuilder.chunk("eXIf", tiff(orientation: 1)),
                PNGBuilder.chunk("pHYs", zeros(9)), colours, PNGBuilder.chunk("vpAg", [1]))
            $0.back = join(
                PNGBuilder.chunk("tEXt", ascii("Author\0me")), PNGBuilder.chunk("tIME", zeros(7)))
            $0.trailing = [1, 2, 3]
        }
        var clean = PNGBuilder()
        clean.front = colours
        #expect(result == clean.bytes)
    }

    @Test func brokenChunkGoesIfThePictureDoesNotNeedIt() {
        let result = cleaned { $0.front = PNGBuilder.chunk("gAMA", be32(1), isBroken: true) }
        #expect(result == PNGBuilder().bytes)
        let palette = PNGBuilder.chunk("PLTE", [0, 0, 0], isBroken: true)
        #expect(cleaned { $0.front = palette } == nil)
    }

    @Test func turnedPictureCannotBeCleaned() {
        #expect(cleaned { $0.front = PNGBuilder.chunk("eXIf", tiff(orientation: 6)) } == nil)
    }

    @Test func animationCannotBeCleanedUnlessItIsOnePicture() {
        let control = PNGBuilder.control(1, of: 10)
        #expect(cleaned { $0.front = PNGBuilder.animation(frames: 2, plays: 0) + control } == nil)
        #expect(cleaned { $0.front = PNGBuilder.animation(frames: 1, plays: 0) } == nil)
        let single = cleaned { $0.front = PNGBuilder.animation(frames: 1, plays: 0) + control }
        #expect(single == PNGBuilder().bytes)
    }
}
