extension PNGStructure {
    /// No Exif data are longer: they had to fit into one JPEG segment.
    private static let longestExif = 65_536

    mutating func readMetadata(_ name: String, _ payload: Range<Int>) {
        switch name {
        case "eXIf":
            take(ExifOrientation(bytes, in: payload), isChunk: true)
            note("Exif")
        case "tIME": note("time")
        case "caBX": note("JUMBF")
        default: readText(name, payload)
        }
    }

    private mutating func readText(_ name: String, _ payload: Range<Int>) {
        let word = keyword(payload)
        switch word {
        case "XML:com.adobe.xmp":
            note("XMP")
            hasLocation = hasLocation || XMP.hasLocation(bytes, in: payload)
        case "Raw profile type exif", "Raw profile type APP1":
            note("Exif")
            // A compressed one is for whoever decodes the picture: there is no decompressor here.
            let text = payload.dropFirst(word.utf8.count + 1)
            if name == "tEXt", let exif = legacyExif(text) { take(exif, isChunk: false) }
        case "Raw profile type iptc", "Raw profile type 8bim": note("IPTC")
        case "Raw profile type xmp": note("XMP")
        default: note("text")
        }
    }

    /// The chunk made for it wins over the text that was used before.
    private mutating func take(_ exif: ExifOrientation, isChunk: Bool) {
        if isChunk || !hasExifChunk { orientation = exif.orientation }
        hasExifChunk = hasExifChunk || isChunk
        hasLocation = hasLocation || exif.hasLocation
    }

    /// Exif data as a text of hexadecimal digits: a line with a name, one with a count, the digits.
    private func legacyExif(_ text: Range<Int>) -> ExifOrientation? {
        let lines = bytes[text.prefix(3 * Self.longestExif)]
        let parts = lines.split(separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count == 3 else { return nil }
        var exif: [UInt8] = []
        var high: UInt8?
        for digit in parts[2] {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { continue }
            if let first = high {
                exif.append(first << 4 | UInt8(value))
                high = nil
            } else {
                high = UInt8(value)
            }
        }
        return ExifOrientation(exif)
    }

    private mutating func note(_ kind: String) {
        if !privateMetadata.contains(kind) { privateMetadata.append(kind) }
    }
}
