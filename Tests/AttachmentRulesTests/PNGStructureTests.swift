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
    func orientationInOldTextIsRead(_ name: String) throws {
        let text = PNGBuilder.legacyExif(join(ascii("Exif\0\0"), tiff(orientation: 6)))
        let word = ascii("Raw profile type \(name)\0")
        let plain = try structure { $0.front = PNGBuilder.chunk("tEXt", join(word, text)) }
        let packed = try structure {
            $0.back = PNGBuilder.chunk("zTXt", join(word, [0], PNGBuilder.stored(text)))
        }
        for png in [plain, packed] {
            #expect(png.orientation == 6)
            #expect(png.privateMetadata == ["Exif"])
        }
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

@Suite struct InflateTests {
    /// Packed by another implementation, with codes of its own.
    private static let dynamic: [UInt8] = [
        120, 218, 13, 193, 71, 113, 4, 64, 12, 0, 176, 255, 161, 8, 4, 247, 2, 199, 235, 50,
        115, 12, 2, 63, 145, 62, 251, 251, 189, 207, 207, 63, 36, 150, 15, 0, 56, 44, 42, 54,
        49, 21, 35, 7, 159, 152, 140, 138, 62, 35, 75, 7, 119, 223, 208, 232, 228, 172, 194,
        138, 186, 103, 111, 90, 250, 13, 77, 46, 172, 239, 158, 94, 3, 67, 33, 98, 224, 145,
        209, 176, 240, 19, 146, 84, 80, 215, 53, 181, 118, 246, 10, 140, 136, 75, 203, 41, 169,
        247, 232, 101, 67, 123, 239, 232, 244, 242, 214, 225, 197, 29, 24, 12, 10, 62, 34, 74,
        6, 118, 94, 81, 105, 101, 45, 67, 11, 59, 55, 159, 144, 120, 73, 153, 5, 229, 181, 79,
        95, 55, 119, 13, 78, 204, 173, 237, 156, 220, 3, 130, 68, 64, 199, 37, 165, 102, 230,
        18, 148, 144, 83, 211, 49, 177, 231, 228, 25, 16, 30, 155, 154, 93, 92, 245, 240, 197,
        187, 182, 158, 145, 121, 75, 155, 7, 231, 183, 160, 208, 200, 88, 132, 20, 116, 108, 60,
        34, 242, 148, 52, 13, 204, 109, 93, 189, 131, 163, 18, 51, 242, 202, 106, 158, 188, 215,
        212, 57, 48, 62, 187, 186, 125, 124, 5, 8, 1, 135, 134, 67, 66, 143, 137, 83, 64, 92,
        86, 85, 219, 216, 202, 241, 15, 141, 207, 111, 110,
    ]
    private static let fixed: [UInt8] = [
        120, 1, 43, 201, 72, 85, 40, 78, 204, 77, 213, 81, 40, 129, 179, 18, 243, 82, 224, 60,
        133, 196, 244, 196, 204, 60, 0, 254, 22, 13, 33,
    ]

    @Test func ownCodesAreUnpacked() {
        let digits = (0..<200).map { index in
            let hex = String(index * 7 & 255, radix: 16)
            return hex.count < 2 ? "0" + hex : hex
        }
        let text = ascii("\nexif\n    1234\n" + digits.joined())
        let packed = Self.dynamic
        #expect(Inflate.zlib(packed, in: 0..<packed.count, limit: 1000) == text)
        #expect(Inflate.zlib(packed, in: 0..<packed.count, limit: 40) == Array(text.prefix(40)))
    }

    @Test func fixedCodesAreUnpacked() {
        let packed = Self.fixed
        let text = ascii("the same, the same, and the same again")
        #expect(Inflate.zlib(packed, in: 0..<packed.count, limit: 1000) == text)
    }

    @Test func anyBytesEnd() {
        var random = SplitMix(seed: 5)
        for _ in 0..<500 {
            let bytes = mutated(Self.dynamic, &random)
            #expect(Inflate.zlib(bytes, in: 0..<bytes.count, limit: 300).count <= 300)
        }
    }
}
