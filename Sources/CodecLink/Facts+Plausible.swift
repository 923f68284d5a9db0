internal import AttachmentRules

/// What a codec process says is not trusted: numbers that no file has would end the orchestrator's arithmetic.
extension Facts {
    /// Whether an honest process may have answered so to the probe.
    func isPlausible(for probe: Probe) -> Bool {
        type == probe.type && Bounds.bytes.contains(bytes)
            && (picture?.isPlausible ?? true) && (clip?.isPlausible ?? true)
            && (frames?.count ?? 0) <= Self.maxListedFrames
            && (frames == nil || probe.listsFrames)
            && findings.allSatisfy { RuleID(rawValue: $0.rule) != nil && Bounds.holds($0.message) }
    }
}

/// Wide enough for every file, and narrow enough for products of a few of them.
private enum Bounds {
    static let bytes = Int64(0)...(1 << 50)
    /// A PNG states sides of 32 bits.
    static let side = 0...(1 << 32)
    static let count = 0...(1 << 32)
    /// FFmpeg counts microseconds in 63 bits.
    static let seconds = -1e13...1e13

    /// A line of text.
    static func holds(_ text: String) -> Bool { text.utf8.count <= 4_096 }

    /// A name of FFmpeg's, or of ours.
    static func holds(names: [String]) -> Bool {
        names.allSatisfy { name in
            name.utf8.count <= 64 && name.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
        }
    }

    static func holds(seconds values: Double?...) -> Bool {
        values.allSatisfy { $0.map(seconds.contains) ?? true }
    }

    static func holds(sides values: Int...) -> Bool { values.allSatisfy(side.contains) }

    static func holds(counts values: Int?...) -> Bool {
        values.allSatisfy { $0.map(count.contains) ?? true }
    }
}

extension PictureFacts {
    fileprivate var isPlausible: Bool {
        Bounds.holds(sides: width, height)
            && Bounds.holds(counts: frames, plays, bitsPerChannel, thumbnailFrame)
            && (0...8).contains(orientation) && Bounds.holds(seconds: duration)
            && Bounds.bytes.contains(trailingBytes) && (attention?.isPlausible ?? true)
            && privateMetadata.count <= 64 && Bounds.holds(names: privateMetadata)
            && Bounds.holds(profileName ?? "")
    }
}

extension ThumbnailClippingRect {
    fileprivate var isPlausible: Bool {
        [x, y, width, height].allSatisfy { (0...1).contains($0) }
    }
}

extension ClipFacts {
    fileprivate var isPlausible: Bool {
        Bounds.holds(seconds: duration, thumbnailTime) && Bounds.holds(counts: otherStreams)
            && Bounds.bytes.contains(trailingBytes) && (attention?.isPlausible ?? true)
            && (video?.isPlausible ?? true) && (audio?.isPlausible ?? true)
    }
}

extension VideoFacts {
    fileprivate var isPlausible: Bool {
        Bounds.holds(sides: width, height) && Bounds.holds(counts: bits, busiestSecond, frames)
            && Bounds.holds(seconds: start, end, duration, frameRate, pixelAspect)
            && Bounds.holds(names: [codec, pixelFormat, primaries, transfer, matrix])
            && Bounds.holds(tag) && [0, 90, 180, 270].contains(rotation)
            && Bounds.bytes.contains(bytes)
    }
}

extension AudioFacts {
    fileprivate var isPlausible: Bool {
        Bounds.holds(counts: sampleRate, channels, bits) && Bounds.holds(names: [codec])
            && Bounds.holds(seconds: start, end, duration) && Bounds.bytes.contains(bytes)
    }
}

extension Rendering {
    /// Whether an honest process may have answered so.
    var isPlausible: Bool {
        Bounds.holds(counts: encodes, droppedFrame) && Bounds.holds(seconds: damagedAt)
    }
}

extension Refusal {
    /// Whether an honest process may have answered so; who interrupts is for others to say.
    var isPlausible: Bool {
        Bounds.holds(message) && Bounds.holds(names: [stage]) && reason != .interrupted
    }
}
