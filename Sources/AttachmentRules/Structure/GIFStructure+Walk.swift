extension GIFStructure {
    /// What a graphic control extension says about the frame after it.
    struct Control {
        var delay = 0
        var disposal = 0
        var transparentIndex: Int?
    }

    /// Reads block after block up to the trailer.
    mutating func walk() {
        if width == 0 || height == 0 {
            tally.add(.gifCanvasEmpty, "a canvas of \(width)×\(height) pixels")
        }
        var at = 13 + 3 * globalColours
        kept.append(0..<min(at, bytes.count))
        var control = Control()
        var lzw = LZWCounter()
        while let block = bytes.byte(at: at) {
            switch block {
            case 0x21: at = readExtension(at, &control)
            case 0x2c:
                at = readFrame(at, control, &lzw)
                control = Control()
            case 0x3b:
                hasTrailer = true
                finish(at: at + 1)
                return
            default:
                tally.add(.gifUnknownBlock, "byte \(at.grouped) begins no block")
                finish(at: at)
                return
            }
        }
        finish(at: bytes.count)
    }

    private mutating func finish(at end: Int) {
        trailingBytes = Int64(bytes.count - end)
        if frameCount == 0 { tally.add(.gifNoFrames, "no frame in it") }
        if !hasTrailer {
            tally.add(.gifNoTrailer, "no end marker after frame \(frameCount.grouped)")
        }
        if trailingBytes > 0 {
            tally.add(.gifTrailingData, "\(trailingBytes.grouped) bytes behind byte \(end.grouped)")
        }
    }

    /// Returns where the next block begins: behind the bytes where the extension is cut off.
    private mutating func readExtension(_ start: Int, _ control: inout Control) -> Int {
        guard let label = bytes.byte(at: start + 1) else { return bytes.count }
        let body = start + 3
        let size = bytes.byte(at: start + 2) ?? 0
        let (end, isWhole) = endOfSubBlocks(from: start + 2)
        guard isWhole, body + size <= bytes.count else { return bytes.count }
        switch label {
        case 0xf9:
            if size >= 4 { control = readControl(at: body) }
            kept.append(start..<end)
        case 0xfe: comments += 1
        case 0xff:
            if readApplication(at: body, size: size, end: end) { kept.append(start..<end) }
        case 0x01:
            // A frame of text, which takes the control for itself.
            control = Control()
            kept.append(start..<end)
        default: note("extension \(label)")
        }
        return end
    }

    private mutating func readControl(at body: Int) -> Control {
        let flags = Int(bytes[body])
        let isTransparent = flags & 1 == 1
        hasTransparency = hasTransparency || isTransparent
        return Control(
            delay: bytes.le16(at: body + 1) ?? 0, disposal: flags >> 2 & 7,
            transparentIndex: isTransparent ? Int(bytes[body + 3]) : nil)
    }

    /// Returns whether cleaning keeps the application's extension.
    private mutating func readApplication(at body: Int, size: Int, end: Int) -> Bool {
        guard size >= 11 else {
            note("application")
            return false
        }
        switch bytes.latin1(body..<body + 11) {
        case "NETSCAPE2.0", "ANIMEXTS1.0":
            // A sub-block of 3 bytes that begins with 1 holds the count; the last one wins.
            if bytes.has([3, 1], at: body + 11) { loop = bytes.le16(at: body + 13) }
            return true
        case "ICCRGBG1012":
            // Viewers do not apply it, and it tells of the program that wrote it.
            hasProfile = true
            return false
        case "XMP DataXMP":
            hasXMP = true
            hasLocation = hasLocation || XMP.hasLocation(bytes, in: body..<end)
            return false
        case let name:
            note(name)
            return false
        }
    }

    /// At most so many names are kept of a file that invents them.
    private static let maxNames = 20

    private mutating func note(_ name: String) {
        guard otherApplications.count < Self.maxNames else { return }
        let clean = String(name.unicodeScalars.filter { $0.value >= 0x20 && $0.value < 0x7f })
        if !otherApplications.contains(clean) { otherApplications.append(clean) }
    }

    /// Where a chain of sub-blocks ends, behind its terminator, and whether it has one.
    func endOfSubBlocks(from start: Int) -> (end: Int, isWhole: Bool) {
        let bytes = bytes.span
        var at = start
        while at < bytes.count {
            let size = Int(bytes[at])
            at += 1 + size
            if size == 0 { return (at, true) }
        }
        return (bytes.count, false)
    }
}
