/// What a file is: measured from its bytes, never from its name.
public struct Facts: Codable, Sendable, Equatable {
    /// By signature; for ISO base media `mp4` or `m4a` or `mov`… by brand.
    public var type: MediaType
    public var bytes: Int64
    /// Of a still picture or an animation.
    public var picture: PictureFacts?
    /// Of a video or a sound.
    public var clip: ClipFacts?
    /// What reading the structure and decoding have found wrong.
    public var findings: [Finding]
    /// The first frames of a GIF, as many as `maxListedFrames`; nil unless asked for.
    public var frames: [GIFStructure.Frame]?

    /// More frames than any profile takes are not listed.
    public static let maxListedFrames = 5_000

    public init(
        type: MediaType, bytes: Int64, picture: PictureFacts? = nil, clip: ClipFacts? = nil,
        findings: [Finding] = []
    ) {
        self.type = type
        self.bytes = bytes
        self.picture = picture
        self.clip = clip
        self.findings = findings
    }
}

/// A still picture or an animation, as stored.
public struct PictureFacts: Codable, Sendable, Equatable {
    public enum Colour: String, Codable, Sendable { case grey, rgb, cmyk, other }

    /// In pixels, before `orientation` is applied; of one frame.
    public var width: Int
    public var height: Int
    /// The Exif value still to be applied, 1...8.
    public var orientation: Int
    public var frames: Int
    /// Of all frames as viewers play them, in seconds; nil for one frame.
    public var duration: Double?
    /// How often an animation plays, 0 for ever; nil for one frame.
    public var plays: Int?
    public var bitsPerChannel: Int
    public var colour: Colour
    public var hasAlpha: Bool
    /// An ICC profile is embedded.
    public var hasProfile: Bool
    /// What the profile calls itself, where that can be read.
    public var profileName: String?
    /// A PNG's gamma or colour code says something else than sRGB.
    public var statesOtherColours: Bool
    public var isProgressive: Bool
    /// Kinds of metadata that must not leave the house, such as `Exif`, `XMP`, `IPTC`, `comment`.
    public var privateMetadata: [String]
    /// The metadata tells where it was taken.
    public var hasLocation: Bool
    /// After the end of the picture: motion photos, further pictures, rubbish.
    public var trailingBytes: Int64
    /// The number of the frame that stands for an animation where nothing moves, from 0 on; nil where
    /// nobody has looked for it.
    public var thumbnailFrame: Int?
    /// The square that draws the eye, of that frame; nil where nobody has looked for it.
    public var attention: ThumbnailClippingRect?

    public init(
        width: Int, height: Int, orientation: Int = 1, frames: Int = 1, duration: Double? = nil,
        plays: Int? = nil, bitsPerChannel: Int = 8, colour: Colour = .rgb, hasAlpha: Bool = false,
        hasProfile: Bool = false, profileName: String? = nil, statesOtherColours: Bool = false,
        isProgressive: Bool = false,
        privateMetadata: [String] = [], hasLocation: Bool = false, trailingBytes: Int64 = 0
    ) {
        self.width = width
        self.height = height
        self.orientation = orientation
        self.frames = frames
        self.duration = duration
        self.plays = plays
        self.bitsPerChannel = bitsPerChannel
        self.colour = colour
        self.hasAlpha = hasAlpha
        self.hasProfile = hasProfile
        self.profileName = profileName
        self.statesOtherColours = statesOtherColours
        self.isProgressive = isProgressive
        self.privateMetadata = privateMetadata
        self.hasLocation = hasLocation
        self.trailingBytes = trailingBytes
    }
}

extension PictureFacts {
    /// Its colours are shown right by readers that ignore profiles: it has none, or one of sRGB by the
    /// names that such profiles give themselves; `c2` is the compact one.
    public var isSRGB: Bool {
        let hasOwn = profileName?.lowercased().hasPrefix("srgb") ?? false || profileName == "c2"
        return !statesOtherColours && (!hasProfile || hasOwn)
    }
}

/// A video or a sound.
public struct ClipFacts: Codable, Sendable, Equatable {
    /// As the container states it, in seconds; 0 where it states none.
    public var duration: Double
    public var video: VideoFacts?
    public var audio: AudioFacts?
    /// Data, subtitles, attachments, further videos and sounds.
    public var otherStreams: Int
    public var hasCoverArt: Bool
    public var hasMetadata: Bool
    public var hasLocation: Bool
    /// The file ends before its own index or header says.
    public var isTruncated: Bool
    /// Of ISO base media; nil for other containers.
    public var isMoovFirst: Bool?
    public var isFragmented: Bool
    public var trailingBytes: Int64
    /// When the picture is shown that stands for the clip where nothing moves, in seconds; nil where
    /// nobody has looked for it.
    public var thumbnailTime: Double?
    /// The square of that picture that draws the eye, as stored.
    public var attention: ThumbnailClippingRect?

