internal import AttachmentRules
internal import CodecLink
internal import FoundationEssentials
internal import Preparation

/// What the user asked for, as a message carries it to the workers.
struct JobOptions: Codable, Sendable, Equatable {
    private var profile: String
    /// Those of them that no worker knows by name, as the user wrote them; nil for none.
    private var ownProfiles: [String]?
    /// Of the profile's data: a worker with other limits under the same name must not take the job.
    private var profileSHA256: String
    private var fit: PictureRecipe.Fit
    private var start: Double
    private var background: UInt32?
    private var allowed: [MediaType]
    private var repairs: Bool
    private var dropsSilence: Bool
    private var animation: String?
    private var loudness: Double?
    private var maxOutputBytes: Int64
    private var maxInputBytes: Int64
    private var maxPixels: Int64
    private var maxMetadataBytes: Int64
    private var maxFrames: Int
    private var maxStreams: Int

    init(_ options: PreparationOptions) {
        profile = options.profile.name
        let own = options.profile.ownDocuments
        ownProfiles = own.isEmpty ? nil : own.map { String(decoding: $0, as: UTF8.self) }
        profileSHA256 = options.profileDigest
        fit = options.fit
        start = options.start
        background = options.background
        allowed = options.allowed.sorted { $0.rawValue < $1.rawValue }
        repairs = options.repairs
        dropsSilence = options.dropsSilence
        animation = options.animation?.rawValue
        loudness = options.loudness
        maxOutputBytes = options.maxOutputBytes
        let safety = options.profile.safety
        maxInputBytes = safety.maxInputBytes.value
        maxPixels = safety.maxPixels.value
        maxMetadataBytes = safety.maxMetadataBytes.value
        maxFrames = safety.maxFrames.value
        maxStreams = safety.maxStreams.value
    }

    /// The same options for this program.
    ///
    /// Throws `.otherProfile` where it has no such profile.
    func preparation() throws(ClusterError) -> PreparationOptions {
        guard var known = try? namedProfile() else { throw otherProfile }
        known.safety.maxInputBytes.value = maxInputBytes
        known.safety.maxPixels.value = maxPixels
        known.safety.maxMetadataBytes.value = maxMetadataBytes
        known.safety.maxFrames.value = maxFrames
        known.safety.maxStreams.value = maxStreams
        var options = PreparationOptions(
            profile: known, fit: fit, start: start, background: background,
            allowed: Set(allowed), repairs: repairs, dropsSilence: dropsSilence,
            animation: animation.flatMap(AnimationKind.init(rawValue:)), loudness: loudness)
        options.maxOutputBytes = maxOutputBytes
        guard options.profileDigest == profileSHA256 else { throw otherProfile }
        return options
    }

    private func namedProfile() throws(ProfileError) -> Profile {
        guard let ownProfiles else { return try Profile.named(profile) }
        var profiles: [Profile] = []
        let own = try ownProfiles.map { text throws(ProfileError) in
            try Profile(data: Data(text.utf8))
        }
        for name in profile.split(separator: ",") where !own.contains(where: { $0.name == name }) {
            profiles.append(try Profile.named(String(name)))
        }
        return try Profile.strictest(of: profiles + own)
    }

    private var otherProfile: ClusterError {
        ClusterError(.otherProfile(profile), operation: "read", subject: "a job")
    }
}
