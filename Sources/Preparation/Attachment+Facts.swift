package import AttachmentRules
package import Storage

extension Attachment {
    /// A file that complies, as the manifest describes it.
    ///
    /// - Parameter facts: of the file, read as a whole, so that they tell where its thumbnail looks.
    package init(file: BytePath, facts: Facts, type: AttachmentType, sha256: String) {
        let size = facts.uprightSize
        self.init(
            file: file.text, kind: type.kind, type: type.uti, mime: type.mime, bytes: facts.bytes,
            sha256: sha256, width: size?.width, height: size?.height,
            frames: type.kind == .audio ? nil : facts.picture?.frames ?? facts.clip?.video?.frames,
            // To the microsecond, in which sums of floating-point numbers come out even.
            duration: (facts.picture?.duration ?? facts.clip?.playingTime).map {
                ($0 * 1e6).rounded() / 1e6
            },
            thumbnailClippingRect: facts.picture?.attention ?? facts.clip?.attention
                ?? size.map { ThumbnailClippingRect(centredSquareIn: $0.width, height: $0.height) },
            thumbnailTime: facts.thumbnailTime(of: type.kind))
    }
}

extension Facts {
    /// In pixels, as stored, which is upright in what complies; nil for sound.
    fileprivate var uprightSize: (width: Int, height: Int)? {
        if let picture { return (picture.width, picture.height) }
        return clip?.video.map { ($0.width, $0.height) }
    }

    fileprivate func thumbnailTime(of kind: AttachmentKind) -> Double? {
        switch kind {
        case .animation: Double(picture?.thumbnailFrame ?? 0)
        case .video: clip?.thumbnailTime ?? 0
        case .image, .audio: nil
        }
    }
}
