#if canImport(FoundationEssentials)
    // All that is needed of Foundation: the rest brings 30 MB of tables into a program linked statically.
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Named limits for attachments: what one platform takes and PushMedia promises.
///
/// Profiles are data; a value in them says where it comes from.
public struct Profile: Codable, Sendable, Equatable {
    /// What `schema` says in a profile that this module reads.
    public static let schema = "pushmedia-profile/1"

    public let schema: String
    public let name: String
    public let summary: String
    /// What a file of it is, with the article: `an attachment`.
    public let subject: String
    /// The page that says what a file must be in general; nil where there is none.
    public let documentation: String?
    // Nil for a kind that is not taken.
    public let image: PictureLimits?
    public let animation: PictureLimits?
    public let video: VideoLimits?
    public let audio: AudioLimits?
    public var safety: SafetyLimits
    public let advice: [Advice]
    /// Of a profile made of several: which of them does not take a kind, by the kind's name.
    public let refusedBy: [String: String]?
    /// The profile's JSON, byte for byte, with that of what it is made of, for a digest; empty where it was
    /// made otherwise.
    public internal(set) var data = Data()
    /// What it was read from.
    var tree = ProfileTree()
    /// Of the profiles that are none of PushMedia's own, as they were read: they make the same profile elsewhere.
    public internal(set) var ownDocuments: [Data] = []

    /// The names of what it is made of: more than one where it extends another, or is the strictest of several.
    public var parts: [String] { tree.names }

    public struct PictureLimits: Codable, Sendable, Equatable {
        public let types: Limit<[MediaType]>
        public let maxBytes: Limit<Int64>
        /// In pixels.
        public let maxWidth: Limit<Int>
        public let maxHeight: Limit<Int>
        /// Of an animation: canvas × 4 bytes × frames, above which there is a warning.
        public let maxDecodedBytes: Limit<Int64>?
    }

    public struct VideoLimits: Codable, Sendable, Equatable {
        public let types: Limit<[MediaType]>
        public let maxBytes: Limit<Int64>
        public let maxSeconds: Limit<Double>
        /// The longest side, in pixels.
        public let maxSide: Limit<Int>
        /// Pictures a second.
        public let maxFrameRate: Limit<Double>
    }

    public struct AudioLimits: Codable, Sendable, Equatable {
        public let types: Limit<[MediaType]>
        public let maxBytes: Limit<Int64>
        public let maxSeconds: Limit<Double>
        /// What it must stay under to be heard at all; nil where nothing is documented.
        public let belowSeconds: Limit<Double>?
        /// Nil where the container decides.
        public let codings: Limit<[SoundCoding]>?
        /// Nil where more are only warned about.
        public let maxChannels: Limit<Int>?
    }

    /// What is safe to decode; beyond it a source is refused.
    public struct SafetyLimits: Codable, Sendable, Equatable {
        /// Of a still picture, or of one frame.
        public var maxPixels: Limit<Int64>
        /// Pixels of all frames of an animation together.
        public var maxDecodedPixels: Limit<Int64>
        public var maxFrames: Limit<Int>
        /// Of a picture, in pixels.
        public var maxSide: Limit<Int>
        /// Of a video or sound file.
        public var maxStreams: Limit<Int>
        /// Of one file: everything around pictures and sound that decoders read into memory.
        public var maxMetadataBytes: Limit<Int64>
        /// Of a source.
        public var maxInputBytes: Limit<Int64>
    }

    private enum CodingKeys: String, CodingKey {
        case schema, name, summary, subject, documentation, image, animation, video, audio, safety
        case advice, refusedBy
    }

    /// The highest level of H.264, times ten: of 4.2 are 1,920×1,080 pixels at 60 pictures a second
    /// (ITU-T H.264, table A-1), more than any profile asks for.
    public static let mostLevel = 42
}
