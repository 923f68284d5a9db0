internal import AttachmentRules
internal import CodecLink

extension Planner {
    /// Videos and sounds: keep, copy their packets, or encode.
    func plan(for clip: ClipFacts, _ facts: Facts) -> Plan {
        if clip.isTruncated, !repairs {
            return .refuse(.cutOff)
        }
        guard clip.video != nil || clip.audio != nil else {
            return .refuse(Reason(.noMedia, "there is no video and no sound in it"))
        }
        if clip.video?.isDolbyOnly == true {
            return .refuse(
                Reason(
                    .unsupported,
                    "its colours are Dolby Vision's own (profile 5); export it as SDR, HDR10 or HLG"
                ))
        }
        guard clip.playingTime > ClipFacts.shortest else {
            return .refuse(Reason(.noMedia, "there is nothing to see or hear in it"))
        }
        guard clip.playingTime > start else {
            return .refuse(.beforeStart)
        }
        if animation == .gif, isLoop(clip), let loopRecipe { return .encode(loopRecipe) }
        let plan = clip.video != nil ? videoPlan(clip, facts.type) : audioPlan(clip, facts.type)
        let isWanted = clip.audio.map { loudness == nil && !isUnwanted($0) } ?? true
        guard start == 0, isPublishable(facts), isWanted else {
            return plan
        }
        return .keep(otherwise: repairs ? plan.steps.last?.recipe : nil)
    }

    private func videoPlan(_ clip: ClipFacts, _ type: MediaType) -> Plan {
        guard let limits = profile.video else { return .refuse(unsupported(type)) }
        let sound = audioTrack(clip)
        let isCheaper = sound == .copy && !mayStay(clip.audio)
        let encode = videoRecipe(limits, video: .encode, audio: isCheaper ? .encode : sound)
        guard let video = clip.video, canCopy(video, from: type, limits) else {
            return .encode(.clip(encode))
        }
        let copy = videoRecipe(limits, video: .copy, audio: sound)
        return .remux(.clip(copy), otherwise: .clip(encode))
    }

    /// What is AAC already is not encoded again.
    ///
    /// Silence takes next to no bytes and stays, unless it is not wanted: who looks for the source's track
    /// finds it.
    private func audioTrack(_ clip: ClipFacts) -> ClipRecipe.Track {
        guard let audio = clip.audio, let video = clip.video, !isUnwanted(audio) else {
            return .drop
        }
        // Earlier sound is cut; before a later one there has to be silence.
        let startsInTime = audio.start - video.start < 0.05
        return startsInTime && isPlainAAC(audio) && loudness == nil ? .copy : .encode
    }

    private func isUnwanted(_ audio: AudioFacts) -> Bool {
        dropsSilence && audio.isSilent == true
    }

    /// Whether sound is copied beside a picture that is encoded: it takes little more of the bytes than it
    /// would when encoded, and nobody looks for the first damage, which decoding finds.
    private func mayStay(_ audio: AudioFacts?) -> Bool {
        guard let audio, !repairs else { return false }
        let seconds = max(audio.end - audio.start, 0.001)
        return Double(audio.bytes) * 8 / seconds <= Self.mostOfSound
    }

    /// Bits a second.
    private static let mostOfSound = 145_000.0

    private func videoRecipe(
        _ limits: Profile.VideoLimits, video: ClipRecipe.Track, audio: ClipRecipe.Track
    ) -> ClipRecipe {
        ClipRecipe(
            container: .mp4, video: video, audio: audio, start: start,
            maxSeconds: limits.maxSeconds.value, maxSide: limits.maxSide.value,
            maxFrameRate: limits.maxFrameRate.value, maxBytes: limits.maxBytes.value,
            loudness: loudness, repairs: repairs)
    }

    /// Whether the packets can be published as they are.
    ///
    /// Only from containers that tell when each picture is decoded and shown.
    private func canCopy(
        _ video: VideoFacts, from type: MediaType, _ limits: Profile.VideoLimits
    ) -> Bool {
        [.mp4, .m4a, .mov, .m4v, .threeGP, .matroska, .flv, .mpegTS].contains(type)
            && Self.isPlainH264(video) && video.startsClean && !video.hasSkipped
            && max(video.width, video.height) <= limits.maxSide.value
            && video.width % 2 == 0 && video.height % 2 == 0
            && video.frameRate <= limits.maxFrameRate.value + 0.01
            && Double(video.busiestSecond) <= limits.maxFrameRate.value + 1
    }

