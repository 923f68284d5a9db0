extension GIFStructure {
    /// Returns where the next block begins.
    mutating func readFrame(_ start: Int, _ control: Control, _ lzw: inout LZWCounter) -> Int {
        let number = frameCount + 1
        guard start + 10 < bytes.count, let x = bytes.le16(at: start + 1),
            let y = bytes.le16(at: start + 3), let width = bytes.le16(at: start + 5),
            let height = bytes.le16(at: start + 7), let flags = bytes.byte(at: start + 9)
        else {
            noteBreak(frame: number, control.start, start..<bytes.count)
            frameTally.add(
                .gifFrameTruncated, frame: number,
                "frame \(number.grouped) (byte \(start.grouped)) is cut off before its first pixel")
            return bytes.count
        }
        let localColours = flags & 0x80 != 0 ? 2 << (flags & 7) : 0
        let data = start + 10 + 3 * localColours
        let result = lzw.count(bytes, at: data)
        var frame = Frame(
            number: number, start: start, controlStart: control.start,
            x: x, y: y, width: width, height: height, delay: control.delay,
            disposal: control.disposal, transparentIndex: control.transparentIndex,
            colours: localColours > 0 ? localColours : globalColours,
            hasLocalTable: localColours > 0, isInterlaced: flags & 0x40 != 0,
            codeSize: result.codeSize, dataRange: min(data, bytes.count)..<result.end,
            pixels: result.pixels, highestIndex: result.highestIndex)
        frame.faults = faults(of: frame, result.fault)
        if result.fault == .end { openBlock = result.lastBlock }
        account(frame)
        keep(start..<result.end)
        return result.end
    }

    private mutating func account(_ frame: Frame) {
        frameCount = frame.number
        if frame.number == 2 { judgeFirstDelay() }
        if !frame.faults.isEmpty { report(frame.faults, of: frame) }
        if frames.count < Self.maxCollectedFrames { frames.append(frame) }
        if !frame.faults.isDisjoint(with: [.truncated, .invalidLZW]) {
            let whole = frame.start..<frame.dataRange.upperBound
            noteBreak(frame: frame.number, frame.controlStart, whole)
        } else if brokenEnd != nil || !frame.faults.isSubset(of: Self.mendable) {
            needsEncoding = true
        }
        storedDelay += frame.delay
        shownDelay += frame.delay > 1 ? frame.delay : 10
        framePixels += frame.width * frame.height
    }

    /// Only one broken frame, the last, can be dropped.
    private mutating func noteBreak(frame number: Int, _ control: Int?, _ range: Range<Int>) {
        if brokenEnd != nil { needsEncoding = true }
        let parts = (control.map { [$0..<$0 + 8] } ?? []) + [range]
        brokenEnd = BrokenEnd(frame: number, parts: parts)
    }
}
