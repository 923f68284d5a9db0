package import AttachmentRules
package import CodecLink
internal import FoundationEssentials
internal import Storage

/// What animations and short silent videos become.
package enum AnimationKind: String, Sendable, CaseIterable { case gif, video }

/// What the user asked for, as far as it changes an output.
package struct PreparationOptions: Sendable {
    package var profile: Profile
    package var fit: PictureRecipe.Fit
    /// Seconds into a video or a sound.
    package var start: Double
    /// 0xRRGGBB, around contained pictures and under what is transparent; nil for transparency.
    package var background: UInt32?
    /// Types that are not taken by default, since libvips does not trust their loaders.
    package var allowed: Set<MediaType>
    /// Publish what is left of a damaged picture, or a clip up to its damage, with a finding.
    package var repairs: Bool
    /// Leave out a video's sound in which nothing is heard.
    package var dropsSilence: Bool
    /// What moves is published as this; nil keeps videos videos, and makes GIFs of animations.
    package var animation: AnimationKind?
    /// Of every sound, in LUFS; nil leaves it as it is.
    package var loudness: Double?
    /// Of what a codec process writes, in bytes, good or not.
    package var maxOutputBytes = Self.defaultMaxOutputBytes

    /// Some encodes overshoot before they come under the cap; several times that is a runaway.
    package static let defaultMaxOutputBytes: Int64 = 64_000_000

    /// What `allowed` may hold.
    package static let allowable: [MediaType] = [.svg, .jxl, .jp2]

    package init(
        profile: Profile, fit: PictureRecipe.Fit = .inside, start: Double = 0,
        background: UInt32? = nil, allowed: Set<MediaType> = [], repairs: Bool = false,
        dropsSilence: Bool = false, animation: AnimationKind? = nil, loudness: Double? = nil
    ) {
        self.profile = profile
        self.fit = fit
        self.start = start
        self.background = background
        self.allowed = allowed
        self.repairs = repairs
        self.dropsSilence = dropsSilence
        self.animation = animation
        self.loudness = loudness
    }

    /// Changes whenever the same source might give another output.
    package func settings(versions: CodecVersions) -> String {
        let parts = [
            profileDigest, fit.rawValue, "\(start)", Version.current,
            background.map { "\($0)" } ?? "-",
            allowed.map(\.rawValue).sorted().joined(separator: ","),
            "\(repairs)", "\(dropsSilence)", animation?.rawValue ?? "-",
            loudness.map { "\($0)" } ?? "-", limits.map { "\($0)" }.joined(separator: ","),
            versions.libvips, versions.ffmpeg,
        ]
        return SHA256Digest.of(Array(parts.joined(separator: "\n").utf8)).hex
    }

    /// What a source may be refused for under one set of options and not under another.
    private var limits: [Int64] {
        let safety = profile.safety
        return [
            safety.maxPixels.value, safety.maxDecodedPixels.value, Int64(safety.maxFrames.value),
            Int64(safety.maxSide.value), Int64(safety.maxStreams.value),
            safety.maxMetadataBytes.value, safety.maxInputBytes.value, maxOutputBytes,
        ]
    }

    /// One second of a clip more than is published, so that a plan sees whether anything has to be cut.
    package var secondsToRead: Double { start + profile.maxSeconds + 1 }

    /// Whether a plan depends on a video's sound being silent, which only decoding it tells.
    var listens: Bool { animation == .gif || dropsSilence }

    package var profileDigest: String { SHA256Digest.of(Array(profile.data)).hex }

    /// What every codec process is held to.
    package var codecLimits: CodecLimits {
        CodecLimits(
            maxPixels: profile.safety.maxPixels.value,
            maxDecodedPixels: profile.safety.maxDecodedPixels.value,
            maxFrames: profile.safety.maxFrames.value, maxSide: profile.safety.maxSide.value,
            maxStreams: profile.safety.maxStreams.value,
            maxMetadataBytes: profile.safety.maxMetadataBytes.value,
            maxOutputBytes: maxOutputBytes, allowed: allowed)
    }
}
