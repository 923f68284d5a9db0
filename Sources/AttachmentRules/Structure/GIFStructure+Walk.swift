extension GIFStructure {
    /// Reads block after block up to the trailer.
    mutating func walk() {
        if width == 0 || height == 0 {
            tally.add(.gifCanvasEmpty, "a canvas of \(width)×\(height) pixels")
        }
        var at = 13 + 3 * globalColours
        keep(0..<min(at, bytes.count))
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
            tally.add(
                .gifNoTrailer,
                "no end marker after frame \(frameCount.grouped), at byte \(end.grouped)")
        }
        if trailingBytes > 0 {
            tally.add(.gifTrailingData, "\(trailingBytes.grouped) bytes behind byte \(end.grouped)")
        }
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
