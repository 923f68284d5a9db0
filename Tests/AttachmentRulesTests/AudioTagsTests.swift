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

    @Test func otherTypesAreNotRead() {
        #expect(tags(mp3Frame, .flac).privateMetadata.isEmpty)
    }
}
