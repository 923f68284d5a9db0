extension ISOBoxes {
    private static let maxDepth = 8

    /// Looks at the boxes within the range of the index.
    mutating func readChildren(_ bytes: [UInt8], _ range: Range<Int>, depth: Int) {
        forEachBox(bytes, range) { boxes, name, content in
            boxes.read(name, bytes, content, depth: depth)
        }
    }

    private mutating func read(
        _ name: String, _ bytes: [UInt8], _ payload: Range<Int>, depth: Int
    ) {
        guard depth < Self.maxDepth else { return }
        switch name {
        case "mvex": isFragmented = true
        case "trak": readChildren(bytes, payload, depth: depth + 1)
        case "udta": readUserData(bytes, payload)
        case "meta": readMetadata(bytes, payload)
        case "uuid": hasMetadata = hasMetadata || Self.isXMP(bytes, at: payload.lowerBound)
        default: break
        }
    }

    /// Children of `udta`: tags of QuickTime and 3GPP, or a `meta` box.
    private mutating func readUserData(_ bytes: [UInt8], _ payload: Range<Int>) {
        forEachBox(bytes, payload) { boxes, name, content in
            switch name {
            case "meta": boxes.readMetadata(bytes, content)
            case "©xyz", "loci", "GPS ":
                boxes.hasLocation = true
                boxes.hasMetadata = true
            // Notes of the muxer, and names that players ask for.
            case "©too", "©enc", "©swr", "name", "hnti", "hinf", "free", "tsel": break
            default: boxes.hasMetadata = true
            }
        }
    }

    /// `meta` with or without the four bytes of version that QuickTime leaves out.
    private mutating func readMetadata(_ bytes: [UInt8], _ payload: Range<Int>) {
        let isFull = bytes.be32(at: payload.lowerBound) == 0
        forEachBox(bytes, payload.dropFirst(isFull ? 4 : 0)) { boxes, name, content in
            switch name {
            case "keys": boxes.readKeys(bytes, content)
            case "ilst": boxes.readItems(bytes, content)
            case "xml ", "bxml", "iinf": boxes.hasMetadata = true
            default: break
            }
        }
    }

    /// The names of Apple's metadata, such as `com.apple.quicktime.location.ISO6709`.
    private mutating func readKeys(_ bytes: [UInt8], _ payload: Range<Int>) {
        guard bytes.be32(at: payload.lowerBound + 4).map({ $0 > 0 }) ?? false else { return }
        var at = payload.lowerBound + 8
        while at + 8 <= payload.upperBound, let size = bytes.be32(at: at), size >= 8 {
            let end = min(at + size, payload.upperBound)
            let key = bytes.latin1(at + 8..<end).lowercased()
            if key.contains("location") || key.contains("gps") { hasLocation = true }
            if key != "encoder" && key != "com.apple.quicktime.software" { hasMetadata = true }
            at = end
        }
    }

    private mutating func readItems(_ bytes: [UInt8], _ payload: Range<Int>) {
        forEachBox(bytes, payload) { boxes, name, content in
            switch name {
            case "©too", "©enc": break
            case "covr":
                boxes.hasCoverArt = true
                boxes.hasMetadata = true
            case "©xyz":
                boxes.hasLocation = true
                boxes.hasMetadata = true
            // An own tag: gapless playback is no secret.
            case "----" where bytes.firstIndex(of: "iTunSMPB", in: content) != nil: break
            default: boxes.hasMetadata = true
            }
        }
    }

    /// Calls the body for each box; stops where there is none.
    private mutating func forEachBox(
        _ bytes: [UInt8], _ range: Range<Int>,
        _ body: (inout ISOBoxes, String, Range<Int>) -> Void
    ) {
        var at = range.lowerBound
        while at + 8 <= range.upperBound,
            let box = Box(bytes, at: at, end: Int64(range.upperBound - at))
        {
            let end = at + Int(min(box.size, Int64(range.upperBound - at)))
            body(&self, box.name, min(at + box.headerSize, end)..<end)
            at = end
        }
    }
}
