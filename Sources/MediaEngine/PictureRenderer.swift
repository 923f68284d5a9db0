internal import CMedia
internal import CodecLink

/// Makes pictures and animations.
struct PictureRenderer {
    let loader: String
    let offset: Int64
    let input: Int32
    let output: Int32

    func still(_ recipe: PictureRecipe, _ watch: Watch) throws(Refusal) -> Rendering {
        try unsafe render(recipe, watch) { options, progress, context, result, error in
            unsafe cm_image_render(
                input, offset, loader, output, options, progress, context, result, error)
        }
    }

    func animation(_ recipe: PictureRecipe, _ watch: Watch) throws(Refusal) -> Rendering {
        try unsafe render(recipe, watch) { options, progress, context, result, error in
            unsafe cm_animation_render(
                input, offset, loader, output, options, progress, context, result, error)
        }
    }

    func film(_ recipe: FilmRecipe, _ watch: Watch) throws(Refusal) -> Rendering {
        var options = CMFilmOptions(recipe)
        var result = CMClipResult()
        var error = CMError()
        let status = unsafe watch.call { progress, context in
            unsafe cm_animation_film(
                input, offset, loader, output, &options, progress, context, &result, &error)
        }
        guard status == 0 else { throw Refusal(error) }
        return Rendering(encodes: Int(result.encodes))
    }

    private typealias Call = (
        UnsafePointer<CMImageOptions>, CMProgress, UnsafeMutableRawPointer,
        UnsafeMutablePointer<CMImageResult>, UnsafeMutablePointer<CMError>
    ) -> Int32

    private func render(
        _ recipe: PictureRecipe, _ watch: Watch, _ call: Call
    ) throws(Refusal) -> Rendering {
        var options = CMImageOptions(recipe)
        var result = CMImageResult()
        var error = CMError()
        let status = unsafe watch.call { progress, context in
            unsafe call(&options, progress, context, &result, &error)
        }
        guard status == 0 else { throw Refusal(error) }
        return Rendering(
            encodes: Int(result.encodes), profileIgnored: result.profile_ignored,
            repaired: result.repaired)
    }
}

extension CMFilmOptions {
    init(_ recipe: FilmRecipe) {
        self.init(
            background: recipe.background ?? 0xFF_FF_FF, max_seconds: recipe.maxSeconds,
            max_side: Int32(clamping: recipe.maxSide), max_frame_rate: recipe.maxFrameRate,
            max_bytes: recipe.maxBytes)
    }
}

extension CMImageOptions {
    init(_ recipe: PictureRecipe) {
        let fit: CMFit =
            switch recipe.fit {
            case .inside: .inside
            case .cover: .cover
            case .contain: .contain
            }
        let format: CMImageFormat =
            switch recipe.format {
            case .jpeg: .JPEG
            case .png: .PNG
            case .smaller: .smaller
            case .gif: .GIF
            }
        self.init(
            max_width: Int32(clamping: recipe.maxWidth),
            max_height: Int32(clamping: recipe.maxHeight), fit: fit,
            orientation: Int32(clamping: recipe.orientation), format: format,
            background: recipe.background ?? 0xFF_FF_FF,
            is_opaque: recipe.background != nil, max_bytes: recipe.maxBytes,
            plays: recipe.plays.map { Int32(clamping: $0) } ?? -1, repair: recipe.repairs)
    }
}
