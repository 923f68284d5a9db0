internal import AttachmentRules
internal import CodecLink

extension Planner {
    /// Pictures and animations: keep, clean losslessly, or encode.
    func plan(for picture: PictureFacts, _ facts: Facts) -> Plan {
        let moves = picture.frames > 1 && !profile.takesStillsAlone
        // What is left of a damaged one stays a GIF, as it can without new pixels.
        if moves, animation == .video || profile.animation == nil, facts.rejection == nil,
            let filmRecipe
        {
            if let excess = excess(facts) { return .refuse(excess) }
            return .encode(.film(filmRecipe))
        }
        guard let limits = moves ? profile.animation : profile.image else {
            return .refuse(unsupported(facts.type))
        }
        let encode = moves ? animationRecipe(picture, limits) : stillRecipe(picture, limits)
        if let excess = excess(facts) { return .refuse(excess) }
        // A single-frame GIF may stay one; any other animation is published as GIF.
        // Nobody applies a GIF's colour profile, so it can go without changing what is seen.
        let hasRightColours = picture.isSRGB || facts.type == .gif
        guard hasWantedShape(picture, within: limits), picture.orientation == 1, hasRightColours
        else {
            return .encode(encode)
        }
        if facts.rejection != nil {
            let isLossless = facts.type == .gif && moves && isPublishable(cleaned(facts))
            return isLossless ? .remux(.salvage, otherwise: encode) : .encode(encode)
        }
        if picture.isSRGB, isPublishable(facts), !hasShortDelays(facts) { return .keep() }
        return isPublishable(cleaned(facts)) ? .remux(.clean, otherwise: encode) : .encode(encode)
    }

    /// Why a GIF that nobody has decoded is not decoded.
    private func excess(_ facts: Facts) -> Reason? {
        guard facts.type == .gif else { return nil }
        let findings = RuleBook.findings(for: facts, fileExtension: "gif", profile: profile)
        let finding = findings.first { RuleID(rawValue: $0.rule)?.rejection == .tooLarge }
        return finding.map { Reason(.tooLarge, $0.message) }
    }

    /// What the file would be without all that cleaning takes from it.
    private func cleaned(_ facts: Facts) -> Facts {
        var cleaned = facts
        if facts.type == .gif { cleaned.picture?.hasProfile = false }
        cleaned.picture?.privateMetadata = []
        cleaned.picture?.hasLocation = false
        cleaned.picture?.trailingBytes = 0
        cleaned.findings = []
        return cleaned
    }

    /// Whether viewers differ in how fast they play it: the attachment should look the same everywhere.
    private func hasShortDelays(_ facts: Facts) -> Bool {
        facts.findings.contains { $0.rule == RuleID.gifDelayTooShort.rawValue }
    }

    private func animationRecipe(
        _ picture: PictureFacts, _ limits: Profile.PictureLimits
    ) -> Recipe {
        .animation(
            PictureRecipe(
                maxWidth: limits.maxWidth.value, maxHeight: limits.maxHeight.value, fit: fit,
                orientation: picture.orientation, format: .gif, background: background,
                maxBytes: limits.maxBytes.value, plays: picture.plays, repairs: repairs))
    }

    private func stillRecipe(
        _ picture: PictureFacts, _ limits: Profile.PictureLimits
    ) -> Recipe {
        .image(
            PictureRecipe(
                maxWidth: limits.maxWidth.value, maxHeight: limits.maxHeight.value, fit: fit,
                orientation: picture.orientation, format: stillFormat(limits),
                background: background,
                maxBytes: limits.maxBytes.value, repairs: repairs))
    }

    /// What a still is encoded into: of JPEG and PNG the smaller one, if both are taken.
    private func stillFormat(_ limits: Profile.PictureLimits) -> PictureRecipe.Format {
        if !limits.types.value.contains(.png) { return .jpeg }
        return limits.types.value.contains(.jpeg) ? .smaller : .png
    }

    /// Whether the picture has a size that rendering it would give as well.
    private func hasWantedShape(
        _ picture: PictureFacts, within box: Profile.PictureLimits
    ) -> Bool {
        switch fit {
        case .inside:
            return picture.width <= box.maxWidth.value && picture.height <= box.maxHeight.value
        case .cover:
            return picture.width <= box.maxWidth.value
                && picture.width * box.maxHeight.value == picture.height * box.maxWidth.value
        case .contain:
            return picture.width == box.maxWidth.value && picture.height == box.maxHeight.value
        }
    }
}
