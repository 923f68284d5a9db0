import AttachmentRules
import Testing

@Suite struct SnifferTests {
    /// A file's beginning, and what it is.
    struct Example: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let type: MediaType
        var testDescription: String { name }

        init(_ name: String, _ bytes: [UInt8], _ type: MediaType) {
            self.name = name
            self.bytes = bytes
            self.type = type
        }
    }

    static func type(_ bytes: [UInt8]) -> MediaType {
        Sniffer.sniff(head: bytes, fileSize: Int64(bytes.count)).type
    }

    @Test(arguments: Self.pictures + Self.clips + Self.sounds + Self.others)
    func typeIsToldFromTheBytes(_ example: Example) {
        #expect(Self.type(example.bytes) == example.type)
    }

    @Test func everyTypeHasAnExample() {
        let all = Self.pictures + Self.clips + Self.sounds + Self.others
        let missing = Set(MediaType.allCases).subtracting(all.map(\.type))
        #expect(missing.isEmpty)
    }

    @Test(arguments: Self.pictures + Self.clips + Self.sounds + Self.others)
    func anyBeginningOfAFileIsSniffed(_ example: Example) {
        for count in 0..<min(example.bytes.count, 64) {
            _ = Sniffer.sniff(head: Array(example.bytes.prefix(count)), fileSize: 1_000)
        }
    }

    static let pictures: [Example] = [
        Example("JPEG", JPEGBuilder().bytes, .jpeg),
        Example("JPEG with tables first", [0xff, 0xd8, 0xff, 0xdb, 0, 67, 0], .jpeg),
        Example("PNG", PNGBuilder().bytes, .png),
        Example("GIF 89a", GIFBuilder().bytes, .gif),
        Example("GIF 87a", join(ascii("GIF87a"), le16(1), le16(1), [0, 0, 0]), .gif),
        Example("WebP", riff("WEBP", riffChunk("VP8L", [0x2f, 0, 0, 0, 0])), .webp),
        Example("WebP with SVG inside", riff("WEBP", riffChunk("XMP ", ascii("<svg>"))), .webp),
        Example("HEIC", fileType("heic", "mif1", "heic"), .heic),
        Example("HEIC by a compatible brand", fileType("mif1", "miaf", "heix"), .heic),
        Example("HEIC sequence", fileType("msf1", "hevc"), .heic),
        Example("AVIF", fileType("avif", "mif1"), .avif),
        Example("AVIF by a compatible brand", fileType("mif1", "miaf", "avif"), .avif),
        Example("AVIF sequence", fileType("avis", "msf1"), .avif),
        Example("TIFF, little-endian", tiff(orientation: 1), .tiff),
        Example("TIFF, big-endian", tiff(orientation: 1, isLittle: false), .tiff),
        Example("BigTIFF", join(ascii("II+\0"), le16(8), le16(0)), .tiff),
        Example("BMP", join(ascii("BM"), le32(70), le32(0), le32(54), le32(40)), .bmp),
        Example("icon", icon(1), .ico),
        Example("cursor", icon(2), .ico),
        Example("Photoshop", ascii("8BPS") + be16(1), .psd),
        Example("JPEG XL codestream", [0xff, 0x0a, 0xfa, 0x1f], .jxl),
        Example("JPEG XL container", box("JXL ", [0x0d, 0x0a, 0x87, 0x0a]), .jxl),
        Example("JPEG 2000", box("jP  ", [0x0d, 0x0a, 0x87, 0x0a]), .jp2),
        Example("JPEG 2000 codestream", [0xff, 0x4f, 0xff, 0x51, 0, 0x2f], .jp2),
        Example("PDF", ascii("%PDF-1.7\n"), .pdf),
        Example("PDF behind rubbish", ascii("\r\n\r\n%PDF-1.4\n"), .pdf),
        Example("DNG", tiff(more: [(0xc612, 1, 1)]), .cameraRaw),
        Example("NEF", tiff(more: [(0xfe, 4, 1), (0x10f, 2, 8), (0x14a, 4, 99)]), .cameraRaw),
        Example("CR2", join(ascii("II*\0"), le32(16), ascii("CR\u{2}\0")), .cameraRaw),
        Example("CR3", fileType("crx ", "isom"), .cameraRaw),
        Example("RAF", ascii("FUJIFILMCCD-RAW 0201"), .cameraRaw),
        Example("ORF", ascii("IIRO") + le32(8), .cameraRaw),
        Example("RW2", ascii("IIU\0") + le32(8), .cameraRaw),
        Example("SVG", ascii("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), .svg),
        Example("SVG behind a prolog", ascii("<?xml version='1.0'?>\n<svg>"), .svg),
        Example("SVG behind all of it", ascii(svgWithProlog), .svg),
        Example("SVG with a mark", [0xef, 0xbb, 0xbf] + ascii(" \n<svg>"), .svg),
        Example("SVG with a prefix", ascii("<s:svg xmlns:s='x'>"), .svg),
        Example("SVG in UTF-16", [0xff, 0xfe] + ascii("<svg/>").flatMap { [$0, 0] }, .svg),
    ]

    static let clips: [Example] = [
        Example("MP4, isom", fileType("isom", "iso2", "mp41"), .mp4),
        Example("MP4, mp42", fileType("mp42"), .mp4),
        Example("MP4, Sony", fileType("MSNV"), .mp4),
        Example("MP4 by a compatible brand", fileType("XYZW", "isom"), .mp4),
        Example("MP4 fragment", box("styp", ascii("msdh") + be32(0)), .mp4),
        Example("M4A", fileType("M4A ", "isom"), .m4a),
        Example("M4B", fileType("M4B "), .m4a),
        Example("M4V", fileType("M4V "), .m4v),
        Example("QuickTime", fileType("qt  "), .mov),
        Example("QuickTime without brands", box("moov", box("mvhd")), .mov),
        Example("QuickTime, media first", box("wide") + box("mdat", [1, 2, 3]), .mov),
        Example("QuickTime, padding only", box("skip", [0, 0]) + be32(1 << 20), .mov),
        Example("brand behind padding", join(box("free", [0, 0]), fileType("mp42")), .mp4),
        Example("3GP", fileType("3gp5"), .threeGP),
        Example("3G2", fileType("3g2a"), .threeGP),
        Example("Matroska", ebml("matroska"), .matroska),
        Example("WebM", ebml("webm"), .webm),
        Example("AVI", riff("AVI ", riffChunk("LIST", ascii("hdrl"))), .avi),
        Example("Flash", ascii("FLV\u{1}") + [5, 0, 0, 0, 9], .flv),
        Example("ASF", [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0], .asf),
        Example("MXF", mxfKey + [1], .mxf),
        Example("MXF behind a run-in", join(zeros(300), mxfKey, [1]), .mxf),
        Example("program stream", [0, 0, 1, 0xba, 0x44, 0, 4], .mpegPS),
        Example("MPEG video", [0, 0, 1, 0xb3, 0x14, 0, 0xf0, 0x23], .mpegVideo),
        Example("transport stream", transport(size: 188), .mpegTS),
        Example("transport stream with time", transport(size: 192, prefix: 4), .mpegTS),
        Example("transport stream, cut", Array(transport(size: 188).dropFirst(70)), .mpegTS),
        Example("Ogg", ascii("OggS\0\u{2}"), .ogg),
    ]

    static let sounds: [Example] = [
        Example("MP3", mp3Frame + mp3Frame, .mp3),
        Example("MP3 of one frame", mp3Frame, .mp3),
        Example("MP3, MPEG 2", mpegFrames([0xff, 0xf3, 0x40, 0xc4], length: 104), .mp3),
        Example("MP3, MPEG 2.5", mpegFrames([0xff, 0xe3, 0x40, 0xc4], length: 208), .mp3),
        Example("MPEG layer II", mpegFrames([0xff, 0xfd, 0x80, 0x04], length: 417), .mp3),
        Example("MPEG layer I", mpegFrames([0xff, 0xff, 0x10, 0x04], length: 32), .mp3),
        Example("MP3 behind ID3", join(id3("TIT2", ascii("\0Tune")), mp3Frame, mp3Frame), .mp3),
        Example("MP3 behind long ID3", Array(id3("APIC", longTag).prefix(Sniffer.window)), .mp3),
        Example("MP3 behind rubbish", join([1, 2, 3, 0xff], mp3Frame, mp3Frame, mp3Frame), .mp3),
        Example("FLAC behind ID3", id3("TIT2", ascii("\0Tune")) + ascii("fLaC"), .flac),
        Example("FLAC", ascii("fLaC\0\0\0\u{22}"), .flac),
        Example("ADTS", adtsFrame() + adtsFrame(), .aac),
        Example("ADTS behind ID3", join(id3("PRIV", [1]), adtsFrame(), adtsFrame()), .aac),
        Example("WAV", riff("WAVE", riffChunk("data", [0, 0])), .wav),
        Example("WAV, long", join(ascii("RF64"), le32(0xffff_ffff), ascii("WAVEds64")), .wav),
        Example("AIFF", join(ascii("FORM"), be32(46), ascii("AIFFCOMM")), .aiff),
        Example("AIFF-C", join(ascii("FORM"), be32(46), ascii("AIFCFVER")), .aiff),
        Example("Core Audio", ascii("caff") + be16(1), .caf),
        Example("AMR", ascii("#!AMR\n<"), .amr),
        Example("AMR wide band", ascii("#!AMR-WB\n<"), .amr),
        Example("AC-3", [0x0b, 0x77, 1, 2, 0x14, 0x40], .ac3),
        Example("E-AC-3", [0x0b, 0x77, 1, 2, 0x34, 0x86], .ac3),
        Example("AU", ascii(".snd") + be32(24), .otherSound),
        Example("Wave64", [0x72, 0x69, 0x66, 0x66, 0x2e, 0x91, 0xcf, 0x11, 0xa5], .otherSound),
        Example("WavPack", ascii("wvpk") + le32(100), .otherSound),
        Example("True Audio", ascii("TTA1\u{1}\0"), .otherSound),
        Example("Monkey's Audio", join(ascii("MAC "), [0x96, 0x0f]), .otherSound),
        Example("DSD", ascii("DSD \u{1c}\0\0\0"), .otherSound),
        Example("MIDI", ascii("MThd\0\0\0\u{6}"), .otherSound),
        Example("WAV, big-endian", join(ascii("RIFX"), be32(40), ascii("WAVEfmt ")), .otherSound),
        Example("AC-3 behind ID3", join(id3("PRIV", [1]), [0x0b, 0x77, 1, 2, 0x14, 0x40]), .ac3),
    ]

    static let others: [Example] = [
        Example("web page", ascii("<!DOCTYPE html>\n<html><body>404</body></html>"), .html),
        Example("web page, shouting", ascii("\n<HTML><HEAD>"), .html),
        Example("XHTML", ascii("<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><html>"), .html),
        Example("JSON", ascii("{\n  \"error\": \"not found\"\n}"), .json),
        Example("JSON list", ascii("[{\"id\":1}]"), .json),
        Example("XML", ascii("<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>"), .xml),
        Example("text", ascii("just some words, and (braces) {too}\n"), .text),
        Example("text in UTF-8", ascii("Übergröße, 漢字"), .text),
        Example("text in UTF-16", [0xfe, 0xff] + ascii("words").flatMap { [0, $0] }, .text),
        Example("text in an old code page", join(ascii("caf"), [0xe9], ascii(" au lait")), .text),
        Example("text about coffee", ascii("caffeine is a drug"), .text),
        Example("text about tags", ascii("ID3 tags hold a title"), .text),
        Example("ZIP", [0x50, 0x4b, 3, 4, 20, 0], .zip),
        Example("gzip", [0x1f, 0x8b, 8, 0], .gzip),
        Example("RAR", ascii("Rar!\u{1a}\u{7}\u{1}\0"), .rar),
        Example("7z", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4], .sevenZip),
        Example("ELF", [0x7f, 0x45, 0x4c, 0x46, 2, 1], .executable),
        Example("PE", portableExecutable, .executable),
        Example("nothing", [], .empty),
        Example("noise", [0x83, 0x01, 0x00, 0x9f, 0x12, 0xee, 0x00, 0x04], .unknown),
        Example("RIFF of another kind", riff("RMID", riffChunk("data", [0])), .unknown),
        Example("a HEIF of the minimal kind", fileType("mif3"), .heic),
        Example(
            "a PDF with a JPEG inside", ascii("%PDF-1.4 stream\n") + [0xff, 0xd8, 0xff, 0xe0], .pdf),
        Example("PostScript", ascii("%!PS-Adobe-3.0 EPSF\n") + [0xff, 0xd8, 0xff, 0xe0], .pdf),
        Example("an unknown brand", fileType("zz99"), .unknown),
        Example("an archive with a JPEG inside", archive, .unknown),
        Example("AppleDouble", [0, 5, 0x16, 7, 0, 2, 0, 0] + ascii("Mac OS X"), .unknown),
    ]
}

