extension ClipVerdict {
    mutating func judgeStreams() {
        let kinds = output.probe.streams.map(\.codecType)
        expect([["video"], ["video", "audio"]].contains(kinds), "streams: \(kinds)")
        expect(output.topBoxes.first == "ftyp", "boxes: \(output.topBoxes)")
        let index = output.topBoxes.firstIndex(of: "moov") ?? .max
        let data = output.topBoxes.firstIndex(of: "mdat") ?? .min
        expect(index < data, "boxes: \(output.topBoxes)")
    }

    mutating func judgePicture() {
        guard let video = output.video else { return expect(false, "no picture") }
        expect(video.codecName == "h264" && video.codecTagString == "avc1", "not H.264")
        let profiles = ["Constrained Baseline", "Baseline", "Main", "High"]
        expect(profiles.contains(video.profile ?? ""), "profile \(video.profile ?? "")")
        expect((video.level ?? 99) <= 42, "level \(video.level ?? 99)")
        expect(video.pixFmt == "yuv420p", "pixels \(video.pixFmt ?? "")")
        expect(video.colorRange ?? "tv" == "tv", "range \(video.colorRange ?? "")")
        expect(["progressive", nil].contains(video.fieldOrder), "fields \(video.fieldOrder ?? "")")
        expect(["1:1", nil].contains(video.sampleAspectRatio), "pixels are not square")
        let sides = (video.sideDataList ?? []).compactMap(\.sideDataType)
        expect(!sides.contains("Display Matrix"), "it is turned")
        judgeRate(video)
    }

    private mutating func judgeRate(_ video: PreparedClip.Stream) {
        let packets = output.packets("video")
        expect(packets.first?.flags.hasPrefix("K") == true, "it begins without a key frame")
        expect(video.nbReadFrames == "\(packets.count)", "not every packet gives a picture")
        let rate = video.avgFrameRate.split(separator: "/").compactMap { Double($0) }
        expect(rate.count == 2 && rate[0] / rate[1] <= 30.01, "\(video.avgFrameRate) frames/s")
        if let source = expected.clip.picture, source.timing.isEven {
            // Where bytes are scarce, every other picture may go.
            let fewest = 0.4 * min(30, source.rate.value) * output.end("video") - 1
            expect(Double(packets.count) >= fewest, "\(packets.count) pictures")
        }
        let times = packets.map(\.time).sorted()
        var first = 0
        for (last, time) in times.enumerated() {
            while time - times[first] > 0.999 { first += 1 }
            guard last - first < 31 else {
                return expect(false, "more than 31 pictures in the second before \(time) s")
            }
        }
    }

    mutating func judgeShape() {
        guard let width = output.video?.width, let height = output.video?.height,
            let shape = expected.shape
        else { return }
        expect(max(width, height) <= 1_280, "\(width)×\(height)")
        expect(width % 2 == 0 && height % 2 == 0, "\(width)×\(height)")
        let (wide, high) = (Double(width), Double(height))
        // Nothing is less than two pixels wide, however long it is.
        let isNear =
            abs(wide - max(2, high * shape)) < 1.01 || abs(high - max(2, wide / shape)) < 1.01
            || abs(wide / high / shape - 1) <= 0.02
        expect(isNear, "\(width)×\(height) is not \(shape) to 1")
        judgeColours(min(width, height))
    }

    /// Each picture shows the four colours at their places.
    private mutating func judgeColours(_ side: Int) {
        guard let quarters = expected.quarters, side >= 24 else { return }
        for (number, picture) in output.pictures.enumerated()
        where picture.map(nearestColour) != quarters {
            return expect(
                false, "picture \(number) shows \(picture), not the colours \(quarters)")
        }
    }

    private func nearestColour(_ pixel: [Int]) -> Int {
        let colours = [[220, 30, 30], [30, 220, 30], [30, 30, 220], [220, 220, 30]]
        let distances = colours.map { colour in
            zip(colour, pixel).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
        }
        return distances.indices.min { distances[$0] < distances[$1] } ?? -1
    }
}
