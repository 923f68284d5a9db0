internal import AttachmentRules
internal import CodecLink

/// Animations that become videos, and videos that become animations.
extension Planner {
    /// An animation as a video, within the bounds of one; nil where no video is taken.
    var filmRecipe: FilmRecipe? {
        guard let limits = profile.video else { return nil }
        return FilmRecipe(
            background: background, maxSeconds: limits.maxSeconds.value,
            maxSide: limits.maxSide.value, maxFrameRate: limits.maxFrameRate.value,
            maxBytes: limits.maxBytes.value)
    }

    /// Seconds: of a longer video, a GIF that fits would be too poor to look at.
    private static let longestLoop = 10.0

    /// Whether a video may be published as a GIF: it is short, it moves, and nothing can be heard.
    func isLoop(_ clip: ClipFacts) -> Bool {
        guard let video = clip.video, video.frames > 1 else { return false }
        let isSilent = clip.audio == nil || clip.audio?.isSilent == true
        return isSilent && clip.playingTime <= Self.longestLoop
    }

    /// A video as an animation that plays for ever, within the bounds of one; nil where none is taken.
    var loopRecipe: Recipe? {
        guard let limits = profile.animation else { return nil }
        let picture = PictureRecipe(
            maxWidth: limits.maxWidth.value, maxHeight: limits.maxHeight.value, fit: .inside,
            orientation: 1, format: .gif, background: background, maxBytes: limits.maxBytes.value,
            plays: 0)
        return .loop(picture, start: start, maxSeconds: Self.longestLoop)
    }
}
