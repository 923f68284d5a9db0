/// The two things that matter in Exif data: which way is up, and whether a place is told.
public struct ExifOrientation: Sendable, Equatable {
    /// 1...8; 1 where none or no valid one is stated.
    public let orientation: Int
    /// A latitude or longitude is there.
    public let hasLocation: Bool

    /// - Parameters:
    ///   - bytes: hold a TIFF header, perhaps behind `Exif\0\0`.
    ///   - range: where; all bytes if nil.
    public init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
        var start = range.lowerBound
        if bytes.has("Exif\0", at: start) { start += 6 }
        let directory = TIFFDirectory(bytes, tiffAt: start, limit: range.upperBound)
        let stated = directory?.number(.orientation) ?? 1
        orientation = (1...8).contains(stated) ? stated : 1
        hasLocation = directory?.directory(.place)?.hasEntry(numbered: 1...4) ?? false
    }
}
