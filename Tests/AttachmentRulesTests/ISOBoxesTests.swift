import AttachmentRules
import Testing

@Suite struct ISOBoxesTests {
    private static let type = box("ftyp", ascii("isom\0\0\0\0mp42"))
    private static let media = box("mdat", zeros(100))

    private func boxes(_ parts: [UInt8]...) -> ISOBoxes {
        ISOBoxes(ByteSource(parts.flatMap { (part: [UInt8]) -> [UInt8] in part }))
    }

    /// An index with these boxes in it.
    private func index(_ parts: [UInt8]...) -> [UInt8] {
        box("moov", join(box("mvhd", zeros(100)), parts.flatMap { (part: [UInt8]) in part }))
    }

    private func tags(_ item: [UInt8]) -> [UInt8] {
        box("udta", box("meta", join(zeros(4), box("hdlr", zeros(25)), box("ilst", item))))
    }

    @Test func indexComesFirstOrLast() {
        let first = boxes(Self.type, index(), box("free"), Self.media)
        #expect(first.isMoovFirst)
        #expect(!first.isTruncated)
        #expect(first.trailingBytes == 0)
        let last = boxes(Self.type, Self.media, index())
        #expect(last.hasIndex)
        #expect(!last.isMoovFirst)
    }

    @Test func fragmentsAreFound() {
        #expect(boxes(Self.type, index(box("mvex")), box("moof"), Self.media).isFragmented)
        #expect(boxes(Self.type, index(box("mvex"))).isFragmented)
        #expect(!boxes(Self.type, index(), Self.media).isFragmented)
    }

    @Test func boxBeyondTheEndMeansCutOff() {
        let cut = boxes(Self.type, index(), Array(Self.media.dropLast()))
        #expect(cut.isTruncated)
        let long = [UInt8](repeating: 255, count: 8)
        let huge = boxes(Self.type, index(), join(be32(1), ascii("mdat"), long))
        #expect(huge.isTruncated)
    }

    @Test func longAndOpenSizesAreRead() {
        let long = join(be32(1), ascii("mdat"), be32(0), be32(20), zeros(4))
        #expect(boxes(Self.type, long, index()).hasIndex)
        let open = join(be32(0), ascii("mdat"), zeros(30))
        let last = boxes(Self.type, index(), open)
        #expect(!last.isTruncated)
        #expect(last.trailingBytes == 0)
    }

    @Test func bytesThatAreNoBoxAreCounted() {
        #expect(boxes(Self.type, index(), Self.media, zeros(13)).trailingBytes == 13)
        #expect(boxes(Self.type, index(), Self.media, [1, 2]).trailingBytes == 2)
    }

    @Test func notesOfTheMuxerAreNoMetadata() {
        let result = boxes(Self.type, index(tags(box("©too", zeros(20)))), Self.media)
        #expect(!result.hasMetadata)
        #expect(!result.hasLocation)
    }

    @Test func titleAndCoverAreMetadata() {
        #expect(boxes(index(tags(box("©nam", zeros(20))))).hasMetadata)
        let cover = boxes(index(tags(box("covr", zeros(20)))))
        #expect(cover.hasCoverArt)
        #expect(cover.hasMetadata)
    }

    @Test func placesAreFound() {
        #expect(boxes(index(box("udta", box("©xyz", zeros(12))))).hasLocation)
        #expect(boxes(index(box("udta", box("loci", zeros(12))))).hasLocation)
        #expect(boxes(index(box("trak", box("udta", box("loci", zeros(12)))))).hasLocation)
        #expect(boxes(index(tags(box("©xyz", zeros(12))))).hasLocation)
    }

    @Test func applesKeysAreRead() {
        func keys(_ name: String) -> [UInt8] {
            let key = join(be32(8 + name.utf8.count), ascii("mdta"), ascii(name))
            return box("meta", box("keys", join(be32(0), be32(1), key)))
        }
        #expect(boxes(index(keys("com.apple.quicktime.location.ISO6709"))).hasLocation)
        let make = boxes(index(keys("com.apple.quicktime.make")))
        #expect(make.hasMetadata)
        #expect(!make.hasLocation)
    }

    @Test func largeFilesAreNotReadWhole() {
        let head = join(Self.type, be32(1), ascii("mdat"), be32(10), be32(0))
        let size = Int64(Self.type.count) + 10 << 32
        var mostRead = 0
        let source = ByteSource(count: size + 16) { offset, count in
            mostRead = max(mostRead, count)
            return Array(head.dropFirst(Int(min(offset, 1 << 20))).prefix(count))
        }
        let boxes = ISOBoxes(source)
        #expect(boxes.hasMediaData)
        #expect(mostRead <= 32)
    }
}
