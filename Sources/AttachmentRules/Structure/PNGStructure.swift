/// What the chunks of a PNG say, read without decoding a pixel.
///
/// Takes any bytes that begin with the PNG signature; time is linear in their number.
public struct PNGStructure: Sendable {
    public internal(set) var width = 0
    public internal(set) var height = 0
    public internal(set) var bitsPerChannel = 8
    public internal(set) var colourType = 0
    public internal(set) var isInterlaced = false
    /// A frame count and loop count for an animated PNG stand before the picture.
    public internal(set) var isAnimated = false
    /// Of the animation; 1 for a still.
    public internal(set) var frames = 1
    /// How often an animation plays, 0 for ever; nil for a still.
    public internal(set) var plays: Int?
    /// Of the animation as viewers play it, in seconds.
    public internal(set) var duration = 0.0
    /// The picture that a viewer without animation shows is the first frame.
    public internal(set) var isDefaultShown = false
    /// By the eXIf chunk, or else by the text chunk that came before it; 1...8.
    public internal(set) var orientation = 1
    /// Kinds such as `Exif`, `XMP`, `IPTC`, `text`, `time`, each once, in order.
    public internal(set) var privateMetadata: [String] = []
    public internal(set) var hasLocation = false
    public internal(set) var hasProfile = false
    /// What the chunk with the ICC profile calls it.
    public internal(set) var profileName: String?
    /// In 1/100,000, by the gAMA chunk.
    var gamma: Int?
    /// Primaries and transfer by the cICP chunk, in the codes of ITU-T H.273.
    var codes: (primaries: Int, transfer: Int)?
    var hasSRGBChunk = false
    public internal(set) var hasTransparency = false
    /// Chunks whose checksum does not hold; those that the picture needs.
    public internal(set) var brokenChunks = 0
    public internal(set) var brokenCriticalChunks = 0
    /// The proprietary form that Apple's tools write for apps.
    public internal(set) var isCgBI = false
    public internal(set) var hasPalette = false
    public internal(set) var hasPicture = false
    /// The bytes end before the end chunk.
    public internal(set) var isTruncated = false
    public internal(set) var isOutOfOrder = false
    public internal(set) var trailingBytes: Int64 = 0

    public init?(_ bytes: [UInt8]) {
        guard bytes.has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else { return nil }
        self.bytes = bytes
        kept.append(0..<8)
        walk()
    }

    let bytes: [UInt8]
    var kept = KeptRanges()
    var firstBroken: String?
    var hasExifChunk = false

    /// What a PNG's structure has against it as an attachment.
    public var findings: [Finding] {
        var findings: [Finding] = []
        if isCgBI {
            findings.append(
                Finding(.pngCgBI, "a PNG made for apps alone (CgBI): export it as a standard PNG"))
        }
        if isTruncated {
            findings.append(
                Finding(.pngTruncated, "cut off: no end chunk in \(bytes.count.grouped) bytes"))
        }
        if isOutOfOrder || !isTruncated && !hasPicture {
            findings.append(
                Finding(.pngChunkOrder, "the chunks do not make a picture"))
        }
        if let firstBroken {
            let more = brokenChunks > 1 ? ", and \((brokenChunks - 1).grouped) more" : ""
            findings.append(
                Finding(.pngChecksum, "the checksum of chunk \(firstBroken) does not hold\(more)"))
        }
        if isAnimated {
            findings.append(
                Finding(
                    .pngAnimated,
                    "an animated PNG of \(frames.grouped) frames: the system shows one picture"))
        }
        return findings
    }

    /// Everything a picture's facts hold.
    public var facts: PictureFacts {
        let isGrey = colourType & 2 == 0
        return PictureFacts(
            width: width, height: height, orientation: orientation, frames: frames,
            duration: frames > 1 ? duration : nil, plays: frames > 1 ? plays : nil,
            bitsPerChannel: bitsPerChannel, colour: isGrey ? .grey : .rgb,
            hasAlpha: hasTransparency, hasProfile: hasProfile, profileName: profileName,
            statesOtherColours: statesOtherColours, isProgressive: isInterlaced,
            privateMetadata: privateMetadata,
            hasLocation: hasLocation, trailingBytes: trailingBytes)
    }

    /// The chunks count in the order of the PNG specification (third edition, 4.3): cICP, iCCP, sRGB, gAMA.
    private var statesOtherColours: Bool {
        // BT.709's primaries with the transfer of sRGB, or with BT.709's, which viewers show as that.
        if let codes { return codes.primaries != 1 || ![1, 6, 13].contains(codes.transfer) }
        guard !hasProfile, !hasSRGBChunk, let gamma, gamma > 0 else { return false }
        // sRGB states 45455; what is within two hundredths of it looks the same.
        return abs(gamma - 45_455) > 900
    }

    /// The same picture, bit for bit, without metadata and without what follows its end.
    ///
    /// nil where that is no attachment: cut off, damaged where it matters, turned by its Exif
    /// data, an animation.
    public func cleaned() -> [UInt8]? {
        let isStill = !isAnimated || frames == 1 && isDefaultShown
        guard !isTruncated, !isOutOfOrder, !isCgBI, hasPicture, brokenCriticalChunks == 0,
            orientation == 1, isStill, width > 0, height > 0
        else { return nil }
        return kept.joined(from: bytes)
    }
}
