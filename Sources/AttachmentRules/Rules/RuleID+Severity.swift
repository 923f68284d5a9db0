extension RuleID {
    /// On a stranger's file.
    public var severity: Severity {
        switch self {
        case .privateMetadata, .locationMetadata, .trailingData, .gifTrailingData, .orientation,
            .colourProfile, .jpegStrayData, .gifDelayTooShort, .gifSurplusPixels,
            .gifColourIndex, .gifFirstFramePartial, .gifDecodedMemory, .gifLoopFinite,
            .gifSingleFrame, .audioChannels, .keyFrameFirst:
            .warning
        default: .error
        }
    }

    /// On an output of PushMedia, which promises more than a stranger's file must keep.
    public var strictSeverity: Severity {
        switch self {
        case .colourProfile, .gifDelayTooShort, .gifColourIndex, .gifFirstFramePartial,
            .gifDecodedMemory, .gifLoopFinite, .gifSingleFrame:
            .warning
        default: .error
        }
    }

    /// Why no attachment can come of a source that breaks the rule; nil where rendering mends it.
    public var rejection: ReasonCode? {
        switch self {
        case .empty: .empty
        case .noMedia, .jpegNoPicture, .gifNoFrames: .noMedia
        case .damaged, .truncated, .jpegTruncated, .pngTruncated, .pngChunkOrder,
            .gifFrameTruncated, .gifLZWInvalid:
            .corrupt
        case .pixels, .decodedPixels, .gifTooManyFrames, .jpegScans: .tooLarge
        case .pngCgBI: .unsupported
        default: nil
        }
    }
}
