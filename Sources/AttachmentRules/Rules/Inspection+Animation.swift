extension Inspection {
    /// Bytes of a decoded pixel: red, green, blue and opacity.
    private static let bytesPerPixel: Int64 = 4

    /// How much a GIF holds, and how it plays.
    mutating func checkAnimation(_ picture: PictureFacts) {
        checkAmount(picture)
        if picture.frames > 1 {
            checkLoop(picture)
        } else if !has(.gifNoFrames) {
            report(.gifSingleFrame, "one frame: a still picture")
        }
    }

    /// One finding at most: each limit is milder than the one before it.
    private mutating func checkAmount(_ picture: PictureFacts) {
        guard !has(.pixels) else { return }
        let frames = "\(picture.frames.grouped) frames"
        let most = profile.safety.maxFrames.value
        guard picture.frames <= most else {
            report(.gifTooManyFrames, "\(frames), at most \(most.grouped)")
            return
        }
        let together = "\(frames) of \(picture.width)×\(picture.height), together"
        let safe = profile.safety.maxDecodedPixels.value
        let bytes = decodedBytes(picture)
        guard bytes / Self.bytesPerPixel <= safe else {
            report(.decodedPixels, "\(together) more than \(safe.grouped) pixels")
            return
        }
        if let budget = profile.animation?.maxDecodedBytes?.value, bytes > budget {
            report(
                .gifDecodedMemory,
                "\(together) \(bytes.grouped) bytes when decoded, more than \(budget.grouped)")
        }
    }

    /// Canvas × 4 × frames; the largest number where they overflow, since nobody vouches for facts.
    private func decodedBytes(_ picture: PictureFacts) -> Int64 {
        var product = Self.bytesPerPixel
        for factor in [picture.width, picture.height, picture.frames] {
            let next = product.multipliedReportingOverflow(by: Int64(factor))
            if next.overflow { return .max }
            product = next.partialValue
        }
        return product
    }

    /// Nobody watches longer: some encoders write the largest count for ever.
    private static let secondsLikeForEver = 3600.0

    private mutating func checkLoop(_ picture: PictureFacts) {
        guard let plays = picture.plays, plays > 0,
            Double(plays) * (picture.duration ?? 0) < Self.secondsLikeForEver
        else { return }
        report(
            .gifLoopFinite,
            plays == 1 ? "it plays once and stops" : "it stops after \(plays.grouped) plays")
    }
}
