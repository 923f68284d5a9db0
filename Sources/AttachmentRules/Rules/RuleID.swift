/// The stable ids of all rules, as findings, reports and ignore lists name them.
public enum RuleID: String, Codable, Sendable, CaseIterable {
    // Any file.
    case empty
    case type
    case fileExtension = "extension"
    case bytes
    case damaged
    case truncated
    case noMedia = "no-media"
    case privateMetadata = "private-metadata"
    case locationMetadata = "location-metadata"
    case trailingData = "trailing-data"

    // Pictures and animations.
    case pixelSize = "pixel-size"
    case pixels
    case orientation
    case cmyk
    case colourProfile = "colour-profile"
    case bitDepth = "bit-depth"
    case decodedPixels = "decoded-pixels"

    // The structure of a JPEG.
    case jpegTruncated = "jpeg-truncated"
    case jpegNoPicture = "jpeg-no-picture"
    case jpegNoHeight = "jpeg-no-height"
    case jpegArithmetic = "jpeg-arithmetic"
    case jpegLossless = "jpeg-lossless"
    case jpegScans = "jpeg-scans"
    case jpegStrayData = "jpeg-stray-data"

    // The structure of a PNG.
    case pngChecksum = "png-checksum"
    case pngTruncated = "png-truncated"
    case pngChunkOrder = "png-chunk-order"
    case pngCgBI = "png-cgbi"
    case pngAnimated = "png-animated"

    // The structure of a GIF.
    case gifCanvasEmpty = "gif-canvas-empty"
    case gifNoFrames = "gif-no-frames"
    case gifFrameEmpty = "gif-frame-empty"
    case gifFrameOutsideCanvas = "gif-frame-outside-canvas"
    case gifFrameTruncated = "gif-frame-truncated"
    case gifLZWInvalid = "gif-lzw-invalid"
    case gifSurplusPixels = "gif-surplus-pixels"
    case gifColourIndex = "gif-colour-index"
    case gifNoColourTable = "gif-no-colour-table"
    case gifUnknownBlock = "gif-unknown-block"
    case gifNoTrailer = "gif-no-trailer"
    case gifTrailingData = "gif-trailing-data"
    case gifDelayTooShort = "gif-delay-too-short"
    case gifFirstFramePartial = "gif-first-frame-partial"
    case gifTooManyFrames = "gif-too-many-frames"
    case gifDecodedMemory = "gif-decoded-memory"
    case gifLoopFinite = "gif-loop-finite"
    case gifSingleFrame = "gif-single-frame"

    // Video and sound.
    case duration
    case noDuration = "no-duration"
    case streams
    case coverArt = "cover-art"
    case declaredSize = "declared-size"
    case moovFirst = "moov-first"
    case fragmented
    case videoCodec = "video-codec"
    case videoTag = "video-tag"
    case videoProfile = "video-profile"
    case pixelFormat = "pixel-format"
    case colourRange = "colour-range"
    case hdr
    case interlaced
    case pixelAspect = "pixel-aspect"
    case rotation
    case frameRate = "frame-rate"
    case keyFrameFirst = "key-frame-first"
    case audioCodec = "audio-codec"
    case audioChannels = "audio-channels"

    // A notification's sound.
    case soundDuration = "sound-duration"
    case soundCodec = "sound-codec"
    case soundChannels = "sound-channels"
}

extension Finding {
    /// A finding as severe as its rule.
    init(_ rule: RuleID, _ message: String) {
        self.init(rule: rule.rawValue, severity: rule.severity, message: message)
    }
}
