extension PNGStructure {
    /// Reads chunk after chunk up to the end chunk.
    mutating func walk() {
        var at = 8
        while let length = bytes.be32(at: at), at + 12 + length <= bytes.count {
            let chunk = at..<at + 12 + length
            let name = bytes.fourLetters(at: at + 4)
            let payload = at + 8..<at + 8 + length
            let checksum = Int(CRC32.checksum(bytes, at + 4..<payload.upperBound))
            let isWhole = bytes.be32(at: payload.upperBound) == checksum
            if !isWhole { noteBroken(name) }
            if at == 8 && name != "IHDR" && name != "CgBI" { isOutOfOrder = true }
            read(name, payload)
            if Self.isKept(name) && (isWhole || Self.isCritical(name)) { kept.append(chunk) }
            at = chunk.upperBound
            if name == "IEND" {
                trailingBytes = Int64(bytes.count - at)
                checkPalette()
                return
            }
        }
        isTruncated = true
    }

    /// What the picture and its colours need.
    private static func isKept(_ name: String) -> Bool {
        switch name {
        case "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT",
            "cICP", "mDCV", "cLLI":
            true
        default: false
        }
    }

    private static func isCritical(_ name: String) -> Bool {
        name.utf8.first.map { $0 & 0x20 == 0 } ?? false
    }

    private mutating func noteBroken(_ name: String) {
        brokenChunks += 1
        if Self.isCritical(name) { brokenCriticalChunks += 1 }
        if firstBroken == nil { firstBroken = name }
    }

    private mutating func checkPalette() {
        if colourType == 3 && !hasPalette { isOutOfOrder = true }
    }

    private mutating func read(_ name: String, _ payload: Range<Int>) {
        switch name {
        case "IHDR": readHeader(payload)
        case "CgBI": isCgBI = true
        case "PLTE": hasPalette = true
        case "IDAT": hasPicture = hasPicture || !payload.isEmpty
        case "tRNS": hasTransparency = true
        case "iCCP":
            hasProfile = true
            profileName = keyword(payload)
        case "gAMA": gamma = bytes.be32(at: payload.lowerBound)
        case "sRGB": hasSRGBChunk = true
        case "cICP" where payload.count == 4:
            codes = (Int(bytes[payload.lowerBound]), Int(bytes[payload.lowerBound + 1]))
        case "acTL", "fcTL": readAnimation(name, payload)
        case "eXIf", "tEXt", "zTXt", "iTXt", "tIME", "caBX": readMetadata(name, payload)
        default: break
        }
    }

    private mutating func readHeader(_ payload: Range<Int>) {
        guard payload.count == 13, width == 0 else {
            isOutOfOrder = true
            return
        }
        let at = payload.lowerBound
        width = bytes.be32(at: at) ?? 0
        height = bytes.be32(at: at + 4) ?? 0
        bitsPerChannel = Int(bytes[at + 8])
        colourType = Int(bytes[at + 9])
        isInterlaced = bytes[at + 12] == 1
        hasTransparency = colourType & 4 != 0
        if colourType == 3 { bitsPerChannel = 8 }
    }

    private mutating func readAnimation(_ name: String, _ payload: Range<Int>) {
        let at = payload.lowerBound
        if name == "acTL", payload.count >= 8, !hasPicture {
            isAnimated = true
            frames = max(1, bytes.be32(at: at) ?? 1)
            plays = bytes.be32(at: at + 4)
        } else if name == "fcTL", payload.count >= 26 {
            isDefaultShown = isDefaultShown || !hasPicture
            let parts = bytes.be16(at: at + 22) ?? 0
            let delay = Double(bytes.be16(at: at + 20) ?? 0) / Double(parts > 0 ? parts : 100)
            // Viewers take 10 ms and less for no wish at all.
            duration += delay > 0.0101 ? delay : 0.1
        }
    }

    /// The text up to the first zero, at most 79 bytes.
    func keyword(_ payload: Range<Int>) -> String {
        let end = payload.prefix(80).first { bytes[$0] == 0 } ?? payload.lowerBound
        return bytes.latin1(payload.lowerBound..<end)
    }
}
