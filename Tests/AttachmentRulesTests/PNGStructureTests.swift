import Testing

@testable import AttachmentRules

@Suite struct PNGStructureTests {
    private func rules(_ png: PNGStructure) -> [String] { png.findings.map(\.rule) }

    private func structure(_ change: (inout PNGBuilder) -> Void) throws -> PNGStructure {
        var builder = PNGBuilder()
        change(&builder)
        return try #require(PNGStructure(builder.bytes))
    }

    @Test func checksumIsTheStandardOne() {
        #expect(CRC32.checksum(ascii("123456789"), 0..<9) == 0xcbf4_3926)
    }

    @Test func plainPictureHasNoFindings() throws {
        let png = try #require(PNGStructure(PNGBuilder().bytes))
        #expect(png.findings.isEmpty)
        #expect(png.facts == PictureFacts(width: 64, height: 48))
    }

    @Test(arguments: [
        (UInt8(0), UInt8(16), 16, PictureFacts.Colour.grey, false), (2, 8, 8, .rgb, false),
        (3, 4, 8, .rgb, false), (4, 8, 8, .grey, true), (6, 16, 16, .rgb, true),
    ])
    func headerTellsColours(
        _ type: UInt8, _ depth: UInt8, _ bits: Int, _ colour: PictureFacts.Colour, _ alpha: Bool
    ) throws {
        let facts = try structure {
            ($0.colourType, $0.depth) = (type, depth)
            $0.front = PNGBuilder.chunk("PLTE", [0, 0, 0])
        }.facts
        #expect(facts.bitsPerChannel == bits)
        #expect(facts.colour == colour)
        #expect(facts.hasAlpha == alpha)
    }

    @Test func paletteMayBeTransparent() throws {
        let png = try structure {
            $0.colourType = 3
            $0.front = join(PNGBuilder.chunk("PLTE", [0, 0, 0]), PNGBuilder.chunk("tRNS", [0]))
        }
        #expect(png.facts.hasAlpha)
        #expect(png.findings.isEmpty)
    }

    @Test func missingPaletteIsNoPicture() throws {
        #expect(rules(try structure { $0.colourType = 3 }) == ["png-chunk-order"])
    }

    @Test func metadataIsSortedByKind() throws {
        let facts = try structure {
            $0.front = join(
                PNGBuilder.chunk("iCCP", ascii("Display P3\0\0x")),
                PNGBuilder.chunk("eXIf", tiff(orientation: 8, place: true)),
                PNGBuilder.chunk("tEXt", ascii("Author\0me")),
                PNGBuilder.chunk("iTXt", ascii("XML:com.adobe.xmp\0\0\0\0\0<x/>")))
            $0.back = join(
                PNGBuilder.chunk("tIME", zeros(7)),
                PNGBuilder.chunk("zTXt", ascii("Raw profile type iptc\0\0")))
        }.facts
        #expect(facts.privateMetadata == ["Exif", "text", "XMP", "time", "IPTC"])
        #expect(facts.orientation == 8)
        #expect(facts.hasLocation)
        #expect(facts.hasProfile)
        #expect(facts.profileName == "Display P3")
    }

    @Test(arguments: ["exif", "APP1"])
    func orientationInOldTextIsReadUnlessItIsCompressed(_ name: String) throws {
        let text = PNGBuilder.legacyExif(join(ascii("Exif\0\0"), tiff(orientation: 6)))
        let word = ascii("Raw profile type \(name)\0")
        let plain = try structure { $0.front = PNGBuilder.chunk("tEXt", join(word, text)) }
        let packed = try structure {
            $0.back = PNGBuilder.chunk("zTXt", join(word, [0], PNGBuilder.stored(text)))
        }
        #expect(plain.orientation == 6)
        #expect(packed.orientation == 1)
        for png in [plain, packed] { #expect(png.privateMetadata == ["Exif"]) }
    }

    @Test func chunkWinsOverOldText() throws {
        let text = PNGBuilder.legacyExif(tiff(orientation: 6))
        let old = PNGBuilder.chunk("tEXt", join(ascii("Raw profile type exif\0"), text))
        let chunk = PNGBuilder.chunk("eXIf", tiff(orientation: 3))
        #expect(try structure { $0.front = join(old, chunk) }.orientation == 3)
        #expect(try structure { $0.front = join(chunk, old) }.orientation == 3)
    }

    @Test func brokenChecksumIsFound() throws {
        let png = try structure {
            $0.front = PNGBuilder.chunk("gAMA", be32(45_455), isBroken: true)
            $0.back = PNGBuilder.chunk("tEXt", ascii("a\0b"), isBroken: true)
        }
        #expect(
            png.findings.map(\.message)
                == ["the checksum of chunk gAMA does not hold, and 1 more"])
        #expect(png.brokenCriticalChunks == 0)
    }

    @Test func cutPictureIsTruncated() throws {
        let bytes = PNGBuilder().bytes
        for count in 8..<bytes.count {
            let png = try #require(PNGStructure(Array(bytes.prefix(count))))
            #expect(png.isTruncated)
            #expect(rules(png).contains("png-truncated"))
            #expect(png.cleaned() == nil)
        }
    }

    @Test func bytesBehindTheEndAreCounted() throws {
        #expect(try structure { $0.trailing = [1, 2, 3] }.trailingBytes == 3)
    }

    @Test func animationTellsFramesTimeAndLoop() throws {
        let png = try structure {
            $0.front = join(
                PNGBuilder.animation(frames: 3, plays: 2), PNGBuilder.control(50, of: 1000))
            $0.back = join(PNGBuilder.control(1, of: 2), PNGBuilder.control(0, of: 0))
        }
        #expect(png.facts.frames == 3)
        #expect(png.facts.plays == 2)
        #expect(abs((png.facts.duration ?? 0) - 0.65) < 1e-9)
        #expect(png.isDefaultShown)
        #expect(rules(png) == ["png-animated"])
    }

    @Test func animationCountBehindThePictureIsNone() throws {
        let png = try structure { $0.back = PNGBuilder.animation(frames: 3, plays: 0) }
        #expect(!png.isAnimated)
        #expect(png.facts.frames == 1)
    }

    @Test func applesOwnFormIsFound() throws {
        let bytes = join(
            PNGBuilder.signature, PNGBuilder.chunk("CgBI", zeros(4)),
            Array(PNGBuilder().bytes.dropFirst(8)))
        #expect(rules(try #require(PNGStructure(bytes))) == ["png-cgbi"])
    }
}
