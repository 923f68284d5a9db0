extension GIFStructure {
    /// An animation without the end that is broken.
    public struct Repair: Sendable, Equatable {
        public let bytes: [UInt8]
        /// The number of the frame that is no longer in it; nil where none had to go.
        public let droppedFrame: Int?

        public init(bytes: [UInt8], droppedFrame: Int?) {
            self.bytes = bytes
            self.droppedFrame = droppedFrame
        }
    }

    /// What cleaning leaves or mends.
    static let mendable: Faults = [.shortDelay, .colourIndex, .partialFirst]

    /// A file that cuts its blocks into more pieces than this is not worth it.
    private static let maxKeptRanges = 1 << 18

    mutating func keep(_ range: Range<Int>) {
        kept.append(range)
        if kept.ranges.count > Self.maxKeptRanges {
            needsEncoding = true
            kept = KeptRanges()
        }
    }

    /// The same animation, frames and loop count bit for bit, with an end marker, with the delays that
    /// viewers play, and without comments, XMP, applications' data and what follows the end.
    ///
    /// nil where that is no attachment: a frame that is cut off, damaged, empty, outside the
    /// canvas or without colours.
    public func cleaned() -> [UInt8]? {
        brokenEnd == nil ? joined(without: []) : nil
    }

    /// As `cleaned`, but without a last frame that is cut off or damaged.
    ///
    /// nil where more than that is wrong, and where no frame is left.
    public func repaired() -> Repair? {
        joined(without: brokenEnd?.parts ?? []).map {
            Repair(bytes: $0, droppedFrame: brokenEnd?.frame)
        }
    }

    /// - Parameter dropped: the parts of the broken last frame.
    private func joined(without dropped: [Range<Int>]) -> [UInt8]? {
        let end = dropped.first?.lowerBound ?? bytes.count
        let mended: Set<RuleID> = [.gifNoTrailer, .gifTrailingData, .gifUnknownBlock]
        let frames = frames.prefix { $0.start < end }
        guard !needsEncoding, !frames.isEmpty, tally.rules.isSubset(of: mended),
            frameCount <= Self.maxCollectedFrames
        else { return nil }
        var patches = frames.count > 1 ? delays(of: frames) : []
        var ending: [UInt8] = [0x3b]
        if let openBlock, openBlock < end {
            // A size of 0 ends the chain; any other needs an end behind it.
            let size = UInt8(clamping: bytes.count - openBlock - 1)
            patches.append(Patch(openBlock..<openBlock + 1, [size]))
            if size > 0 { ending.insert(0, at: 0) }
        }
        return kept(without: dropped).joined(from: bytes, patched: patches, reserving: 2) + ending
    }

    /// The loop count may stand between a frame and its control, and behind both.
    private func kept(without dropped: [Range<Int>]) -> KeptRanges {
        var rest = KeptRanges()
        var start = 0
        for gap in dropped + [bytes.count..<bytes.count] {
            for range in kept.ranges where range.upperBound > start {
                rest.append(range.clamped(to: start..<gap.lowerBound))
            }
            start = gap.upperBound
        }
        return rest
    }

    /// 10/100 s where a frame says less than viewers play.
    private func delays(of frames: ArraySlice<Frame>) -> [Patch] {
        var patches: [Patch] = []
        for frame in frames where frame.delay < 2 {
            if let control = frame.controlStart {
                patches.append(Patch(control + 4..<control + 6, [10, 0]))
            } else {
                patches.append(Patch(frame.start..<frame.start, [0x21, 0xf9, 4, 0, 10, 0, 0, 0]))
            }
        }
        // GIF87a has no graphic control.
        return patches.isEmpty ? [] : [Patch(0..<6, Array("GIF89a".utf8))] + patches
    }
}
