/// What the blocks of a GIF say, its LZW data unpacked for their count, not for their colours.
///
/// Takes any bytes that begin with a GIF signature; time is linear in their number, and memory in
/// the number of frames up to `maxCollectedFrames`.
public struct GIFStructure: Sendable {
    /// Frames beyond this are counted and checked, but not kept in `frames`.
    public static let maxCollectedFrames = 100_000

    public struct Frame: Sendable, Equatable {
        /// Left and upper edge on the canvas.
        public let x: Int
        public let y: Int
        public let width: Int
        public let height: Int
        /// In hundredths of a second, as stored.
        public let delay: Int
        /// 0 unspecified, 1 keep, 2 background, 3 previous; others reserved.
        public let disposal: Int
        public let transparentIndex: Int?
        public let hasLocalTable: Bool
        public let isInterlaced: Bool
        /// The smallest LZW code size.
        public let codeSize: Int
        /// From the code size to behind the block terminator.
        public let dataRange: Range<Int>
    }

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
    var tally = FindingTally()
    /// Of interest only where there are several frames.
    var shortDelays = FindingTally()

    /// What a GIF's structure has against it as an attachment; one finding for each rule.
    public var findings: [Finding] {
        tally.findings + (frameCount > 1 ? shortDelays.findings : [])
    }

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

    /// The same animation, frames, delays and loop count bit for bit, with an end marker, and
    /// without comments, XMP, applications' data and what follows the end.
    ///
    /// nil where that is no attachment: a frame that is cut off, damaged, empty, outside the
    /// canvas or without colours.
    public func cleaned() -> [UInt8]? {
        let mended: Set<RuleID> = [
            .gifNoTrailer, .gifTrailingData, .gifUnknownBlock, .gifColourIndex,
        ]
        guard frameCount > 0, tally.rules.isSubset(of: mended), !isLastFrameOpen else { return nil }
        return kept.joined(from: bytes, reserving: 1) + [0x3b]
    }

    /// The data of the last frame are complete, but for the terminator of their blocks.
    var isLastFrameOpen = false
}
