extension RuleID {
    /// What to do about a file that breaks the rule, in one line.
    public var remedy: String {
        switch self {
        case .empty: "copy or download the file again"
        case .type: "pushmedia prepare would convert it, where the profile takes its kind"
        case .fileExtension: "rename it; pushmedia prepare would name it by what it is"
        case .bytes: "pushmedia prepare would encode it to fit, or say why nothing fits"
        case .damaged, .truncated, .jpegTruncated, .pngTruncated, .pngChunkOrder,
            .gifFrameTruncated, .gifLZWInvalid:
            "export or download it again; pushmedia prepare --repair may save a part"
        case .noMedia, .jpegNoPicture, .gifNoFrames: "export it again: there is nothing to show"
        case .privateMetadata, .locationMetadata, .trailingData, .gifTrailingData, .jpegStrayData,
            .gifSurplusPixels, .coverArt, .streams:
            "pushmedia prepare would take it away, without encoding anew"
        case .pixelSize: "pushmedia prepare would shrink it, keeping its shape"
        case .pixels, .decodedPixels, .gifTooManyFrames, .jpegScans:
            "export a smaller one: pushmedia refuses to decode this"
        case .orientation, .rotation: "pushmedia prepare would turn it upright"
        case .cmyk, .colourProfile: "pushmedia prepare would convert it to sRGB"
        case .bitDepth: "pushmedia prepare would encode it with 8 bits a channel"
        case .pngCgBI: "export it as a standard PNG: Xcode has packed this one for an app"
        case .pngAnimated: "pushmedia prepare would make a GIF of it"
        case .duration, .soundDuration:
            "pushmedia prepare would cut it; --start says where to begin"
        case .gifLoopFinite: "export it to play for ever, if it should"
        case .gifDecodedMemory: "export it smaller, or with fewer frames"
        default: structureRemedy
        }
    }

    /// Of what lies in the coding or the container alone.
    private var structureRemedy: String {
        switch self {
        case .jpegNoHeight, .jpegArithmetic, .jpegLossless, .gifFirstFramePartial,
            .gifColourIndex:
            "export it again with another program, or let pushmedia prepare encode it"
        case .gifSingleFrame: "pushmedia prepare keeps it; a JPEG or PNG would be smaller"
        case .gifDelayTooShort: "pushmedia prepare would write the delay that viewers use"
        case .gifCanvasEmpty, .gifFrameEmpty, .gifFrameOutsideCanvas, .gifNoColourTable,
            .gifUnknownBlock, .gifNoTrailer, .pngChecksum, .declaredSize:
            "pushmedia prepare would write it anew"
        case .moovFirst, .fragmented, .noDuration, .videoTag:
            "pushmedia prepare would rewrite the container, without encoding anew"
        case .keyFrameFirst, .videoCodec, .videoProfile, .pixelFormat, .colourRange, .hdr,
            .interlaced, .pixelAspect, .frameRate:
            "pushmedia prepare would encode the video"
        case .audioCodec, .audioChannels, .soundCodec, .soundChannels:
            "pushmedia prepare would encode the sound"
        default: "let pushmedia prepare write it anew"
        }
    }
}
