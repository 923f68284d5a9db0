/// What the segments of a JPEG say, read without decoding a pixel.
///
/// Takes any bytes that begin with a start-of-image marker; time is linear in their number.
public struct JPEGStructure: Sendable {
    /// More scans than any encoder writes: decoding them is an attack on time.
    public static let maxScans = 500

    public enum Coding: Sendable, Equatable { case huffman, arithmetic }
    public enum Process: Sendable, Equatable { case sequential, progressive, lossless }

    /// In pixels as stored; 0 where no frame header was found.
    public internal(set) var width = 0
    public internal(set) var height = 0
    public internal(set) var bitsPerChannel = 8
    public internal(set) var components = 0
    public internal(set) var coding = Coding.huffman
    public internal(set) var process = Process.sequential
    public internal(set) var scans = 0
    /// The Exif value still to be applied, 1...8.
    public internal(set) var orientation = 1
    /// Kinds such as `Exif`, `XMP`, `IPTC`, `comment`, `MPF`, `thumbnail`, each once, in order.
    public internal(set) var privateMetadata: [String] = []
    public internal(set) var hasLocation = false
    public internal(set) var hasProfile = false
    /// What the embedded ICC profile calls itself.
    public internal(set) var profileName: String?
    /// Behind the end-of-image marker, or the end of the bytes where there is none.
    public internal(set) var end = 0
    public internal(set) var trailingBytes: Int64 = 0
    /// The bytes end before the end-of-image marker.
    public internal(set) var isTruncated = false
    /// Bytes between segments that belong to none.
    public internal(set) var strayBytes = 0
    /// The frame header had no height, the first scan is followed by it.
    public internal(set) var isHeightBehindScan = false

    /// - Parameter offset: where the picture begins.
    public init?(_ bytes: [UInt8], offset: Int = 0) {
        guard offset >= 0, bytes.has([0xff, 0xd8], at: offset) else { return nil }
        self.bytes = bytes
        walk(from: offset + 2)
    }

    public var isProgressive: Bool { process == .progressive }

    let bytes: [UInt8]
    var kept = KeptRanges()
    /// Where the payload of a JFIF segment stands that holds a thumbnail.
    var jfifToRewrite: Int?

    /// What a JPEG's structure has against it as an attachment.
    public var findings: [Finding] {
        var findings: [Finding] = []
        if isTruncated {
            findings.append(
                Finding(.jpegTruncated, "cut off: no end marker in \(end.grouped) bytes"))
        }
        if components == 0 || scans == 0 {
            findings.append(Finding(.jpegNoPicture, "there is no picture between the markers"))
        } else if height == 0 || isHeightBehindScan {
            findings.append(
                Finding(.jpegNoHeight, "the height stands behind the picture, where few look"))
        }
        if coding == .arithmetic {
            findings.append(
                Finding(.jpegArithmetic, "arithmetic coding, which the system does not read"))
        }
        if process == .lossless {
            findings.append(
                Finding(.jpegLossless, "lossless JPEG, which the system does not read"))
        }
        if scans > Self.maxScans {
            findings.append(
                Finding(.jpegScans, "\(scans.grouped) scans, at most \(Self.maxScans)"))
        }
        if strayBytes > 0 {
            findings.append(
                Finding(.jpegStrayData, "\(strayBytes.grouped) bytes that belong to no segment"))
        }
        return findings
    }

    /// Everything a picture's facts hold.
    public var facts: PictureFacts {
        let colour: PictureFacts.Colour =
            switch components {
            case 1: .grey
            case 3: .rgb
            case 4: .cmyk
            default: .other
            }
        return PictureFacts(
            width: width, height: height, orientation: orientation,
            bitsPerChannel: bitsPerChannel, colour: colour, hasProfile: hasProfile,
            profileName: profileName, isProgressive: isProgressive,
            privateMetadata: privateMetadata, hasLocation: hasLocation,
            trailingBytes: trailingBytes)
    }
}