    /// H.264 that every iPhone plays, shown as it is stored.
    static func isPlainH264(_ video: VideoFacts) -> Bool {
        // Baseline, Main and High by FFmpeg's numbers, with the constrained bit (512) or without.
        let profiles = [66, 77, 100, 66 + 512]
        return video.codec == "h264" && profiles.contains(video.profile ?? 0)
            && (video.level ?? 0) <= Profile.mostLevel && video.is420 && video.bits == 8
            && !video.isInterlaced && !video.isFullRange
            && !video.isHDR && video.rotation == 0 && !video.isFlipped
            && abs(video.pixelAspect - 1) < 0.001
    }

    /// AAC-LC (FFmpeg's profile 1) in mono or stereo.
    private func isPlainAAC(_ audio: AudioFacts) -> Bool {
        audio.codec == "aac" && audio.profile == 1 && audio.channels <= 2
            && (8_000...48_000).contains(audio.sampleRate)
    }

    // Sound

    private func audioPlan(_ clip: ClipFacts, _ type: MediaType) -> Plan {
        guard let limits = profile.audio, let encoded = Self.encodable.first(where: limits.takes)
        else { return .refuse(unsupported(type)) }
        let encode = audioRecipe(limits, encoded, .encode)
        guard loudness == nil, let audio = clip.audio,
            let container = container(for: audio, from: type, limits), limits.takes(container),
            expectedBytes(audio, limits) <= Double(limits.maxBytes.value)
        else { return .encode(.clip(encode)) }
        return .remux(.clip(audioRecipe(limits, container, .copy)), otherwise: .clip(encode))
    }

    /// What sound is encoded into, the best first.
    private static let encodable: [ClipRecipe.Container] = [.m4a, .caf]

    private func audioRecipe(
        _ limits: Profile.AudioLimits, _ container: ClipRecipe.Container, _ track: ClipRecipe.Track
    ) -> ClipRecipe {
        ClipRecipe(
            container: container, video: .drop, audio: track, start: start,
            maxSeconds: limits.maxSeconds.value, maxSide: 0, maxFrameRate: 0,
            maxBytes: limits.maxBytes.value, loudness: loudness, repairs: repairs)
    }

    /// The container that takes these packets as they are, if there is one.
    private func container(
        for audio: AudioFacts, from type: MediaType, _ limits: Profile.AudioLimits
    ) -> ClipRecipe.Container? {
        if let codings = limits.codings?.value {
            guard let coding = SoundCoding(codec: audio.codec), codings.contains(coding) else {
                return nil
            }
            if coding != .aac, coding != .mp3 {
                return container(for: coding, audio, from: type, limits)
            }
        }
        return switch audio.codec {
        case "aac" where isPlainAAC(audio): .m4a
        case "alac": .m4a
        case "mp3" where audio.channels <= 2: .mp3
        case let codec where codec.hasPrefix("pcm_") && audio.channels <= 2:
            switch type {
            case .wav: .wav
            case .aiff: .aiff
            default: nil
            }
        default: nil
        }
    }

    /// The same for a notification's sound: the container that it is in.
    private func container(
        for coding: SoundCoding, _ audio: AudioFacts, from type: MediaType,
        _ limits: Profile.AudioLimits
    ) -> ClipRecipe.Container? {
        guard audio.channels <= limits.maxChannels?.value ?? 2 else { return nil }
        return switch type {
        case .wav: .wav
        // What an AIFF counts in its header is packets for some readers, and samples for others.
        case .aiff: coding == .ima4 ? .caf : .aiff
        case .caf: .caf
        default: nil
        }
    }

    /// Of a copy that is cut to the profile's length.
    private func expectedBytes(_ audio: AudioFacts, _ limits: Profile.AudioLimits) -> Double {
        let seconds = max(audio.end - audio.start, 0.001)
        return Double(audio.bytes) * min(1, limits.maxSeconds.value / seconds)
    }
}

extension Profile.AudioLimits {
    fileprivate func takes(_ container: ClipRecipe.Container) -> Bool {
        MediaType(rawValue: container.rawValue).map(types.value.contains) ?? false
    }
}
