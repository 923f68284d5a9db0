extension Inspection {
    /// Time bases are coarser than microseconds: a stated length may be a little over.
    static let tolerance = 0.0005

    mutating func checkClip(_ type: AttachmentType) {
        guard let clip = facts.clip else { return }
        guard clip.video != nil || clip.audio != nil else {
            report(.noMedia, "neither video nor sound in it")
            return
        }
        guard clip.playingTime > ClipFacts.shortest || has(.damaged) || clip.isTruncated else {
            report(.noMedia, "there is nothing to see or hear in it")
            return
        }
        checkDuration(clip, type.kind)
        checkContainer(clip, type)
        if let video = clip.video { checkVideo(video) }
        if let audio = clip.audio { checkAudio(audio, type) }
        if clip.hasMetadata && !has(.privateMetadata) {
            report(.privateMetadata, "tags such as title, date or device")
        }
        if clip.hasLocation { report(.locationMetadata, "the metadata tell where it was taken") }
        reportTrailing(clip.trailingBytes)
    }

    private mutating func checkDuration(_ clip: ClipFacts, _ kind: AttachmentKind) {
        let limit = profile.maxSeconds(of: kind)
        let most = limit?.value ?? .infinity
        if kind == .audio, isTooLongToBeHeard(clip.playingTime) {
            let below = profile.audio?.belowSeconds?.value.rounded(to: 3) ?? ""
            report(
                .soundDuration, by: profile.audio?.belowSeconds,
                "\(clip.playingTime.rounded(to: 3)) s, not less than \(below) s: "
                    + "the system plays the default sound instead")
        } else if clip.playingTime > most + Self.tolerance {
            report(
                .duration, by: limit,
                "\(clip.playingTime.rounded(to: 3)) s, at most \(most.rounded(to: 3)) s")
        }
        if clip.duration <= 0 { report(.noDuration, "the container tells no duration") }
    }

    private func isTooLongToBeHeard(_ seconds: Double) -> Bool {
        seconds >= profile.audio?.belowSeconds?.value ?? .infinity
    }

    private mutating func checkContainer(_ clip: ClipFacts, _ type: AttachmentType) {
        if clip.isTruncated && !has(.truncated) {
            report(.truncated, "cut off: it ends before its own index or header says")
        }
        if clip.isMoovFirst == false {
            report(.moovFirst, "the index (moov) stands behind the media")
        }
        if clip.isFragmented { report(.fragmented, "a fragmented MP4") }
        if clip.otherStreams > 0 {
            let streams = clip.otherStreams == 1 ? "stream" : "streams"
            report(.streams, "\(clip.otherStreams) \(streams) besides one video and one sound")
        }
        if clip.hasCoverArt { report(.coverArt, "a cover picture is embedded") }
    }

    private mutating func checkAudio(_ audio: AudioFacts, _ type: AttachmentType) {
        if type.kind == .audio, let codings = profile.audio?.codings {
            checkCoding(audio, codings)
        } else {
            checkCodec(audio, type)
        }
        if type.kind == .audio, let most = profile.audio?.maxChannels {
            if audio.channels > most.value {
                report(
                    .soundChannels, by: most, "\(audio.channels) channels, at most \(most.value)")
            }
        } else if audio.channels > 2 {
            report(.audioChannels, "\(audio.channels) channels, at most 2")
        }
    }

    private mutating func checkCoding(_ audio: AudioFacts, _ codings: Limit<[SoundCoding]>) {
        if let coding = SoundCoding(codec: audio.codec), codings.value.contains(coding) { return }
        let names = codings.value.map(\.displayName)
        let list = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        report(.soundCodec, by: codings, "the sound is \(audio.codec), it should be \(list)")
    }

    private mutating func checkCodec(_ audio: AudioFacts, _ type: AttachmentType) {
        let allowed: [String] =
            switch type {
            case .mp4: ["aac"]
            case .m4a: ["aac", "alac"]
            case .mp3: ["mp3"]
            default: []
            }
        let isAllowed = allowed.isEmpty ? isPlainPCM(audio.codec) : allowed.contains(audio.codec)
        if !isAllowed {
            let names = allowed.isEmpty ? "PCM" : allowed.joined(separator: " or ")
            report(.audioCodec, "the sound is \(audio.codec), it should be \(names)")
        }
    }

    private func isPlainPCM(_ codec: String) -> Bool { codec.hasPrefix("pcm_") }
}
