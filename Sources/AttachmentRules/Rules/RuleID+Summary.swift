extension RuleID {
    /// What the rule asks, in one line.
    public var summary: String {
        switch self {
        case .empty: "the file has content"
        case .type: "the type is one that the system takes"
        case .fileExtension: "the extension is one of the file's own type"
        case .bytes: "the file is not too large"
        case .damaged: "the media decode without an error"
        case .truncated: "the file does not end before its own index or header says"
        case .noMedia: "there is something to show or hear"
        case .privateMetadata: "no metadata about people, devices and editing"
        case .locationMetadata: "no metadata about a place"
        case .trailingData: "nothing follows the end of the media"
        case .pixelSize: "the picture is not too large"
        case .pixels: "the picture has no more pixels than are safe to decode"
        case .orientation: "the picture is upright as stored"
        case .cmyk: "the colours are grey or RGB"
        case .colourProfile: "the colours are sRGB, for readers that ignore profiles"
        case .bitDepth: "8 bits a channel"
        case .decodedPixels: "all frames together are safe to decode"
        default: structureSummary ?? clipSummary
        }
    }

    private var structureSummary: String? {
        switch self {
        case .jpegTruncated: "the JPEG has its end marker"
        case .jpegNoPicture: "the JPEG holds a picture"
        case .jpegNoHeight: "the JPEG tells its height at the start"
        case .jpegArithmetic: "the JPEG is Huffman coded"
        case .jpegLossless: "the JPEG is not of the lossless kind"
        case .jpegScans: "the JPEG has at most \(JPEGStructure.maxScans) scans"
        case .jpegStrayData: "no bytes between the JPEG's segments"
        case .pngChecksum: "every checksum in the PNG holds"
        case .pngTruncated: "the PNG has its end chunk"
        case .pngChunkOrder: "the PNG has its chunks in order"
        case .pngCgBI: "the PNG is a standard one"
        case .pngAnimated: "the PNG is a still picture"
        case .gifCanvasEmpty: "the GIF's canvas has pixels"
        case .gifNoFrames: "the GIF has a frame"
        case .gifFrameEmpty: "every frame of the GIF has pixels"
        case .gifFrameOutsideCanvas: "every frame of the GIF lies inside its canvas"
        case .gifFrameTruncated: "every frame of the GIF has all of its pixels"
        case .gifLZWInvalid: "every code in the GIF is valid"
        case .gifSurplusPixels: "no frame of the GIF has more pixels than its size"
        case .gifColourIndex: "every colour in the GIF is in its table"
        case .gifNoColourTable: "every frame of the GIF has a colour table"
        case .gifUnknownBlock: "every block of the GIF is a known one of the right size"
        case .gifNoTrailer: "the GIF has its end marker"
        case .gifTrailingData: "nothing follows the GIF's end marker"
        case .gifFirstFramePartial: "the GIF's first frame covers its canvas"
        case .gifTooManyFrames: "the GIF has no more frames than are safe to decode"
        case .gifDecodedMemory: "all frames of the GIF together are no burden when decoded"
        case .gifLoopFinite: "the GIF plays for ever, or for an hour"
        case .gifSingleFrame: "the GIF has several frames: one is a still picture"
        case .gifDelayTooShort: "frames last at least 2/100 s, since viewers play less as 10/100 s"
        default: nil
        }
    }

    private var clipSummary: String {
        switch self {
        case .duration: "it does not last too long"
        case .noDuration: "the container tells a duration"
        case .streams: "one video, one sound, and nothing else"
        case .coverArt: "no cover picture in a sound"
        case .declaredSize: "the header tells the file's size"
        case .moovFirst: "the index (moov) stands before the media"
        case .fragmented: "the MP4 is not fragmented"
        case .videoCodec: "the video is H.264"
        case .videoTag: "the video is tagged avc1"
        case .videoProfile: "the video is of the profile Baseline, Main or High, level 4.2 at most"
        case .pixelFormat: "the video is 4:2:0 with 8 bits (yuv420p)"
        case .colourRange: "the video's colours are of video range"
        case .hdr: "the video is SDR"
        case .interlaced: "the video is progressive"
        case .pixelAspect: "the video's pixels are square"
        case .rotation: "the video is upright as stored, without a matrix"
        case .frameRate: "the video is not too fast"
        case .keyFrameFirst: "the video begins with a key frame"
        case .audioCodec: "the sound is of a codec that the system plays in this container"
        case .audioChannels: "at most 2 channels"
        case .soundDuration: "the sound is short enough to be played: else the default one is"
        case .soundCodec: "the sound is of a codec that the profile names"
        case .soundChannels: "the sound is mono or stereo"
        default: rawValue
        }
    }

    /// The kind that the rule is about; nil for several.
    var kind: AttachmentKind? {
        if rawValue.hasPrefix("gif-") { return .animation }
        if rawValue.hasPrefix("jpeg-") || rawValue.hasPrefix("png-") { return .image }
        switch self {
        case .decodedPixels: return .animation
        case .cmyk, .bitDepth, .orientation: return .image
        case .coverArt, .declaredSize, .soundDuration, .soundCodec, .soundChannels:
            return .audio
        case .videoCodec, .videoTag, .videoProfile, .pixelFormat, .colourRange, .hdr,
            .interlaced, .pixelAspect, .rotation, .frameRate, .keyFrameFirst:
            return .video
        default: return nil
        }
    }

    /// Whether a page on attachments in general asks for it, as Apple's does.
    var isDocumented: Bool {
        switch self {
        case .empty, .type, .fileExtension, .bytes, .damaged, .truncated, .noMedia: true
        default: false
        }
    }
}
