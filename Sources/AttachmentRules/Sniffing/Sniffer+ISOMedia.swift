extension Sniffer {
    /// ISO base media and QuickTime, by brands.
    static func isoMedia(_ head: [UInt8]) -> MediaType? {
        var at = 0
        // Writers put padding before the file type box; a few boxes are enough.
        for _ in 0..<16 {
            guard let size = head.be32(at: at) else { return nil }
            switch head.fourLetters(at: at + 4) {
            case "ftyp", "styp": return branded(head, at: at, size: size)
            case "moov", "mdat", "pnot": return .mov
            case "moof", "sidx": return .mp4
            case "free", "skip", "wide":
                // Nothing but padding so far: QuickTime, from before brands.
                guard size >= 8, at + size + 8 <= head.count else { return .mov }
                at += size
            default: return at > 0 ? .mov : nil
            }
        }
        return .mov
    }

    private static func branded(_ head: [UInt8], at start: Int, size: Int) -> MediaType? {
        guard size >= 12 else { return nil }
        let major = head.fourLetters(at: start + 8)
        let end = min(start + size, head.count)
        let compatible = stride(from: start + 16, through: end - 4, by: 4).prefix(64)
            .map { head.fourLetters(at: $0) }
        switch type(ofBrand: major) {
        case .heic?: return major.first == "m" ? collection(compatible) : .heic
        case let type?: return type
        case nil: break
        }
        if let type = compatible.lazy.compactMap(type(ofBrand:)).first { return type }
        return ["moov", "mdat", "moof"].contains(head.fourLetters(at: end + 4)) ? .mp4 : nil
    }

    /// `mif1` and `msf1` say only that there are pictures; other brands say how they are coded.
    private static func collection(_ brands: [String]) -> MediaType {
        let types = brands.map(type(ofBrand:))
        if types.contains(.avif) { return .avif }
        return .heic
    }

    private static func type(ofBrand brand: String) -> MediaType? {
        switch brand {
        case "avif", "avis": .avif
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1",
            "mif2", "mif3":
            .heic
        case "crx ": .cameraRaw
        case "jp2 ", "jpx ", "jpm ": .jp2
        case "jxl ": .jxl
        case "qt  ": .mov
        case "M4A ", "M4B ", "M4P ", "F4A ", "F4B ": .m4a
        case "M4V ", "M4VH", "M4VP": .m4v
        case "avc1", "MSNV", "mmp4", "dash", "msdh", "msix", "F4V ", "f4v ", "NDSC", "NDSH",
            "XAVC", "CAEP", "cmfc", "cmf2", "dby1", "hvc1", "av01":
            .mp4
        default: type(ofBrandFamily: String(brand.prefix(3)))
        }
    }

    private static func type(ofBrandFamily family: String) -> MediaType? {
        switch family {
        case "3gp", "3g2", "3ge", "3gg", "3gh", "3gr", "3gs", "3gt", "kdd": .threeGP
        case "iso", "mp4": .mp4
        default: nil
        }
    }
}
