extension JPEGStructure {
    /// Sorts an application segment into what the picture needs and what must not leave the house.
    mutating func readApplication(_ marker: Int, _ payload: Range<Int>) {
        let at = payload.lowerBound
        let segment = at - 4..<payload.upperBound
        switch marker {
        case 0xe0 where bytes.has("JFIF\0", at: at): readJFIF(payload)
        case 0xe0 where bytes.has("JFXX\0", at: at): note("thumbnail")
        case 0xe1 where bytes.has("Exif\0", at: at): readExif(payload)
        case 0xe1 where bytes.has("http://ns.adobe.com/", at: at): readXMP(payload)
        case 0xe2 where bytes.has("ICC_PROFILE\0", at: at):
            readProfile(payload)
            kept.append(segment)
        case 0xe2 where bytes.has("MPF\0", at: at): note("MPF")
        case 0xeb: note("JUMBF")
        // The quality setting of an export dialog.
        case 0xec where bytes.has("Ducky", at: at): break
        case 0xed: note("IPTC")
        // Says how the colours are coded.
        case 0xee where bytes.has("Adobe", at: at): kept.append(segment)
        default: note("APP\(marker - 0xe0)")
        }
    }

    private mutating func readJFIF(_ payload: Range<Int>) {
        guard payload.count >= 14 else { return }
        let at = payload.lowerBound
        if bytes[at + 12] > 0 && bytes[at + 13] > 0 { note("thumbnail") }
        if payload.count == 14 {
            kept.append(at - 4..<payload.upperBound)
        } else if jfifToRewrite == nil {
            jfifToRewrite = at
        }
    }

    private mutating func readExif(_ payload: Range<Int>) {
        if !privateMetadata.contains("Exif") {
            let exif = ExifOrientation(bytes, in: payload)
            orientation = exif.orientation
            hasLocation = hasLocation || exif.hasLocation
        }
        note("Exif")
    }

    private mutating func readXMP(_ payload: Range<Int>) {
        note("XMP")
        hasLocation = hasLocation || XMP.hasLocation(bytes, in: payload)
    }

    private mutating func readProfile(_ payload: Range<Int>) {
        // Behind the label stand the number of this part and of all parts.
        if !hasProfile { profileName = ICCProfile.name(bytes, in: payload.dropFirst(14)) }
        hasProfile = true
    }
}

/// Adobe's metadata packets.
enum XMP {
    /// Whether the packet tells a latitude or longitude.
    static func hasLocation(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
        bytes.firstIndex(of: "GPSLatitude", in: range) != nil
            || bytes.firstIndex(of: "GPSLongitude", in: range) != nil
    }
}
