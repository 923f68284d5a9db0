package import AttachmentRules
internal import CMedia
package import CodecLink

/// The codec process's work: the Swift face of libvips and FFmpeg.
///
/// Blocking, on the thread that calls. Every input is opened by the loader or demuxer that belongs to
/// the type which the orchestrator has told from the bytes.
package struct Engine: CodecWork {
    private var limits: CodecLimits?

    package init() {}

    package mutating func start(_ limits: CodecLimits) throws(Refusal) -> CodecVersions {
        guard self.limits == nil else {
            throw Refusal(reason: .internal, stage: "open", message: "started twice")
        }
        var given = CMLimits(
            max_pixels: limits.maxPixels, max_decoded: limits.maxDecodedPixels,
            max_frames: Int32(clamping: limits.maxFrames),
            max_side: Int32(clamping: limits.maxSide),
            max_streams: Int32(clamping: limits.maxStreams),
            max_metadata: limits.maxMetadataBytes,
            threads: Int32(clamping: limits.threads),
            allow_svg: limits.allowed.contains(.svg), allow_jxl: limits.allowed.contains(.jxl),
            allow_jp2: limits.allowed.contains(.jp2))
        var error = CMError()
        guard unsafe cm_start(&given, &error) == 0 else { throw Refusal(error) }
        self.limits = limits
        return CodecVersions(
            libvips: unsafe String(cString: cm_vips_version()),
            ffmpeg: unsafe String(cString: cm_ffmpeg_version()), missing: Self.missing())
    }

    package func probe(
        _ probe: Probe, input: Int32, progress: @escaping @Sendable (Double) -> Bool
    ) throws(Refusal) -> Facts {
        let file = try InputFile(descriptor: input)
        try check(file, probe)
        if probe.type.loader != nil {
            let reader = PictureReader(probe: probe, input: file, limits: limits)
            return try reader.facts(Watch(progress))
        }
        guard let demuxer = probe.type.demuxer else { throw Self.unsupported(probe.type) }
        let reader = ClipReader(type: probe.type, demuxer: demuxer, input: file)
        return try reader.facts(probe, Watch(progress))
    }

    package func render(
        _ render: Render, input: Int32, output: Int32,
        progress: @escaping @Sendable (Double) -> Bool
    ) throws(Refusal) -> Rendering {
        let file = try InputFile(descriptor: input)
        switch render.recipe {
        case .clean:
            return try Cleaning.render(
                render.type, offset: render.offset, input: file, output: output)
        case .salvage:
            return try Cleaning.salvage(render.type, input: file, output: output)
        case .image(let recipe):
            return try pictureRenderer(render, file, output).still(recipe, Watch(progress))
        case .animation(let recipe):
            return try pictureRenderer(render, file, output).animation(recipe, Watch(progress))
        case .clip(let recipe):
            return try clipRenderer(render, file, output).render(recipe, Watch(progress))
        case .film(let recipe):
            return try pictureRenderer(render, file, output).film(recipe, Watch(progress))
        case .loop(let recipe, let start, let maxSeconds):
            let renderer = try clipRenderer(render, file, output)
            return try renderer.loop(recipe, from: start, for: maxSeconds, Watch(progress))
        }
    }

    /// Whether the file's metadata are few enough to be read into memory.
    private func check(_ input: InputFile, _ probe: Probe) throws(Refusal) {
        guard let most = limits?.maxMetadataBytes else { return }
        let bytes = MetadataSize.of(input.source, type: probe.type)
        guard bytes > most else { return }
        throw Refusal(
            reason: .tooLarge, stage: "open",
            message: "\(bytes) bytes of metadata, at most \(most) are read")
    }

    private func clipRenderer(
        _ render: Render, _ input: InputFile, _ output: Int32
    ) throws(Refusal) -> ClipRenderer {
        guard let demuxer = render.type.demuxer else { throw Self.unsupported(render.type) }
        return ClipRenderer(demuxer: demuxer, input: input.descriptor, output: output)
    }

    private func pictureRenderer(
        _ render: Render, _ input: InputFile, _ output: Int32
    ) throws(Refusal) -> PictureRenderer {
        guard var loader = render.type.loader else { throw Self.unsupported(render.type) }
        // Only a PNG's chunks tell that it is animated.
        if render.type == .png {
            let structure = PictureStructure(.png, try input.bytes(), offset: 0)
            loader = structure?.loader ?? loader
        }
        return PictureRenderer(
            loader: loader, offset: render.offset, input: input.descriptor, output: output)
    }

    private static func unsupported(_ type: MediaType) -> Refusal {
        Refusal(
            reason: .unsupported, stage: "open", message: "\(type.displayName) is not taken")
    }

    /// What `doctor` shows of libraries that were built without something that is needed.
    private static func missing() -> [String] {
        var names: [String] = []
        while let name = unsafe cm_missing(Int32(names.count)) {
            names.append(unsafe String(cString: name))
        }
        return names
    }
}
