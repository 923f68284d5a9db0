internal import AttachmentRules
internal import CMedia
internal import CodecLink

/// Tells what a picture or an animation is.
///
/// The structure is read in Swift, the header by the library that would decode it; the library's word
/// counts for the pixels, the structure's for everything around them.
struct PictureReader {
    let probe: Probe
    let input: InputFile
    let limits: CodecLimits?

    private var type: MediaType { probe.type }
    private var offset: Int64 { probe.offset }

    func facts(_ watch: Watch) throws(Refusal) -> Facts {
        let structure = PictureStructure(type, try input.bytes(), offset: Int(offset))
        var facts = Facts(
            type: type, bytes: input.size, picture: structure?.facts,
            findings: structure?.findings ?? [])
        if probe.listsFrames { facts.frames = structure?.frames }
        // What the structure says is wrong beyond repair is said better than the library could.
        if facts.rejection != nil || isTooMuch(structure?.facts) { return facts }
        guard let loader = structure?.loader ?? type.loader else {
            throw Refusal(
                reason: .unsupported, stage: "open", message: "\(type.displayName) is not taken")
        }
        var report = CMImageReport()
        let header = try decoded(loader, &facts.findings, &report, watch)
        facts.picture = merged(structure?.facts, header)
        if probe.depth == .whole, facts.rejection == nil {
            facts.picture?.thumbnailFrame =
                report.has_thumbnail ? Int(report.thumbnail_frame) : nil
            facts.picture?.attention =
                report.has_thumbnail
                ? ThumbnailClippingRect(report.thumbnail) : attention(loader)
        }
        return facts
    }

    /// Whether a GIF is more than is safe to decode, of which a rule speaks.
    private func isTooMuch(_ picture: PictureFacts?) -> Bool {
        guard type == .gif, let picture, let limits else { return false }
        let pixels = Int64(picture.width * picture.height)
        return picture.frames > limits.maxFrames || pixels > limits.maxPixels
            || (picture.frames > 1 && pixels * Int64(picture.frames) > limits.maxDecodedPixels)
    }

    /// What the header says, of a picture that is decoded to its end where that is asked for; where the
    /// header can be read although what follows is damaged, that is a finding.
    private func decoded(
        _ loader: String, _ findings: inout [Finding], _ report: inout CMImageReport,
        _ watch: Watch
    ) throws(Refusal) -> CMImageFacts {
        var header = CMImageFacts()
        var error = CMError()
        let status =
            if probe.depth.decodesAll {
                unsafe watch.call { progress, context in
                    unsafe cm_image_check(
                        input.descriptor, offset, loader, probe.depth == .whole, progress, context,
                        &header, &report, &error)
                }
            } else {
                unsafe cm_image_probe(input.descriptor, offset, loader, &header, &error)
            }
        if let defect = defect(header.defect),
            !findings.contains(where: { $0.rule == defect.rule })
        {
            findings.append(defect)
        }
        guard status != 0 else { return header }
        let refusal = Refusal(error)
        guard refusal.reason == .corrupt, header.width > 0 else { throw refusal }
        findings.append(Self.damage(refusal))
        return header
    }

    /// What the library has seen besides the structure's parser: nothing that harms a pixel.
    private func defect(_ defect: CMDefect) -> Finding? {
        switch defect {
        case .strayBytes:
            Finding(
                rule: RuleID.jpegStrayData.rawValue, severity: .warning,
                message: "bytes that belong to nothing")
        case .checksum:
            Finding(
                rule: RuleID.pngChecksum.rawValue, severity: .warning,
                message: "a checksum does not hold, of something that is no picture data")
        case .none, .header: nil
        @unknown default: nil
        }
    }

    /// What draws the eye; nil where the picture does not tell.
    private func attention(_ loader: String) -> ThumbnailClippingRect? {
        var rectangle = CMUnitRectangle()
        var error = CMError()
        let status = unsafe cm_image_thumbnail(
            input.descriptor, offset, loader, &rectangle, &error)
        return status == 0 ? ThumbnailClippingRect(rectangle) : nil
    }

    private static func damage(_ refusal: Refusal) -> Finding {
        Finding(
            rule: RuleID.damaged.rawValue, severity: .error,
            message: "corrupt data: \(refusal.message)")
    }

    private func merged(_ structure: PictureFacts?, _ header: CMImageFacts) -> PictureFacts {
        let frames = Int(header.frames)
        var facts =
            structure
            ?? PictureFacts(
                width: 0, height: 0, orientation: Int(header.orientation), frames: frames,
                duration: frames > 1 ? header.duration : nil,
                plays: frames > 1 ? Int(header.plays) : nil, hasProfile: header.has_profile)
        // The library also reads the compressed text in which a PNG once kept its Exif.
        if type == .png { facts.orientation = Int(header.orientation) }
        facts.width = Int(header.width)
        facts.height = Int(header.height)
        // A palette has 1 to 8 bits a pixel and no less: only more than 8 a channel are of interest.
        facts.bitsPerChannel = max(8, Int(header.bits))
        facts.hasAlpha = header.has_alpha
        facts.colour =
            switch header.colour {
            case .grey: .grey
            case .RGB: .rgb
            case .CMYK: .cmyk
            case .other: .other
            @unknown default: .other
            }
        return facts
    }
}

/// What a picture's bytes say without decoding a pixel, for the types that have a parser.
struct PictureStructure {
    let facts: PictureFacts
    let findings: [Finding]
    /// Where the structure decides it: an animated PNG needs another loader than a still one.
    private(set) var loader: String?
    /// Of a GIF.
    private(set) var frames: [GIFStructure.Frame]?

    /// Nil for types without a parser, and for bytes that their parser does not understand at all.
    init?(_ type: MediaType, _ bytes: [UInt8], offset: Int) {
        switch type {
        case .jpeg:
            guard let jpeg = JPEGStructure(bytes, offset: offset) else { return nil }
            (facts, findings) = (jpeg.facts, jpeg.findings)
        case .png:
            guard let png = PNGStructure(bytes) else { return nil }
            (facts, findings) = (png.facts, png.findings)
            // With one frame, viewers show the picture that the others would show as well.
            if png.isAnimated, png.frames > 1 { loader = "apng" }
        case .gif:
            guard let gif = GIFStructure(bytes) else { return nil }
            (facts, findings) = (gif.facts, gif.findings)
            frames = Array(gif.frames.prefix(Facts.maxListedFrames))
        case .webp:
            guard let webp = WebPStructure(bytes) else { return nil }
            (facts, findings) = (webp.facts, webp.findings)
        default:
            return nil
        }
    }
}
