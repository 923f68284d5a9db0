package import AttachmentRules
package import CodecLink
internal import Foundation
internal import Storage

/// What the user asked for, as far as it changes an output.
package struct PreparationOptions: Sendable {
    package var profile: Profile
    package var fit: PictureRecipe.Fit
    /// Seconds into a video or a sound.
    package var start: Double

    package init(profile: Profile, fit: PictureRecipe.Fit = .inside, start: Double = 0) {
        self.profile = profile
        self.fit = fit
        self.start = start
    }

    /// Changes whenever the same source might give another output.
    package func settings(versions: CodecVersions) -> String {
        let parts = [
            profileDigest, fit.rawValue, "\(start)", Version.current,
            versions.libvips, versions.ffmpeg,
        ]
        return SHA256Digest.of(Array(parts.joined(separator: "\n").utf8)).hex
    }

    package var profileDigest: String { SHA256Digest.of(Array(profile.data)).hex }

    /// What every codec process is held to.
    package var codecLimits: CodecLimits {
        CodecLimits(
            maxPixels: profile.safety.maxPixels.value,
            maxDecodedPixels: profile.safety.maxDecodedPixels.value,
            maxFrames: profile.safety.maxFrames.value, maxSide: profile.safety.maxSide.value,
            maxStreams: profile.safety.maxStreams.value)
    }
}
