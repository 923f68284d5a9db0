internal import CMedia
internal import CodecLink

/// Makes videos and sounds.
struct ClipRenderer {
    let demuxer: String
    let input: Int32
    let output: Int32

    func render(_ recipe: ClipRecipe, _ watch: Watch) throws(Refusal) -> Rendering {
        var options = CMClipOptions(recipe)
        var result = CMClipResult()
        var error = CMError()
        let status = unsafe watch.call { progress, context in
            unsafe cm_clip_render(
                input, demuxer, output, &options, progress, context, &result, &error)
        }
        guard status == 0 else { throw Refusal(error) }
        return Rendering(
            encodes: Int(result.encodes),
            damagedAt: result.damaged_at > 0 ? result.damaged_at : nil)
    }

    func loop(
        _ recipe: PictureRecipe, from start: Double, for maxSeconds: Double, _ watch: Watch
    ) throws(Refusal) -> Rendering {
        var options = CMImageOptions(recipe)
        var result = CMImageResult()
        var error = CMError()
        let status = unsafe watch.call { progress, context in
            unsafe cm_clip_animate(
                input, demuxer, output, start, maxSeconds, &options, progress, context, &result,
                &error)
        }
        guard status == 0 else { throw Refusal(error) }
        return Rendering(encodes: Int(result.encodes))
    }
}

extension CMClipOptions {
    init(_ recipe: ClipRecipe) {
        let container: CMContainer =
            switch recipe.container {
            case .mp4: .MP4
            case .m4a: .M4A
            case .mp3: .MP3
            case .wav: .WAV
            case .aiff: .AIFF
            case .caf: .CAF
            }
        self.init(
            container: container, video: CMTrack(recipe.video), audio: CMTrack(recipe.audio),
            start: recipe.start, max_seconds: recipe.maxSeconds,
            max_side: Int32(clamping: recipe.maxSide), max_frame_rate: recipe.maxFrameRate,
            max_bytes: recipe.maxBytes, loudness: recipe.loudness ?? 0, repair: recipe.repairs)
    }
}

extension CMTrack {
    init(_ track: ClipRecipe.Track) {
        self =
            switch track {
            case .drop: .drop
            case .copy: .copy
            case .encode: .encode
            }
    }
}
