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
    // Nil for a kind that is not taken; every profile takes sounds.
    public let image: PictureLimits?
    public let animation: PictureLimits?
    public let video: VideoLimits?
    public let audio: AudioLimits
    public var safety: SafetyLimits
    public let advice: [Advice]
    /// The profile's JSON, byte for byte, for a digest; empty where it was made otherwise.
    public private(set) var data = Data()

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

    /// What a vendor recommends for one kind of attachment.
    public struct Advice: Codable, Sendable, Equatable {
        /// The rule's stable id.
        public let id: String
        public let vendor: String
        public let kind: AttachmentKind
        public let maxBytes: Int64?
        public let minWidth: Int?
        public let maxWidth: Int?
        public let source: String
        public let date: String
    }

    private enum CodingKeys: String, CodingKey {
        case schema, name, summary, subject, documentation, image, animation, video, audio, safety
        case advice
    }

    /// The names of all profiles that come with this module.
    public static let names = embedded.map(\.name)

    private static let embedded: [(name: String, bytes: [UInt8])] = [
        ("ios", PackageResources.ios_json), ("ios-sound", PackageResources.ios_sound_json),
    ]

    /// The profile of this name.
    public static func named(_ name: String) throws(ProfileError) -> Profile {
        guard let found = embedded.first(where: { $0.name == name }) else {
            throw .unknown(name: name)
        }
        return try Profile(data: Data(found.bytes))
    }

    /// A profile from its JSON.
    public init(data: Data) throws(ProfileError) {
        do {
            self = try JSONDecoder().decode(Profile.self, from: data)
        } catch {
            throw .unreadable(description: "\(error)")
        }
        guard schema == Self.schema else {
            throw .unreadable(description: "its schema is '\(schema)', not '\(Self.schema)'")
        }
        self.data = data
    }

    /// The highest level of H.264, times ten: of 4.2 are 1,920×1,080 pixels at 60 pictures a second
    /// (ITU-T H.264, table A-1), more than any profile asks for.
    public static let mostLevel = 42
}

/// Why there is no profile.
public enum ProfileError: Error, Sendable, Equatable, CustomStringConvertible {
    case unknown(name: String)
    case unreadable(description: String)

    public var description: String {
        switch self {
        case .unknown(let name):
            "no profile is named '\(name)'; there is \(Profile.names.joined(separator: ", "))"
        case .unreadable(let description): "the profile cannot be read: \(description)"
        }
    }
}
