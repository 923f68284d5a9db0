extension Facts {
    /// What the structure alone tells of a picture: nothing is decoded.
    ///
    /// For JPEG, PNG, GIF and WebP; nil for other types. It is what a device can check, which has
    /// no decoder to spare, and what a codec adds to the facts it has measured.
    ///
    /// - Parameter bytes: the whole file.
    public init?(structureOf bytes: [UInt8]) {
        let sniffed = Sniffer.sniff(
            head: Array(bytes.prefix(Sniffer.window)), fileSize: Int64(bytes.count))
        self.init(type: sniffed.type, bytes: Int64(bytes.count))
        switch sniffed.type {
        case .jpeg:
            guard let jpeg = JPEGStructure(bytes, offset: Int(sniffed.offset)) else { return nil }
            (picture, findings) = (jpeg.facts, jpeg.findings)
            if sniffed.offset > 0 {
                findings.append(
                    Finding(.jpegStrayData, "\(sniffed.offset.grouped) bytes before the picture"))
            }
        case .png:
            guard let png = PNGStructure(bytes) else { return nil }
            (picture, findings) = (png.facts, png.findings)
        case .gif:
            guard let gif = GIFStructure(bytes) else { return nil }
            (picture, findings) = (gif.facts, gif.findings)
        case .webp:
            guard let webp = WebPStructure(bytes) else { return nil }
            (picture, findings) = (webp.facts, webp.findings)
        default: return nil
        }
    }
}