extension SnifferTests {
    static func fileType(_ major: String, _ compatible: String...) -> [UInt8] {
        box("ftyp", join(ascii(major), be32(0), compatible.flatMap(ascii)))
    }

    static func ebml(_ type: String) -> [UInt8] {
        let head: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82]
        return join(head, [0x80 | UInt8(type.utf8.count)], ascii(type))
    }

    static func icon(_ type: Int) -> [UInt8] {
        let head = join(le16(0), le16(type), le16(1))
        return join(head, [16, 16, 0, 0, 1, 0, 32, 0], le32(1128), le32(22))
    }

    static func transport(size: Int, prefix: Int = 0) -> [UInt8] {
        let payload = [UInt8](repeating: 0xaa, count: size - prefix - 2)
        let packet = join(zeros(prefix), [0x47, 0x40], payload)
        return (0..<8).flatMap { _ -> [UInt8] in packet }
    }

    static func mpegFrames(_ header: [UInt8], length: Int) -> [UInt8] {
        (0..<3).flatMap { _ -> [UInt8] in join(header, zeros(length - 4)) }
    }

    static let mxfKey: [UInt8] = [6, 0x0e, 0x2b, 0x34, 2, 5, 1, 1, 0x0d, 1, 2, 1, 1, 2]
    static let longTag = [UInt8](repeating: 0xff, count: 100_000)
    static let svgWithProlog = """
        <?xml version="1.0" standalone="no"?>
        <!-- made by <html> lovers -->
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [ <!ENTITY a "b"> ]>
        <svg width="1">
        """
    static let portableExecutable = join(
        ascii("MZ"), zeros(0x3a), le32(0x80), zeros(0x40), ascii("PE\0\0"))
    static let archive = join(
        ascii("photo.jpg"), zeros(248), ascii("ustar\0"), zeros(249), JPEGBuilder().bytes)
}
