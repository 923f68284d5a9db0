import AttachmentRules
import Testing

struct MetadataSizeTests {
    private func size(_ type: MediaType, _ parts: [UInt8]..., offset: Int64 = 0) -> Int64 {
        MetadataSize.of(ByteSource(parts.flatMap { $0 }), type: type, offset: offset)
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func segmentsOfAJPEGUpToItsScan() {
        let tables: [UInt8] = [0xff, 0xdb, 0, 10] + zeros(8)
        let exif: [UInt8] = [0xff, 0xe1, 0, 102] + zeros(100)
        let comment: [UInt8] = [0xff, 0xfe, 0, 12] + zeros(10)
        let scan: [UInt8] = [0xff, 0xda, 0, 8] + zeros(6)
        #expect(size(.jpeg, [0xff, 0xd8], exif, tables, comment, scan, exif) == 104 + 14)
        #expect(size(.jpeg, zeros(7), [0xff, 0xd8], exif, scan, offset: 7) == 104)
    }

    @Test func chunksOfAPNGButItsPicture() {
        func chunk(_ name: String, _ count: Int) -> [UInt8] {
            [0, 0, 0, UInt8(count)] + ascii(name) + zeros(count + 4)
        }
        #expect(
            size(
                .png, zeros(8), chunk("IHDR", 13), chunk("tEXt", 50), chunk("IDAT", 90),
                chunk("iTXt", 5), chunk("IEND", 0)) == 62 + 17)
    }

    @Test func chunksOfAWebP() {
        func chunk(_ name: String, _ count: Int) -> [UInt8] {
            ascii(name) + [UInt8(count), 0, 0, 0] + zeros(count + count % 2)
        }
        #expect(
            size(.webp, zeros(12), chunk("VP8X", 10), chunk("ICCP", 33), chunk("VP8 ", 9)) == 42)
    }

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
        #expect(size(.png, zeros(8), [0xff, 0xff, 0xff, 0xff], ascii("tEXt")) == 8)
        #expect(size(.jpeg, [0xff]) == 0)
        #expect(size(.mp4, zeros(64)) == 0)
        #expect(size(.matroska, zeros(64)) == 0)
    }
}
