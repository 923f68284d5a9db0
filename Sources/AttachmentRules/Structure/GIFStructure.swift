/// What the blocks of a GIF say, its LZW data unpacked for their count, not for their colours.
///
/// Takes any bytes that begin with a GIF signature; time is linear in their number, and memory in
/// the number of frames up to `maxCollectedFrames`.
public struct GIFStructure: Sendable {
    /// Frames beyond this are counted and checked, but not kept in `frames`.
    public static let maxCollectedFrames = 100_000

    /// The canvas, in pixels.
    public let width: Int
    public let height: Int
    public let hasGlobalTable: Bool
    /// The stored loop count: 0 for ever, else repeats after the first time; nil for once.
    public internal(set) var loop: Int?
    public internal(set) var frames: [Frame] = []
    public internal(set) var frameCount = 0
    /// Of all frames, in hundredths of a second: as stored, and as viewers play them, who take
    /// 0 and 1 for 10.
    public internal(set) var storedDelay = 0
    public internal(set) var shownDelay = 0
    /// Pixels of all frames together.
    public internal(set) var framePixels = 0
    public internal(set) var comments = 0
    /// Application extensions but for the loop count and the colour profile, each once, in order.
    public internal(set) var otherApplications: [String] = []
    public internal(set) var hasXMP = false
    public internal(set) var hasLocation = false
    public internal(set) var hasProfile = false
    public internal(set) var hasTransparency = false
    public internal(set) var hasTrailer = false
    public internal(set) var trailingBytes: Int64 = 0

    public init?(_ bytes: [UInt8]) {
        guard bytes.has("GIF87a") || bytes.has("GIF89a"), let width = bytes.le16(at: 6),
            let height = bytes.le16(at: 8), let flags = bytes.byte(at: 10), bytes.count >= 13
        else { return nil }
        self.bytes = bytes
        self.width = width
        self.height = height
        hasGlobalTable = flags & 0x80 != 0
        globalColours = hasGlobalTable ? 2 << (flags & 7) : 0
        walk()
    }

    let bytes: [UInt8]
    let globalColours: Int
    var kept = KeptRanges()
    /// Where the names of `otherApplications` stand, and the labels of extensions among them.
    var notedNames: [Int] = []
    var notedLabels: Set<UInt8> = []
    /// About the file, and about its frames.
    var tally = FindingTally()
    var frameTally = FindingTally()
    /// Something that no moving of blocks mends.
    var needsEncoding = false
    var brokenEnd: BrokenEnd?
    /// Where the last sub-block begins of a frame at the end whose blocks lack their terminator.
    var openBlock: Int?

    /// A last frame that is cut off or damaged.
    struct BrokenEnd: Sendable {
        let frame: Int
        /// Its graphic control, if it has one, and from its descriptor to behind its data.
        let parts: [Range<Int>]
    }

    /// What a GIF's structure has against it as an attachment; one finding for each rule.
    public var findings: [Finding] { tally.findings + frameTally.findings }

    /// Of all frames as viewers play them, in seconds.
    public var duration: Double { Double(shownDelay) / 100 }

    /// How often the animation plays, 0 for ever.
    public var plays: Int { loop.map { $0 == 0 ? 0 : $0 + 1 } ?? 1 }

    /// Kinds such as `comment`, `XMP`, and the names of application extensions.
    public var privateMetadata: [String] {
        (comments > 0 ? ["comment"] : []) + (hasXMP ? ["XMP"] : []) + otherApplications
    }

    /// Everything a picture's facts hold.
    public var facts: PictureFacts {
        PictureFacts(
            width: width, height: height, frames: max(1, frameCount),
            duration: frameCount > 1 ? duration : nil, plays: frameCount > 1 ? plays : nil,
            hasAlpha: hasTransparency, hasProfile: hasProfile, privateMetadata: privateMetadata,
            hasLocation: hasLocation, trailingBytes: trailingBytes)
    }
}
