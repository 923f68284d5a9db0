extension Sniffer {
    /// TIFF in its four spellings, and the raw photos that are built on it.
    static func tiff(_ head: [UInt8]) -> MediaType? {
        switch head.fourLetters(at: 0) {
        case "IIU\0", "IIRO", "IIRS", "MMOR": return .cameraRaw
        case "II+\0", "MM\0+": return .tiff
        case "II*\0", "MM\0*": break
        default: return nil
        }
        if head.has("CR\u{2}\0", at: 8) { return .cameraRaw }
        return isRaw(TIFFDirectory(head, tiffAt: 0, limit: head.count)) ? .cameraRaw : .tiff
    }

    /// DNG says so; others keep a camera's thumbnail in the first directory and the raw data in a
    /// directory below it.
    private static func isRaw(_ directory: TIFFDirectory?) -> Bool {
        guard let directory else { return false }
        if directory[.dngVersion] != nil { return true }
        return directory[.make] != nil && directory[.subdirectories] != nil
            && directory.number(.newSubfileType) == 1
    }

    /// Windows bitmaps and icons.
    static func bitmap(_ head: [UInt8]) -> MediaType? {
        if head.has("BM"), let header = head.le32(at: 14),
            [12, 16, 40, 52, 56, 64, 108, 124].contains(header)
        {
            return .bmp
        }
        guard head.has([0, 0, 1, 0]) || head.has([0, 0, 2, 0]),
            let count = head.le16(at: 4), (1...1024).contains(count),
            let size = head.le32(at: 14), let place = head.le32(at: 18), head.byte(at: 9) == 0
        else { return nil }
        return size > 0 && place >= 6 + 16 * count ? .ico : nil
    }
}
