internal import AttachmentRules
internal import CMedia
internal import CodecLink

/// Tells what a video or a sound is.
struct ClipReader {
    let type: MediaType
    let demuxer: String
    let input: InputFile

    func facts(_ probe: Probe, _ watch: Watch) throws(Refusal) -> Facts {
        // A verdict looks at every packet, however long the file is.
        let seconds = probe.depth.decodesAll ? 1e9 : probe.seconds
        var clip = CMClipFacts()
        var error = CMError()
        let status = unsafe cm_clip_probe(input.descriptor, demuxer, seconds, &clip, &error)
        guard status == 0 else { throw Refusal(error) }
        var facts = Facts(type: type, bytes: input.size)
        facts.clip = surrounded(ClipFacts(&clip), &facts.findings)
        if probe.listens, facts.clip?.video != nil, facts.clip?.audio != nil {
            facts.clip?.audio?.isSilent = isSilent(seconds, watch)
        }
        if probe.depth.decodesAll {
            try check(&facts, wantsThumbnail: probe.depth == .whole, watch)
        }
        return facts
    }

    /// Whether nothing can be heard; what cannot be decoded may be heard elsewhere.
    private func isSilent(_ seconds: Double, _ watch: Watch) -> Bool {
        var isSilent = false
        var error = CMError()
        let status = unsafe watch.call { progress, context in
            unsafe cm_clip_is_silent(
                input.descriptor, demuxer, seconds, progress, context, &isSilent, &error)
        }
        return status == 0 && isSilent
    }

    /// Adds what the container says around the streams.
    private func surrounded(_ streams: ClipFacts, _ findings: inout [Finding]) -> ClipFacts {
        var clip = streams
        switch type {
        case .mp4, .m4a, .mov, .m4v, .threeGP:
            let boxes = ISOBoxes(input.source)
            clip.isMoovFirst = boxes.isMoovFirst
            clip.isFragmented = boxes.isFragmented
            clip.trailingBytes = boxes.trailingBytes
            clip.isTruncated = clip.isTruncated || boxes.isTruncated
            clip.hasMetadata = clip.hasMetadata || boxes.hasMetadata
            clip.hasLocation = clip.hasLocation || boxes.hasLocation
            clip.hasCoverArt = clip.hasCoverArt || boxes.hasCoverArt
        case .mp3, .wav, .aiff, .caf:
            let tags = AudioTags(input.source, type: type)
            clip.trailingBytes = tags.trailingBytes
            clip.isTruncated = clip.isTruncated || tags.isTruncated
            clip.hasMetadata = !tags.privateMetadata.isEmpty
            clip.hasCoverArt = clip.hasCoverArt || tags.hasCoverArt
            findings += tags.findings
        default:
            break
        }
        return clip
    }

    /// Decodes everything; what is damaged is a finding, since it is a fact about the file.
    private func check(
        _ facts: inout Facts, wantsThumbnail: Bool, _ watch: Watch
    ) throws(Refusal) {
        var report = CMClipReport()
        var error = CMError()
        let status = unsafe watch.call { progress, context in
            unsafe cm_clip_check(
                input.descriptor, demuxer, wantsThumbnail, progress, context, &report, &error)
        }
        var message = "the decoder complains of \(report.errors) places"
        if status != 0 {
            let refusal = Refusal(error)
            guard refusal.reason == .corrupt else { throw refusal }
            message = refusal.message
        } else if report.has_thumbnail {
            facts.clip?.thumbnailTime = report.thumbnail_time
            facts.clip?.attention = ThumbnailClippingRect(report.thumbnail)
        }
        guard status != 0 || report.errors > 0 else { return }
        facts.findings.append(
            Finding(
                rule: RuleID.damaged.rawValue, severity: .error,
                message: "corrupt data: \(message)"))
    }
}

extension ClipFacts {
    init(_ clip: inout CMClipFacts) {
        self.init(
            duration: clip.duration, video: VideoFacts(&clip), audio: AudioFacts(&clip),
            otherStreams: Int(clip.other_streams), hasCoverArt: clip.has_cover_art,
            hasMetadata: clip.has_metadata, hasLocation: clip.has_location,
            isTruncated: clip.is_truncated)
    }
}

/// What FFmpeg's numbers say where they say nothing.
private let unknownNumber: Int32 = -99

private func known(_ number: Int32) -> Int? {
    number == unknownNumber ? nil : Int(number)
}

extension VideoFacts {
    fileprivate init?(_ clip: inout CMClipFacts) {
        let video = clip.video
        guard video.index >= 0 else { return nil }
        self.init(
            codec: unsafe String(cString: cm_video_codec(&clip)),
            tag: unsafe String(cString: cm_video_tag(&clip)),
            profile: known(video.profile), level: known(video.level),
            pixelFormat: unsafe String(cString: cm_pixel_format(&clip)),
            width: Int(video.width), height: Int(video.height), bits: Int(video.bits),
            is420: video.is_420, hasAlpha: video.has_alpha, rotation: Int(video.rotation),
            isFlipped: video.is_flipped, isInterlaced: video.is_interlaced,
            isFullRange: video.is_full_range, isHDR: video.is_hdr,
            isDolbyOnly: video.is_dolby_only,
            primaries: unsafe String(cString: cm_primaries(&clip)),
            transfer: unsafe String(cString: cm_transfer(&clip)),
            matrix: unsafe String(cString: cm_matrix(&clip)),
            isConstantRate: video.is_constant_rate, hasSkipped: video.has_skipped,
            startsClean: video.starts_clean, pixelAspect: video.pixel_aspect,
            frameRate: video.frame_rate, busiestSecond: Int(video.busiest_second),
            frames: Int(video.frames), start: video.start, end: video.end,
            duration: video.duration, bytes: video.bytes)
    }
}

extension AudioFacts {
    fileprivate init?(_ clip: inout CMClipFacts) {
        let audio = clip.audio
        guard audio.index >= 0 else { return nil }
        self.init(
            codec: unsafe String(cString: cm_audio_codec(&clip)), profile: known(audio.profile),
            sampleRate: Int(audio.sample_rate), channels: Int(audio.channels),
            bits: Int(audio.bits), start: audio.start, end: audio.end, duration: audio.duration,
            bytes: audio.bytes)
    }
}
