extension GIFStructure {
    /// What is wrong with a frame; nothing is allocated, since there may be millions.
    func faults(of frame: Frame, _ fault: LZWCounter.Fault?) -> Faults {
        var faults = faults(ofPlace: frame)
        let wanted = frame.width * frame.height
        if fault == .codeSize || (fault == .code && frame.pixels < wanted) {
            faults.insert(.invalidLZW)
        } else if frame.pixels < wanted {
            faults.insert(.truncated)
        } else if frame.pixels > wanted || fault == .code {
            // Decoders have stopped by then.
            faults.insert(.surplusPixels)
        }
        if frame.colours == 0 {
            faults.insert(.noColourTable)
        } else if frame.highestIndex >= frame.colours {
            faults.insert(.colourIndex)
        }
        if frame.number > 1 && frame.delay < 2 { faults.insert(.shortDelay) }
        return faults
    }

    private func faults(ofPlace frame: Frame) -> Faults {
        if frame.width == 0 || frame.height == 0 { return .isEmptyFrame }
        if frame.x + frame.width > width || frame.y + frame.height > height {
            return .outsideCanvas
        }
        let isPartial = frame.width < width || frame.height < height
        return frame.number == 1 && isPartial ? .partialFirst : []
    }

    /// The first frame's delay matters once there is a second frame.
    mutating func judgeFirstDelay() {
        guard frames[0].delay < 2 else { return }
        frames[0].faults.insert(.shortDelay)
        report(.shortDelay, of: frames[0])
    }

    mutating func report(_ faults: Faults, of frame: Frame) {
        let (width, height) = (width, height)
        for (fault, rule) in Faults.rules where faults.contains(fault) {
            frameTally.add(
                rule, frame: frame.number, frame.message(fault, canvas: "\(width)×\(height)"))
        }
    }
}

extension GIFStructure.Frame {
    /// What a fault of this frame is, with numbers.
    fileprivate func message(_ fault: GIFStructure.Faults, canvas: String) -> String {
        let place = "frame \(number.grouped) (byte \(start.grouped))"
        let area = "\(width)×\(height) at \(x),\(y) on a canvas of \(canvas)"
        let wanted = (width * height).grouped
        return switch fault {
        case .isEmptyFrame: "\(place) is \(width)×\(height) pixels"
        case .outsideCanvas: "\(place) is \(area)"
        case .partialFirst: "\(place) is \(area), which it leaves partly empty"
        case .truncated: "\(place) has \(pixels.grouped) of \(wanted) pixels"
        case .invalidLZW:
            LZWCounter.codeSizes.contains(codeSize)
                ? "\(place) has an invalid code after \(pixels.grouped) of \(wanted) pixels"
                : "\(place) has code size \(codeSize), not 2 to 8"
        case .surplusPixels:
            pixels > width * height
                ? "\(place) has \(pixels.grouped) pixels, not \(wanted)"
                : "\(place) has an invalid code behind its last pixel"
        case .noColourTable: "\(place) has no colour table"
        case .colourIndex: "\(place) uses colour \(highestIndex) of a table of \(colours)"
        default: "\(place) lasts \(delay)/100 s, which viewers play as 10/100 s"
        }
    }
}
