import TestSupport

/// What the `ffmpeg` program hears in a file: all channels in one, as floats.
struct Samples {
    let values: [Float]
    let rate: Int

    var seconds: Double { Double(values.count) / Double(rate) }

    /// - Parameter rate: of the result; the file's own if it is nil.
    /// - Parameter filter: what comes before the mixing, in FFmpeg's words.
    init(_ path: String, rate: Int? = nil, filter: String = "anull") async throws {
        let own = try await TestSupport.Probe.of(path).audio?.sampleRate.flatMap { Int($0) } ?? 0
        self.rate = rate ?? own
        let output = try await Shell.require([
            "ffmpeg", "-nostdin", "-v", "error", "-copyts", "-i", path, "-map", "0:a:0", "-af",
            filter, "-ac", "1", "-ar", "\(self.rate)", "-f", "f32le", "-",
        ])
        values = output.standardOutput.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// The greatest difference to the other's samples from `offset` on, as far as both go.
    func difference(to other: Samples, at offset: Int, from first: Int = 0) -> Float {
        let count = min(values.count, other.values.count - offset)
        guard first < count else { return .infinity }
        return (first..<count).map { abs(values[$0] - other.values[offset + $0]) }.max() ?? 0
    }

    /// Where in the other these samples begin: the best of all places near `offset`.
    func place(in other: Samples, near offset: Int, within slack: Int = 3000) -> Int? {
        let count = min(values.count, 4096)
        let places = max(0, offset - slack)..<min(offset + slack, other.values.count - count)
        func likeness(_ place: Int) -> Float {
            (0..<count).reduce(0) { $0 + values[$1] * other.values[place + $1] }
        }
        return places.map { ($0, likeness($0)) }.max { $0.1 < $1.1 }?.0
    }

    /// The effective value of a stretch, which may be told from the end.
    func level(_ range: Range<Double>, fromEnd: Bool = false) -> Double {
        let start = fromEnd ? seconds : 0
        let first = max(0, Int((start + range.lowerBound) * Double(rate)))
        let last = min(values.count, Int((start + range.upperBound) * Double(rate)))
        guard first < last else { return 0 }
        let power = values[first..<last].reduce(0) { $0 + Double($1) * Double($1) }
        return (power / Double(last - first)).squareRoot()
    }

    /// The strongest tone of a stretch, in hertz, by how often the wave goes up through zero.
    func pitch(_ range: Range<Double>) -> Double {
        let piece = values[
            Int(range.lowerBound * Double(rate))..<Int(range.upperBound * Double(rate))]
        let rises = zip(piece, piece.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(rises) / (range.upperBound - range.lowerBound)
    }
}

extension Media {
    /// Pink noise, always the same: every stretch of it is unlike every other.
    static func noise(
        _ name: String, seconds: Double = 5, sampleRate: Int = 44_100, channels: Int = 2,
        _ arguments: [String]
    ) async throws -> String {
        let source = "anoisesrc=color=pink:seed=7:amplitude=0.5:r=\(sampleRate):d=\(seconds)"
        try await ffmpeg(
            ["-f", "lavfi", "-i", source, "-ac", "\(channels)"] + arguments + [name])
        return TemporaryDirectory.current + "/" + name
    }
}
