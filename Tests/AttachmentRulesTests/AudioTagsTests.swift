import AttachmentRules
import Testing

@Suite struct AudioTagsTests {
    private func tags(_ bytes: [UInt8], _ type: MediaType) -> AudioTags {
        AudioTags(ByteSource(bytes), type: type)
    }

    private static let format = riffChunk("fmt ", zeros(16))
    private static let sound = riffChunk("data", zeros(200))

    @Test func bareMP3HasNoTags() {
        #expect(tags(mp3Frame + mp3Frame, .mp3).privateMetadata.isEmpty)
    }

    @Test func tagsOfAnMP3AreFoundAtBothEnds() {
        let ape = join(ascii("APETAGEX"), zeros(24))
        let bytes = join(id3("TIT2", zeros(9)), mp3Frame, ape, ascii("TAG"), zeros(125))
        let result = tags(bytes, .mp3)
        #expect(result.privateMetadata == ["ID3", "ID3v1", "APE"])
        #expect(!result.hasCoverArt)
    }

    @Test func coverIsFoundInATagOfAnySize() {
        let bytes = join(id3("APIC", zeros(300_000)), mp3Frame)
        #expect(tags(bytes, .mp3).hasCoverArt)
    }

    @Test func plainWAVHasNoTags() {
        let result = tags(riff("WAVE", Self.format + Self.sound), .wav)
        #expect(result.privateMetadata.isEmpty)
        #expect(result.findings.isEmpty)
        #expect(result.soundBytes == 200)
        #expect(!result.isTruncated)
    }

    @Test func tagsOfAWAVAreFound() {
        let list = riffChunk("LIST", ascii("INFOINAM\u{2}\0\0\0x\0"))
        let bytes = riff(
            "WAVE",
            join(
                riffChunk("bext", zeros(9)), Self.format, Self.sound, list, riffChunk("id3 ", [1])))
        #expect(tags(bytes, .wav).privateMetadata == ["bext", "INFO", "ID3"])
    }

    @Test func headerThatDisagreesWithTheFileIsFound() {
        let bytes = riff("WAVE", Self.format + Self.sound)
        let long = tags(bytes + [1, 2, 3, 4], .wav)
        #expect(long.findings.map(\.message) == ["its header says 244 bytes, the file has 248"])
        #expect(long.trailingBytes == 4)
        let cut = tags(Array(bytes.dropLast(9)), .wav)
        #expect(cut.isTruncated)
        #expect(cut.soundBytes == 191)
        #expect(cut.findings.map(\.rule) == ["declared-size"])
    }

    @Test func streamedWAVIsNotCutOff() {
        let bytes = join(
            ascii("RIFF"), le32(0xffff_ffff), ascii("WAVE"), Self.format, ascii("data"),
            le32(0xffff_ffff), zeros(50))
        let result = tags(bytes, .wav)
        #expect(!result.isTruncated)
        #expect(result.soundBytes == 50)
        #expect(result.findings.map(\.rule) == ["declared-size"])
    }

    @Test func tagsOfAnAIFFAreFound() {
        let chunks = join(
            formChunk("COMM", zeros(18)), formChunk("NAME", ascii("x")),
            formChunk("(c) ", ascii("me")), formChunk("SSND", zeros(58)), formChunk("ID3 ", [1]))
        let bytes = join(ascii("FORM"), be32(4 + chunks.count), ascii("AIFF"), chunks)
        let result = tags(bytes, .aiff)
        #expect(result.privateMetadata == ["NAME", "(c)", "ID3"])
        #expect(result.soundBytes == 58)
        #expect(result.findings.isEmpty)
    }

    private static func caf(_ chunks: [UInt8]...) -> [UInt8] {
        join(ascii("caff"), [0, 1, 0, 0], cafChunk("desc", zeros(32)), chunks.flatMap(\.self))
    }

    @Test func plainCAFHasNoTags() {
        let result = tags(Self.caf(cafChunk("free", zeros(9)), cafChunk("data", zeros(204))), .caf)
        #expect(result.privateMetadata.isEmpty && result.findings.isEmpty)
        #expect(result.soundBytes == 204)
        #expect(!result.isTruncated && result.trailingBytes == 0)
    }

    @Test func tagsOfACAFAreFoundAroundTheSound() {
        let bytes = Self.caf(
            cafChunk("info", zeros(20)), cafChunk("data", zeros(8)), cafChunk("uuid", zeros(16)))
        #expect(tags(bytes, .caf).privateMetadata == ["info", "uuid"])
    }

    @Test func whatFollowsTheChunksOfACAFIsCounted() {
        let bytes = Self.caf(cafChunk("data", zeros(8)))
        let ends: [[UInt8]] = [
            [7], zeros(12), [UInt8](repeating: 1, count: 40), cafChunk("free", zeros(9)).dropLast(),
        ]
        for rest in ends {
            #expect(tags(bytes + rest, .caf).trailingBytes == rest.count)
        }
    }

    @Test func soundOfACAFMayBeCutOffOrOfUnknownSize() {
        let bytes = Self.caf(cafChunk("data", zeros(100)))
        let cut = tags(Array(bytes.dropLast(30)), .caf)
        #expect(cut.isTruncated && cut.soundBytes == 70 && cut.trailingBytes == 0)
        let unknown = [UInt8](repeating: 0xff, count: 8)
        let streamed = tags(Self.caf(join(ascii("data"), unknown, zeros(100))), .caf)
        #expect(!streamed.isTruncated && streamed.soundBytes == 100)
    }

    @Test func otherTypesAreNotRead() {
        #expect(tags(mp3Frame, .flac).privateMetadata.isEmpty)
    }
}
