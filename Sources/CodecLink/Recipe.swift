package import AttachmentRules

/// A question about the input.
package struct Probe: Codable, Sendable, Equatable {
    package enum Depth: String, Codable, Sendable {
        /// Headers and packets of the time that can be published: enough for a plan.
        case plan
        /// Everything, decoded to the end: enough for a verdict.
        case verdict
        /// The same, and what a thumbnail shows: for an attachment that is published.
        case whole

        /// Whether everything is decoded.
        package var decodesAll: Bool { self != .plan }
    }

    package var type: MediaType
    /// Where in the file the media begin.
    package var offset: Int64
    package var depth: Depth
    /// How much of a clip the plan depth reads.
    package var seconds: Double
    /// Whether the answer lists the frames of a GIF.
    package var listsFrames: Bool
    /// Whether the answer tells if a video's sound is silent.
    package var listens: Bool

    package init(
        type: MediaType, offset: Int64 = 0, depth: Depth, seconds: Double,
        listsFrames: Bool = false, listens: Bool = false
    ) {
        self.type = type
        self.offset = offset
        self.depth = depth
        self.seconds = seconds
        self.listsFrames = listsFrames
        self.listens = listens
    }
}

/// A piece of rendering work.
package struct Render: Codable, Sendable, Equatable {
    package var type: MediaType
    package var offset: Int64
    package var recipe: Recipe

    package init(type: MediaType, offset: Int64 = 0, recipe: Recipe) {
        self.type = type
        self.offset = offset
        self.recipe = recipe
    }
}

/// How an output is made of an input.
package enum Recipe: Codable, Sendable, Equatable {
    /// The same picture data, block for block, without what must not leave the house.
    case clean
    /// As `clean`, and without a last frame of an animation that is cut off or damaged.
    case salvage
    case image(PictureRecipe)
    case animation(PictureRecipe)
    case clip(ClipRecipe)
    /// An animation as a video.
    case film(FilmRecipe)
    /// A clip's picture as an animation, from so many seconds on, for at most so many.
    case loop(PictureRecipe, start: Double, maxSeconds: Double)

    /// Some of the output's media data are the source's own, damage included.
    package var copies: Bool {
        switch self {
        case .clean, .salvage: true
        case .clip(let recipe): recipe.video == .copy || recipe.audio == .copy
        case .image, .animation, .film, .loop: false
        }
    }
}

/// How a picture or an animation is made.
package struct PictureRecipe: Codable, Sendable, Equatable {
    package enum Fit: String, Codable, Sendable, CaseIterable { case inside, cover, contain }
    package enum Format: String, Codable, Sendable { case jpeg, png, smaller, gif }

    package var maxWidth: Int
    package var maxHeight: Int
    package var fit: Fit
    /// The Exif value to apply, 1...8.
    package var orientation: Int
    package var format: Format
    /// 0xRRGGBB, around a contained picture and under what is transparent; nil for transparency, or white
    /// where the format has none.
    package var background: UInt32?
    package var maxBytes: Int64
    /// Of an animation whose loader does not know it: 0 for ever.
    package var plays: Int?
    /// Render what is left of a damaged picture, as browsers do.
    package var repairs: Bool

    package init(
        maxWidth: Int, maxHeight: Int, fit: Fit, orientation: Int, format: Format,
        background: UInt32? = nil, maxBytes: Int64, plays: Int? = nil, repairs: Bool = false
    ) {
        self.maxWidth = maxWidth
        self.maxHeight = maxHeight
        self.fit = fit
        self.orientation = orientation
        self.format = format
        self.background = background
        self.maxBytes = maxBytes
        self.plays = plays
        self.repairs = repairs
    }
}

/// How a video or a sound is made.
package struct ClipRecipe: Codable, Sendable, Equatable {
    package enum Container: String, Codable, Sendable {
        case mp4, m4a, mp3, wav, aiff
        /// Encoded into it, sound becomes 16-bit PCM, or IMA4 where that is too large.
        case caf
    }

    package enum Track: String, Codable, Sendable { case drop, copy, encode }

    package var container: Container
    package var video: Track
    package var audio: Track
    /// Seconds into the source.
    package var start: Double
    package var maxSeconds: Double
    /// Of the picture, as is the rate; 0 for sound alone.
    package var maxSide: Int
    package var maxFrameRate: Double
    package var maxBytes: Int64
    /// Of encoded sound, in LUFS; nil leaves it as it is.
    package var loudness: Double?
    /// Render a damaged clip up to the first damage.
    package var repairs: Bool

    package init(
        container: Container, video: Track, audio: Track, start: Double, maxSeconds: Double,
        maxSide: Int, maxFrameRate: Double, maxBytes: Int64, loudness: Double? = nil,
        repairs: Bool = false
    ) {
        self.container = container
        self.video = video
        self.audio = audio
        self.start = start
        self.maxSeconds = maxSeconds
        self.maxSide = maxSide
        self.maxFrameRate = maxFrameRate
        self.maxBytes = maxBytes
        self.loudness = loudness
        self.repairs = repairs
    }
}

/// How an animation is made into a silent MP4.
package struct FilmRecipe: Codable, Sendable, Equatable {
    /// 0xRRGGBB, under what is transparent; nil for white.
    package var background: UInt32?
    package var maxSeconds: Double
    package var maxSide: Int
    package var maxFrameRate: Double
    package var maxBytes: Int64

    package init(
        background: UInt32? = nil, maxSeconds: Double, maxSide: Int, maxFrameRate: Double,
        maxBytes: Int64
    ) {
        self.background = background
        self.maxSeconds = maxSeconds
        self.maxSide = maxSide
        self.maxFrameRate = maxFrameRate
        self.maxBytes = maxBytes
    }
}

/// What rendering did, beyond the bytes in the output.
package struct Rendering: Codable, Sendable, Equatable {
    /// How many encodes it took to come under the cap; 0 for a copy.
    package var encodes: Int
    /// A wrong or corrupt ICC profile was taken for sRGB.
    package var profileIgnored: Bool
    /// The source is damaged, and this is what was left of it.
    package var repaired: Bool
    /// The number of a damaged last frame that had to go.
    package var droppedFrame: Int?
    /// Seconds published of a damaged clip, whose rest had to go.
    package var damagedAt: Double?

    package init(
        encodes: Int, profileIgnored: Bool = false, repaired: Bool = false,
        droppedFrame: Int? = nil, damagedAt: Double? = nil
    ) {
        self.encodes = encodes
        self.profileIgnored = profileIgnored
        self.repaired = repaired
        self.droppedFrame = droppedFrame
        self.damagedAt = damagedAt
    }
}
