import AttachmentRules
import Testing

@Suite struct WebPStructureTests {
    private static let lossless = riffChunk("VP8L", join([0x2f], le32(63 | 47 << 14)))

    private func extended(_ flags: UInt8, _ chunks: [UInt8]) -> [UInt8] {
        let header = join([flags, 0, 0, 0], le24(63), le24(47))
        return riff("WEBP", join(riffChunk("VP8X", header), chunks))
    }

    @Test func losslessHeaderTellsTheSize() throws {
        let webp = try #require(WebPStructure(riff("WEBP", Self.lossless)))
        #expect(webp.facts == PictureFacts(width: 64, height: 48))
        #expect(webp.findings.isEmpty)
    }

    @Test func lossyHeaderTellsTheSize() throws {
        let frame = join([0, 0, 0, 0x9d, 1, 0x2a], le16(64), le16(48))
        let webp = try #require(WebPStructure(riff("WEBP", riffChunk("VP8 ", frame))))
        #expect([webp.width, webp.height] == [64, 48])
    }

    @Test func metadataIsRead() throws {
        let bytes = extended(
            0x3c,
            join(
                riffChunk("ICCP", zeros(10)), Self.lossless,
                riffChunk("EXIF", tiff(orientation: 6, place: true)),
                riffChunk("XMP ", ascii("<x/>"))))
        let facts = try #require(WebPStructure(bytes)).facts
        #expect([facts.width, facts.height] == [64, 48])
        #expect(facts.orientation == 6)
        #expect(facts.hasLocation)
        #expect(facts.hasProfile)
        #expect(facts.hasAlpha)
        #expect(facts.privateMetadata == ["Exif", "XMP"])
    }

    @Test func animationTellsFramesTimeAndLoop() throws {
        func frame(_ delay: Int) -> [UInt8] {
            riffChunk("ANMF", join(zeros(12), le24(delay), [0], Self.lossless))
        }
        let loop = riffChunk("ANIM", join(zeros(4), le16(3)))
        let webp = try #require(
            WebPStructure(extended(2, join(loop, frame(40), frame(0), frame(100)))))
        #expect(webp.isAnimated)
        #expect(webp.facts.frames == 3)
        #expect(webp.facts.plays == 3)
        #expect(webp.facts.duration == 0.24)
    }

    @Test func cutAndLongFilesAreFound() throws {
        let bytes = riff("WEBP", Self.lossless)
        let cut = try #require(WebPStructure(Array(bytes.dropLast(2))))
        #expect(cut.isTruncated)
        #expect(cut.findings.map(\.rule) == ["truncated"])
        #expect(try #require(WebPStructure(bytes + zeros(9))).trailingBytes == 9)
    }
}
