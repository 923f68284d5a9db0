import AttachmentRules
import Testing

@Suite struct JPEGStructureTests {
    private func rules(_ jpeg: JPEGStructure) -> [String] { jpeg.findings.map(\.rule) }

    @Test func plainPictureHasNoFindings() throws {
        let jpeg = try #require(JPEGStructure(JPEGBuilder().bytes))
        #expect(jpeg.findings.isEmpty)
        #expect(jpeg.facts == PictureFacts(width: 64, height: 48))
        #expect(jpeg.scans == 1)
        #expect(jpeg.strayBytes == 0)
    }

    @Test func otherBytesAreNoJPEG() {
        #expect(JPEGStructure([]) == nil)
        #expect(JPEGStructure(ascii("GIF89a")) == nil)
    }

    @Test func pictureMayBeginLater() throws {
        let jpeg = try #require(JPEGStructure(join(zeros(9), JPEGBuilder().bytes), offset: 9))
        #expect(jpeg.findings.isEmpty)
        #expect(jpeg.width == 64)
    }

    @Test(arguments: [
        (1, PictureFacts.Colour.grey), (3, .rgb), (4, .cmyk), (2, .other),
    ])
    func coloursAreToldByComponents(_ components: Int, _ colour: PictureFacts.Colour) throws {
        var builder = JPEGBuilder()
        builder.components = components
        #expect(try #require(JPEGStructure(builder.bytes)).facts.colour == colour)
    }

    @Test(arguments: [
        (UInt8(0xc0), false, [String]()), (0xc2, true, []), (0xc3, false, ["jpeg-lossless"]),
        (0xc9, false, ["jpeg-arithmetic"]), (0xca, true, ["jpeg-arithmetic"]),
    ])
    func frameHeaderTellsTheCoding(
        _ frame: UInt8, _ isProgressive: Bool, _ expected: [String]
    ) throws {
        var builder = JPEGBuilder()
        builder.frame = frame
        let jpeg = try #require(JPEGStructure(builder.bytes))
        #expect(jpeg.isProgressive == isProgressive)
        #expect(rules(jpeg) == expected)
    }

    @Test func metadataIsSortedByKind() throws {
        var builder = JPEGBuilder()
        builder.front = join(
            JPEGBuilder.jfif(thumbnail: 2), JPEGBuilder.exif(tiff(orientation: 6, place: true)),
            JPEGBuilder.segment(0xe1, ascii("http://ns.adobe.com/xap/1.0/\0<x/>")),
            JPEGBuilder.profile("Display P3"),
            JPEGBuilder.segment(0xe2, ascii("MPF\0II*\0")),
            JPEGBuilder.segment(0xed, ascii("Photoshop 3.0\0")),
            JPEGBuilder.segment(0xee, ascii("Adobe") + zeros(7)),
            JPEGBuilder.segment(0xec, ascii("Ducky")),
            JPEGBuilder.segment(0xe5, ascii("SAMSUNG")), JPEGBuilder.comment("hello"))
        let facts = try #require(JPEGStructure(builder.bytes)).facts
        #expect(
            facts.privateMetadata == ["thumbnail", "Exif", "XMP", "MPF", "IPTC", "APP5", "comment"])
        #expect(facts.orientation == 6)
        #expect(facts.hasLocation)
        #expect(facts.hasProfile)
        #expect(facts.profileName == "Display P3")
    }

    @Test func placeInXMPCounts() throws {
        var builder = JPEGBuilder()
        let xmp = "http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude='1'/>"
        builder.front = JPEGBuilder.segment(0xe1, ascii(xmp))
        #expect(try #require(JPEGStructure(builder.bytes)).hasLocation)
    }

    @Test func firstExifWins() throws {
        var builder = JPEGBuilder()
        builder.front = join(
            JPEGBuilder.exif(tiff(orientation: 3)), JPEGBuilder.exif(tiff(orientation: 6)))
        #expect(try #require(JPEGStructure(builder.bytes)).orientation == 3)
    }

    @Test func bytesBehindTheEndAreCounted() throws {
        var builder = JPEGBuilder()
        builder.trailing = join(box("ftyp", ascii("isom")), [0xff, 0xd9])
        let jpeg = try #require(JPEGStructure(builder.bytes))
        #expect(jpeg.trailingBytes == 14)
        #expect(!jpeg.isTruncated)
    }

    @Test func cutPictureIsTruncated() throws {
        let bytes = JPEGBuilder().bytes
        for count in 2..<bytes.count {
            let jpeg = try #require(JPEGStructure(Array(bytes.prefix(count))))
            #expect(jpeg.isTruncated)
            #expect(rules(jpeg).contains("jpeg-truncated"))
            #expect(jpeg.cleaned() == nil)
        }
    }

    @Test func fillAndStrayBytesBetweenSegmentsAreToleratedAndCounted() throws {
        var builder = JPEGBuilder()
        builder.front = join([0xff, 0xff], JPEGBuilder.jfif(), [1, 2, 3])
        let jpeg = try #require(JPEGStructure(builder.bytes))
        #expect(jpeg.width == 64)
        #expect(jpeg.strayBytes == 5)
        #expect(rules(jpeg) == ["jpeg-stray-data"])
    }

    @Test func scansAreCounted() throws {
        var builder = JPEGBuilder()
        builder.frame = 0xc2
        builder.scans = JPEGStructure.maxScans + 1
        let jpeg = try #require(JPEGStructure(builder.bytes))
        #expect(jpeg.scans == 501)
        #expect(jpeg.findings.map(\.message) == ["501 scans, at most 500"])
    }

    @Test func heightMayStandBehindTheScan() throws {
        var builder = JPEGBuilder()
        builder.height = 0
        let head = Array(builder.bytes.dropLast(2))
        let bytes = join(head, JPEGBuilder.segment(0xdc, be16(99)), [0xff, 0xd9])
        let jpeg = try #require(JPEGStructure(bytes))
        #expect(jpeg.height == 99)
        #expect(rules(jpeg) == ["jpeg-no-height"])
        #expect(jpeg.cleaned() == nil)
    }

    @Test func markersAloneAreNoPicture() throws {
        let jpeg = try #require(JPEGStructure([0xff, 0xd8, 0xff, 0xd9]))
        #expect(rules(jpeg) == ["jpeg-no-picture"])
    }
}