    public init(
        duration: Double, video: VideoFacts? = nil, audio: AudioFacts? = nil,
        otherStreams: Int = 0, hasCoverArt: Bool = false, hasMetadata: Bool = false,
        hasLocation: Bool = false, isTruncated: Bool = false, isMoovFirst: Bool? = nil,
        isFragmented: Bool = false, trailingBytes: Int64 = 0
    ) {
        self.duration = duration
        self.video = video
        self.audio = audio
        self.otherStreams = otherStreams
        self.hasCoverArt = hasCoverArt
        self.hasMetadata = hasMetadata
        self.hasLocation = hasLocation
        self.isTruncated = isTruncated
        self.isMoovFirst = isMoovFirst
        self.isFragmented = isFragmented
        self.trailingBytes = trailingBytes
    }

    /// Seconds: less than one picture at any rate, and less than anyone hears.
    public static let shortest = 0.005

    /// Seconds until the last picture or sound ends, or what the container states if that is more.
    public var playingTime: Double {
        max(duration, video?.end ?? 0, video?.duration ?? 0, audio?.end ?? 0, audio?.duration ?? 0)
    }
}

/// The video stream that is shown.
public struct VideoFacts: Codable, Sendable, Equatable {
    /// FFmpeg's name, such as `h264`.
    public var codec: String
    /// The container's four letters, such as `avc1`.
    public var tag: String
    /// FFmpeg's numbers; nil where unknown.
    public var profile: Int?
    public var level: Int?
    /// FFmpeg's name, such as `yuv420p`.
    public var pixelFormat: String
    public var width: Int
    public var height: Int
    public var bits: Int
    public var is420: Bool
    public var hasAlpha: Bool
    /// Clockwise degrees to turn for upright: 0, 90, 180, 270.
    public var rotation: Int
    public var isFlipped: Bool
    public var isInterlaced: Bool
    /// 0...255 rather than 16...235.
    public var isFullRange: Bool
    /// PQ or HLG.
    public var isHDR: Bool
    /// Dolby Vision in colours that only its decoders know (profile 5).
    public var isDolbyOnly: Bool
    public var primaries: String
    public var transfer: String
    public var matrix: String
    public var isConstantRate: Bool
    /// An edit list hides pictures that must be decoded all the same.
    public var hasSkipped: Bool
    /// Its first packet is a key frame.
    public var startsClean: Bool
    /// Width to height of one pixel.
    public var pixelAspect: Double
    /// Pictures a second on average.
    public var frameRate: Double
    /// Most pictures shown within any one second.
    public var busiestSecond: Int
    public var frames: Int
    /// Seconds: when the first picture is shown, until when the last is, and as stated.
    public var start: Double
    public var end: Double
    public var duration: Double
    /// Of the packets read.
    public var bytes: Int64

    public init(
        codec: String, tag: String = "avc1", profile: Int? = nil, level: Int? = nil,
        pixelFormat: String = "yuv420p", width: Int, height: Int, bits: Int = 8,
        is420: Bool = true, hasAlpha: Bool = false, rotation: Int = 0, isFlipped: Bool = false,
        isInterlaced: Bool = false, isFullRange: Bool = false, isHDR: Bool = false,
        isDolbyOnly: Bool = false,
        primaries: String = "bt709", transfer: String = "bt709", matrix: String = "bt709",
        isConstantRate: Bool = true, hasSkipped: Bool = false, startsClean: Bool = true,
        pixelAspect: Double = 1, frameRate: Double, busiestSecond: Int, frames: Int,
        start: Double = 0, end: Double, duration: Double, bytes: Int64 = 0
    ) {
        self.codec = codec
        self.tag = tag
        self.profile = profile
        self.level = level
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
        self.bits = bits
        self.is420 = is420
        self.hasAlpha = hasAlpha
        self.rotation = rotation
        self.isFlipped = isFlipped
        self.isInterlaced = isInterlaced
        self.isFullRange = isFullRange
        self.isHDR = isHDR
        self.isDolbyOnly = isDolbyOnly
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isConstantRate = isConstantRate
        self.hasSkipped = hasSkipped
        self.startsClean = startsClean
        self.pixelAspect = pixelAspect
        self.frameRate = frameRate
        self.busiestSecond = busiestSecond
        self.frames = frames
        self.start = start
        self.end = end
        self.duration = duration
        self.bytes = bytes
    }
}

/// The audio stream that is heard.
public struct AudioFacts: Codable, Sendable, Equatable {
    /// FFmpeg's name, such as `aac` or `pcm_s16le`.
    public var codec: String
    /// FFmpeg's number; nil where unknown.
    public var profile: Int?
    public var sampleRate: Int
    public var channels: Int
    public var bits: Int
    /// Nothing can be heard of it; nil where nobody has listened.
    public var isSilent: Bool?
    /// Seconds: when the first sound is heard, until when the last is, and as stated.
    public var start: Double
    public var end: Double
    public var duration: Double
    /// Of the packets read.
    public var bytes: Int64

    public init(
        codec: String, profile: Int? = nil, sampleRate: Int, channels: Int, bits: Int = 16,
        start: Double = 0, end: Double, duration: Double, bytes: Int64 = 0
    ) {
        self.codec = codec
        self.profile = profile
        self.sampleRate = sampleRate
        self.channels = channels
        self.bits = bits
        self.start = start
        self.end = end
        self.duration = duration
        self.bytes = bytes
    }
}
