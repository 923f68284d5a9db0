import AttachmentRules
import Testing

struct MetadataSizeTests {
    private func size(_ type: MediaType, _ parts: [UInt8]...) -> Int64 {
        MetadataSize.of(ByteSource(parts.flatMap { $0 }), type: type)
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func boxesBesideTheMedia() {
        func box(_ name: String, _ count: UInt8) -> [UInt8] {
            [0, 0, 0, count + 8] + ascii(name) + zeros(Int(count))
        }
        #expect(
            size(.mp4, box("ftyp", 16), box("moov", 100), box("mdat", 50), box("uuid", 20))
                == 108 + 28)
    }

    @Test func tagsOfSounds() {
        let id3 = ascii("ID3") + [4, 0, 0, 0, 0, 1, 0] + zeros(128)
        #expect(size(.mp3, id3, id3, zeros(50)) == 2 * 138)
        let last: [UInt8] = [0x84, 0, 0, 9] + zeros(9)
        #expect(size(.flac, ascii("fLaC"), [0, 0, 0, 34], zeros(34), last, zeros(99)) == 38 + 13)
        let list = ascii("LIST") + [7, 0, 0, 0] + zeros(8)
        let data = ascii("data") + [20, 0, 0, 0] + zeros(20)
        #expect(size(.wav, zeros(12), list, data) == 16)
        let name = ascii("NAME") + [0, 0, 0, 6] + zeros(6)
        #expect(size(.aiff, zeros(12), name, ascii("SSND"), [0, 0, 0, 4], zeros(4)) == 14)
    }

    /// A part that says it is longer than the file counts for what is there.
    @Test func liesCountForWhatIsThere() {
        #expect(size(.mp4, [0x7f, 0xff, 0xff, 0xff], ascii("moov"), zeros(4)) == 12)
        #expect(size(.aiff, zeros(12), ascii("NAME"), [0xff, 0xff, 0xff, 0xff]) == 8)
        #expect(size(.mp3, ascii("ID3")) == 0)
        #expect(size(.mp4, zeros(64)) == 0)
        #expect(size(.matroska, zeros(64)) == 0)
    }
}
