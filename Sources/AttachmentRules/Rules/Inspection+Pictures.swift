extension Inspection {
    mutating func checkPicture(_ type: AttachmentType) {
        guard let picture = facts.picture else { return }
        checkSize(picture, type)
        checkColours(picture, type)
        if picture.orientation != 1 {
            report(
                .orientation,
                "stored turned: Exif orientation \(picture.orientation), "
                    + "which not all viewers apply")
        }
        if type == .png && picture.frames > 1 && !has(.pngAnimated) {
            report(
                .pngAnimated,
                "an animated PNG of \(picture.frames.grouped) frames: the system shows one picture")
        }
        if type == .gif { checkAnimation(picture) }
        reportMetadata(picture.privateMetadata, hasLocation: picture.hasLocation)
        if !has(.gifTrailingData) { reportTrailing(picture.trailingBytes) }
    }

    mutating func reportMetadata(_ kinds: [String], hasLocation: Bool) {
        if !kinds.isEmpty {
            report(.privateMetadata, "private metadata: \(kinds.joined(separator: ", "))")
        }
        if hasLocation { report(.locationMetadata, "the metadata tell where it was taken") }
    }

    mutating func reportTrailing(_ bytes: Int64) {
        if bytes > 0 {
            report(.trailingData, "\(bytes.grouped) bytes follow the end of the media")
        }
    }

    private mutating func checkSize(_ picture: PictureFacts, _ type: AttachmentType) {
        guard let limits = type.kind == .animation ? profile.animation : profile.image else {
            return
        }
        let (width, height) = (limits.maxWidth.value, limits.maxHeight.value)
        let size = "\(picture.width.grouped)×\(picture.height.grouped) pixels"
        if picture.width < 1 || picture.height < 1 {
            report(.pixelSize, "\(size), at least 1×1")
        } else if picture.width > width || picture.height > height {
            let limit = picture.width > width ? limits.maxWidth : limits.maxHeight
            report(.pixelSize, by: limit, "\(size), at most \(width.grouped)×\(height.grouped)")
        }
        let pixels = Int64(clamping: picture.width).multipliedReportingOverflow(
            by: Int64(clamping: picture.height))
        let most = profile.safety.maxPixels.value
        if pixels.overflow || pixels.partialValue > most {
            report(.pixels, "\(size), together more than \(most.grouped)")
        }
    }

    private mutating func checkColours(_ picture: PictureFacts, _ type: AttachmentType) {
        let isForPrint = picture.colour == .cmyk || picture.colour == .other
        if type == .jpeg && isForPrint && !has(.jpegNoPicture) {
            report(.cmyk, "neither grey nor RGB: colours for print, which viewers show wrongly")
        }
        if picture.bitsPerChannel > 8 {
            report(
                .bitDepth, onStrangers: type == .png ? .warning : .error,
                "\(picture.bitsPerChannel) bits a channel, at most 8")
        }
        if !picture.isSRGB {
            let name = picture.profileName.map { " '\($0)'" } ?? ""
            let what =
                picture.statesOtherColours
                ? "a gamma or colour code of its own" : "a colour profile\(name)"
            report(.colourProfile, "\(what): readers that ignore it show other colours")
        }
    }
}
