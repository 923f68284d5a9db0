extension Inspection {
    /// FFmpeg's numbers for Baseline, Main and High, and the flag for Constrained Baseline.
    private static let profiles = [66, 77, 100]
    private static let constrained = 1 << 9

    mutating func checkVideo(_ video: VideoFacts) {
        guard let limits = profile.video else { return }
        if video.codec == "h264" {
            checkCoding(video)
        } else {
            report(.videoCodec, "the video is \(video.codec), it should be h264")
        }
        checkPixels(video)
        checkPlacement(video, limits)
        checkRate(video, limits)
        if !video.startsClean {
            report(.keyFrameFirst, "the video does not begin with a key frame")
        }
    }

    private mutating func checkCoding(_ video: VideoFacts) {
        if video.tag != "avc1" {
            report(.videoTag, "the video is tagged '\(video.tag)', it should be 'avc1'")
        }
        if let profile = video.profile, !Self.profiles.contains(profile & ~Self.constrained) {
            report(
                .videoProfile,
                "H.264 of profile \(profile), it should be Baseline, Main or High")
        } else if let level = video.level, level > Profile.mostLevel {
            report(
                .videoProfile,
                "H.264 of level \(Double(level) / 10), it should be at most 4.2")
        }
    }

    private mutating func checkPixels(_ video: VideoFacts) {
        // Of damaged video nobody may know.
        guard !video.pixelFormat.isEmpty || !has(.damaged) else { return }
        // `yuvj420p` is the same with full range, of which another rule speaks.
        if !["yuv420p", "yuvj420p"].contains(video.pixelFormat) || !video.is420 || video.bits > 8 {
            report(
                .pixelFormat,
                "the video is \(video.pixelFormat), it should be yuv420p: 4:2:0 with 8 bits")
        }
        if video.isFullRange || video.pixelFormat == "yuvj420p" {
            report(.colourRange, "the video's colours are of full range, not of video range")
        }
        if video.isHDR { report(.hdr, "the video is HDR (\(video.transfer)), it should be SDR") }
        if video.isInterlaced { report(.interlaced, "the video is interlaced") }
    }

    private mutating func checkPlacement(_ video: VideoFacts, _ limits: Profile.VideoLimits) {
        let most = limits.maxSide.value
        let size = "\(video.width.grouped)×\(video.height.grouped) pixels"
        if video.width < 1 || video.height < 1 {
            report(.pixelSize, "\(size), at least 1×1")
        } else if max(video.width, video.height) > most {
            report(
                .pixelSize, by: limits.maxSide, "\(size), longest side at most \(most.grouped)")
        }
        if abs(video.pixelAspect - 1) > 0.0001 {
            report(
                .pixelAspect,
                "pixels of \(video.pixelAspect.rounded(to: 4)) to 1, they should be square")
        }
        if video.rotation != 0 || video.isFlipped {
            let flipped = video.isFlipped ? ", mirrored" : ""
            report(.rotation, "stored turned by \(video.rotation)°\(flipped)")
        }
    }

    private mutating func checkRate(_ video: VideoFacts, _ limits: Profile.VideoLimits) {
        let most = limits.maxFrameRate.value
        let limit = most.rounded(to: 2)
        if video.frameRate > most + 0.01 {
            report(
                .frameRate, by: limits.maxFrameRate,
                "\(video.frameRate.rounded(to: 2)) pictures a second on average, at most \(limit)")
        } else if Double(video.busiestSecond) > most + 1 {
            report(
                .frameRate, by: limits.maxFrameRate,
                "\(video.busiestSecond) pictures within one second, at most \(limit)")
        }
    }
}
