/// What the chunks of a WebP say, read without decoding a pixel.
public struct WebPStructure: Sendable {
    public private(set) var width = 0
    public private(set) var height = 0
    public private(set) var hasAlpha = false
    public private(set) var isAnimated = false
    public private(set) var frames = 0
    /// How often an animation plays, 0 for ever.
    public private(set) var plays = 1
    /// Of the animation as viewers play it, in milliseconds.
    public private(set) var milliseconds = 0
    /// The Exif value still to be applied, 1...8.
    public private(set) var orientation = 1
    /// `Exif`, `XMP`.
    public private(set) var privateMetadata: [String] = []
    public private(set) var hasLocation = false
    public private(set) var hasProfile = false
    /// What the embedded ICC profile calls itself.
    public private(set) var profileName: String?
    /// The bytes end before the header says.
    public private(set) var isTruncated = false
    public private(set) var trailingBytes: Int64 = 0

    private let bytes: [UInt8]

    public init?(_ bytes: [UInt8]) {
        guard bytes.has("RIFF"), bytes.has("WEBP", at: 8), let size = bytes.le32(at: 4) else {
            return nil
        }
        self.bytes = bytes
        let end = 8 + size + size % 2
        isTruncated = 8 + size > bytes.count
        trailingBytes = Int64(max(0, bytes.count - end))
        walk(to: min(end, bytes.count))
    }

    public var findings: [Finding] {
        isTruncated ? [Finding(.truncated, "cut off: shorter than its header says")] : []
    }

    /// Everything a picture's facts hold.
    public var facts: PictureFacts {
        PictureFacts(
            width: width, height: height, orientation: orientation, frames: max(1, frames),
            duration: frames > 1 ? Double(milliseconds) / 1000 : nil,
            plays: frames > 1 ? plays : nil,
            hasAlpha: hasAlpha, hasProfile: hasProfile, profileName: profileName,
            privateMetadata: privateMetadata, hasLocation: hasLocation,
            trailingBytes: trailingBytes)
    }

    private mutating func walk(to end: Int) {
        var at = 12
        while at + 8 <= end, let size = bytes.le32(at: at + 4) {
            let payload = at + 8..<min(at + 8 + size, end)
            isTruncated = isTruncated || at + 8 + size > end
            read(bytes.fourLetters(at: at), payload)
            at += 8 + size + size % 2
        }
    }

    private mutating func read(_ name: String, _ payload: Range<Int>) {
        let at = payload.lowerBound
        switch name {
        case "VP8X" where payload.count >= 10:
            isAnimated = bytes[at] & 2 != 0
            hasAlpha = bytes[at] & 16 != 0
            width = 1 + (bytes.le24(at: at + 4) ?? 0)
            height = 1 + (bytes.le24(at: at + 7) ?? 0)
        case "VP8 " where width == 0: readLossy(payload)
        case "VP8L" where width == 0: readLossless(payload)
        case "ANIM" where payload.count >= 6: plays = bytes.le16(at: at + 4) ?? 1
        case "ANMF" where payload.count >= 16:
            frames += 1
            let delay = bytes.le24(at: at + 12) ?? 0
            // Viewers take 10 ms and less for no wish at all.
            milliseconds += delay > 10 ? delay : 100
        case "ICCP":
            hasProfile = true
            profileName = ICCProfile.name(bytes, in: payload)
        case "EXIF":
            let exif = ExifOrientation(bytes, in: payload)
            orientation = exif.orientation
            hasLocation = hasLocation || exif.hasLocation
            note("Exif")
        case "XMP ":
            hasLocation = hasLocation || XMP.hasLocation(bytes, in: payload)
            note("XMP")
        default: break
        }
    }

    private mutating func readLossy(_ payload: Range<Int>) {
        let at = payload.lowerBound
        guard payload.count >= 10, bytes.has([0x9d, 0x01, 0x2a], at: at + 3) else { return }
        width = (bytes.le16(at: at + 6) ?? 0) & 0x3fff
        height = (bytes.le16(at: at + 8) ?? 0) & 0x3fff
    }

    private mutating func readLossless(_ payload: Range<Int>) {
        let at = payload.lowerBound
        guard payload.count >= 5, bytes[at] == 0x2f, let packed = bytes.le32(at: at + 1) else {
            return
        }
        width = 1 + packed & 0x3fff
        height = 1 + packed >> 14 & 0x3fff
        hasAlpha = packed >> 28 & 1 == 1
    }

    private mutating func note(_ kind: String) {
        if !privateMetadata.contains(kind) { privateMetadata.append(kind) }
    }
}
