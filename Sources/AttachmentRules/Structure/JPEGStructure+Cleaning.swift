extension JPEGStructure {
    /// The same picture, bit for bit, without metadata and without what follows its end.
    ///
    /// Keeps the JFIF header without its thumbnail, Adobe's colour marker, the ICC profile, all
    /// tables and scans. nil where that is no attachment: cut off, turned by its Exif data,
    /// coded in a way that the system does not read, of neither 1 nor 3 components.
    public func cleaned() -> [UInt8]? {
        guard !isTruncated, scans > 0, orientation == 1, height > 0, !isHeightBehindScan,
            coding == .huffman, process != .lossless, scans <= Self.maxScans,
            bitsPerChannel == 8, components == 1 || components == 3
        else { return nil }
        let header = [0xff, 0xd8] + rewrittenHeader
        return header + kept.joined(from: bytes)
    }

    /// A JFIF segment without thumbnail for one that has one, or has extra bytes.
    private var rewrittenHeader: [UInt8] {
        guard let place = jfifToRewrite else { return [] }
        return [0xff, 0xe0, 0, 16] + bytes[place..<place + 12] + [0, 0]
    }
}
