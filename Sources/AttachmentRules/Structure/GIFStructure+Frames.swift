extension GIFStructure {
    /// Returns where the next block begins.
    mutating func readFrame(_ start: Int, _ control: Control, _ lzw: inout LZWCounter) -> Int {
        let number = frameCount + 1
        guard start + 10 < bytes.count, let x = bytes.le16(at: start + 1),
            let y = bytes.le16(at: start + 3), let width = bytes.le16(at: start + 5),
            let height = bytes.le16(at: start + 7), let flags = bytes.byte(at: start + 9)
        else {
            tally.add(.gifFrameTruncated, "frame \(number) is cut off at byte \(start.grouped)")
            return bytes.count
        }
        let localColours = flags & 0x80 != 0 ? 2 << (flags & 7) : 0
        let data = start + 10 + 3 * localColours
        let result = lzw.count(bytes, at: data)
        let frame = Frame(
            x: x, y: y, width: width, height: height, delay: control.delay,
            disposal: control.disposal, transparentIndex: control.transparentIndex,
            hasLocalTable: localColours > 0, isInterlaced: flags & 0x40 != 0,
            codeSize: result.codeSize, dataRange: min(data, bytes.count)..<result.end)
        frameCount += 1
        check(frame, start)
        check(frame, result, colours: localColours > 0 ? localColours : globalColours)
        account(frame)
        kept.append(start..<result.end)
        return result.end
    }

    private mutating func account(_ frame: Frame) {
        if frames.count < Self.maxCollectedFrames { frames.append(frame) }
        storedDelay += frame.delay
        shownDelay += frame.delay > 1 ? frame.delay : 10
        framePixels += frame.width * frame.height
    }

    private mutating func check(_ frame: Frame, _ start: Int) {
        let place = "frame \(frameCount.grouped) (byte \(start.grouped))"
        let size = "\(frame.width)×\(frame.height)"
        if frame.width == 0 || frame.height == 0 {
            tally.add(.gifFrameEmpty, "\(place) is \(size) pixels")
        } else if frame.x + frame.width > width || frame.y + frame.height > height {
            tally.add(
                .gifFrameOutsideCanvas,
                "\(place) is \(size) at \(frame.x),\(frame.y) on a canvas of \(width)×\(height)")
        }
        if frame.delay < 2 {
            shortDelays.add(
                .gifDelayTooShort,
                "\(place) lasts \(frame.delay)/100 s, which viewers play as 10/100 s")
        }
    }

    private mutating func check(_ frame: Frame, _ result: LZWCounter.Result, colours: Int) {
        let place = "frame \(frameCount.grouped) (byte \(frame.dataRange.lowerBound.grouped))"
        let wanted = frame.width * frame.height
        if result.fault == .code || result.fault == .codeSize {
            tally.add(
                .gifLZWInvalid,
                result.fault == .codeSize
                    ? "\(place) has code size \(result.codeSize), not 2 to 8"
                    : "\(place) has an invalid code after \(result.pixels.grouped) pixels")
        } else if result.pixels < wanted {
            tally.add(
                .gifFrameTruncated,
                "\(place) has \(result.pixels.grouped) of \(wanted.grouped) pixels")
        } else if result.pixels > wanted {
            tally.add(
                .gifSurplusPixels,
                "\(place) has \(result.pixels.grouped) pixels, not \(wanted.grouped)")
        }
        if result.fault == .end && result.pixels >= wanted { isLastFrameOpen = true }
        if colours == 0 {
            tally.add(.gifNoColourTable, "\(place) has no colour table")
        } else if result.highestIndex >= colours {
            tally.add(
                .gifColourIndex,
                "\(place) uses colour \(result.highestIndex) of a table of \(colours)")
        }
    }
}
