import AttachmentRules
import Testing

@Suite struct JPEGCleaningTests {
    @Test func cleanPictureStaysAsItIs() throws {
        let bytes = JPEGBuilder().bytes
        #expect(try #require(JPEGStructure(bytes)).cleaned() == bytes)
    }

    @Test func metadataAndRubbishGoAndPictureDataStay() throws {
        var dirty = JPEGBuilder()
        let adobe = JPEGBuilder.segment(0xee, ascii("Adobe") + zeros(7))
        let profile = JPEGBuilder.profile("Display P3")
        dirty.front = join(
            [0xff], JPEGBuilder.jfif(thumbnail: 3), JPEGBuilder.exif(tiff(orientation: 1)),
            profile, JPEGBuilder.segment(0xed, ascii("Photoshop 3.0\0")), [9, 9], adobe)
        dirty.middle = JPEGBuilder.comment("between")
        dirty.trailing = box("ftyp", ascii("isom"))
        var clean = JPEGBuilder()
        clean.front = join(JPEGBuilder.jfif(), profile, adobe)
        #expect(try #require(JPEGStructure(dirty.bytes)).cleaned() == clean.bytes)
    }

    @Test func cleanedPictureHasNothingLeftToClean() throws {
        var dirty = JPEGBuilder()
        dirty.frame = 0xc2
        dirty.scans = 3
        dirty.front = join(JPEGBuilder.exif(tiff(place: true)), JPEGBuilder.comment("x"))
        let cleaned = try #require(JPEGStructure(dirty.bytes)?.cleaned())
        let again = try #require(JPEGStructure(cleaned))
        #expect(again.findings.isEmpty)
        #expect(again.privateMetadata.isEmpty)
        #expect(!again.hasLocation)
        #expect(again.scans == 3)
        #expect(again.cleaned() == cleaned)
    }

    @Test func pictureBehindRubbishBeginsAtOnceWhenCleaned() throws {
        let bytes = JPEGBuilder().bytes
        let jpeg = try #require(JPEGStructure(join(zeros(100), bytes), offset: 100))
        #expect(jpeg.cleaned() == bytes)
    }

    @Test func turnedPictureCannotBeCleaned() throws {
        var builder = JPEGBuilder()
        builder.front = JPEGBuilder.exif(tiff(orientation: 6))
        #expect(try #require(JPEGStructure(builder.bytes)).cleaned() == nil)
    }

    @Test(arguments: [0xc3, 0xc9, 0xca] as [UInt8])
    func codingThatTheSystemDoesNotReadCannotBeCleaned(_ frame: UInt8) throws {
        var builder = JPEGBuilder()
        builder.frame = frame
        #expect(try #require(JPEGStructure(builder.bytes)).cleaned() == nil)
    }

    @Test(arguments: [(12, 3), (8, 4), (8, 2)])
    func picturesForPrintAndOfManyBitsCannotBeCleaned(_ bits: Int, _ components: Int) throws {
        var builder = JPEGBuilder()
        (builder.bits, builder.components) = (bits, components)
        #expect(try #require(JPEGStructure(builder.bytes)).cleaned() == nil)
    }
}
