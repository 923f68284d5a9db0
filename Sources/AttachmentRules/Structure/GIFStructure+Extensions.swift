extension GIFStructure {
    /// What a graphic control extension says about the frame after it.
    struct Control {
        /// The byte where it begins.
        var start: Int?
        var delay = 0
        var disposal = 0
        var transparentIndex: Int?
    }

    /// Returns where the next block begins: behind the bytes where the extension is cut off.
    mutating func readExtension(_ start: Int, _ control: inout Control) -> Int {
        guard let label = bytes.byte(at: start + 1) else { return bytes.count }
        let body = start + 3
        let size = bytes.byte(at: start + 2) ?? 0
        let (end, isWhole) = endOfSubBlocks(from: start + 2)
        guard isWhole, body + size <= bytes.count else { return bytes.count }
        if size == 0 && ![0xf9, 0xfe].contains(label) {
            // Some decoders take what follows for its content, and lose a frame.
            tally.add(.gifUnknownBlock, "byte \(start.grouped) begins an empty extension")
            return end
        }
        switch label {
        case 0xf9:
            if size >= 4 { control = readControl(start, body) }
            if size != 4 || end != start + 8 {
                // Some decoders skip it, and some the frame.
                needsEncoding = true
                tally.add(
                    .gifUnknownBlock, "byte \(start.grouped) begins a graphic control of wrong size"
                )
            }
            keep(start..<end)
        case 0xfe: comments += 1
        case 0xff:
            if readApplication(at: body, size: size, end: end) { keep(start..<end) }
        case 0x01:
            // A frame of text, which no decoder shows: the control before it is for the next picture.
            keep(start..<end)
        default: noteLabel(label)
        }
        return end
    }

    private mutating func readControl(_ start: Int, _ body: Int) -> Control {
        let flags = Int(bytes[body])
        let isTransparent = flags & 1 == 1
        hasTransparency = hasTransparency || isTransparent
        return Control(
            start: start, delay: bytes.le16(at: body + 1) ?? 0, disposal: flags >> 2 & 7,
            transparentIndex: isTransparent ? Int(bytes[body + 3]) : nil)
    }

    private static let nameLength = 11

    /// Returns whether cleaning keeps the application's extension.
    private mutating func readApplication(at body: Int, size: Int, end: Int) -> Bool {
        guard size >= Self.nameLength else {
            note("application")
            return false
        }
        if bytes.has("NETSCAPE2.0", at: body) || bytes.has("ANIMEXTS1.0", at: body) {
            guard size == Self.nameLength, bytes.byte(at: body + size) != 0 else {
                // Some decoders look for the count here or behind, and some fail.
                tally.add(
                    .gifUnknownBlock, "byte \((body - 3).grouped) begins a loop count of wrong size"
                )
                return false
            }
            // A sub-block of 3 bytes that begins with 1 holds the count; the last one wins.
            if bytes.has([3, 1], at: body + Self.nameLength) { loop = bytes.le16(at: body + 13) }
            return true
        }
        if bytes.has("ICCRGBG1012", at: body) {
            // Viewers do not apply it, and it tells of the program that wrote it.
            hasProfile = true
        } else if bytes.has("XMP DataXMP", at: body) {
            hasXMP = true
            hasLocation = hasLocation || XMP.hasLocation(bytes, in: body..<end)
        } else if notedNames.count < Self.maxNames,
            !notedNames.contains(where: { isName(at: $0, like: body) })
        {
            notedNames.append(body)
            let name = bytes.latin1(body..<body + Self.nameLength).unicodeScalars
            note(String(name.filter { $0.value >= 0x20 && $0.value < 0x7f }))
        }
        return false
    }

    private func isName(at place: Int, like other: Int) -> Bool {
        for index in 0..<Self.nameLength where bytes[place + index] != bytes[other + index] {
            return false
        }
        return true
    }

    /// At most so many names are kept of a file that invents them.
    private static let maxNames = 20

    private mutating func noteLabel(_ label: Int) {
        guard notedLabels.insert(UInt8(label)).inserted else { return }
        note("extension \(label)")
    }

    private mutating func note(_ name: String) {
        guard otherApplications.count < Self.maxNames, !otherApplications.contains(name) else {
            return
        }
        otherApplications.append(name)
    }
}
