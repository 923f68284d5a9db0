internal import AttachmentRules
internal import CodecLink

/// How much memory a codec process is likely to need for a plan, so that big jobs can wait for it.
///
/// A guess on the safe side, from peaks measured on libvips 8.14 and FFmpeg 5.1 (Benchmarks/README.md).
enum JobMemory {
    /// In bytes.
    static func of(_ facts: Facts) -> Int64 {
        var bytes = base
        if let picture = facts.picture {
            let pixels = Int64(clamping: picture.width).multipliedClamping(picture.height)
            bytes += pixels.multipliedClamping(bytesPerPixel(facts.type, picture))
            if picture.frames > 1 { bytes += keptFrames }
        }
        if let video = facts.clip?.video {
            let pixels = Int64(clamping: video.width).multipliedClamping(video.height)
            bytes += pixels.multipliedClamping(bytesPerVideoPixel)
        }
        return bytes
    }

    private static let base: Int64 = 150_000_000
    /// What an animation's encoder keeps to look at again.
    private static let keptFrames: Int64 = 100_000_000
    /// Decoder's reference pictures, filters, and the encoder's look-ahead at the output's size.
    private static let bytesPerVideoPixel = 50

    private static func bytesPerPixel(_ type: MediaType, _ picture: PictureFacts) -> Int {
        switch type {
        // Decoded line by line at a fraction of the size, unless all scans must come together first.
        case .jpeg: picture.isProgressive ? 8 : 1
        case .png, .tiff, .bmp: 8
        case .gif: 24
        default: 12
        }
    }
}

extension Int64 {
    fileprivate func multipliedClamping(_ other: Int) -> Int64 {
        let product = multipliedReportingOverflow(by: Int64(other))
        return product.overflow ? 1 << 50 : Swift.min(product.partialValue, 1 << 50)
    }
}
