/// What is wrong with an output; nothing, if all is well.
struct ClipVerdict {
    let expected: ExpectedClip
    let output: PreparedClip
    /// Whether packets were copied: such cuts are as exact as key frames and packets allow.
    let isCopy: Bool
    private(set) var faults: [String] = []

    init(_ clip: RandomClip, _ output: PreparedClip, isCopy: Bool, suffix: String) {
        expected = ExpectedClip(clip: clip)
        self.output = output
        self.isCopy = isCopy
        judgeFile()
        if clip.picture != nil {
            expect(suffix == "mp4", "it is a .\(suffix)")
            judgeStreams()
            judgePicture()
            judgeShape()
            judgeTimes()
        } else {
            expect(["m4a", "mp3", "wav", "aiff"].contains(suffix), "it is a .\(suffix)")
            judgeSoundAlone()
        }
        judgeSound()
    }

    mutating func expect(_ holds: Bool, _ fault: String) {
        if !holds { faults.append(fault) }
    }

    private mutating func judgeFile() {
        let most = expected.clip.picture == nil ? 5_000_000 : 10_000_000
        expect(output.bytes <= most, "\(output.bytes) bytes")
        expect(output.complaints.isEmpty, "decoding says: \(output.complaints)")
        expect(output.latest <= 30.0000001, "it ends at \(output.latest) s")
        let usual: Set = ["major_brand", "minor_version", "compatible_brands", "encoder"]
        let further: Set = ["encoder", "language", "handler_name", "vendor_id"]
        let tags = Set((output.probe.format.tags ?? [:]).keys)
        expect(tags.isSubset(of: usual), "tags: \(tags.subtracting(usual))")
        for stream in output.probe.streams {
            let tags = Set((stream.tags ?? [:]).keys).subtracting(further)
            expect(tags.isEmpty, "tags of a stream: \(tags)")
        }
    }

    /// Seconds that a packet of compressed sound lasts.
    private var block: Double {
        output.audio.map { 1_152 / (Double($0.sampleRate ?? "") ?? 8_000) } ?? 0
    }

    private mutating func judgeTimes() {
        let end = output.end("video")
        let early = expected.tolerance + (isCopy ? 0.4 : 0)
        let wanted = expected.seconds
        expect(
            (wanted - early...max(expected.latest, wanted)).contains(end),
            "it lasts \(end) s instead of \(wanted)")
        let stated = Double(output.probe.format.duration ?? "") ?? 0
        expect(abs(stated - output.latest) < 0.05 + block, "it says that it lasts \(stated) s")
        let first = output.packets("video").map(\.time).min() ?? .nan
        expect(abs(first) < 0.001, "the picture begins at \(first) s")
    }

    private mutating func judgeSoundAlone() {
        expect(output.probe.streams.map(\.codecType) == ["audio"], "its streams are others")
        let end = output.end("audio") - (output.packets("audio").map(\.time).min() ?? 0)
        let wanted = expected.seconds
        let most = wanted + expected.lengthTolerance
        let isNear = (wanted - 0.1 - 2 * block...most + block).contains(end)
        expect(isNear, "it lasts \(end) s instead of \(wanted)")
        let stated = Double(output.probe.format.duration ?? "") ?? 0
        let saysSo = (wanted - 0.1 - 2 * block...most).contains(stated)
        expect(saysSo, "it says that it lasts \(stated) s instead of \(wanted)")
        let codec = output.audio?.codecName ?? ""
        let isKnown = ["aac", "alac", "mp3"].contains(codec) || codec.hasPrefix("pcm_")
        expect(isKnown, "the sound is \(codec)")
    }
}
