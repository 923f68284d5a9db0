import AttachmentRules
import CodecLink
import TestSupport
import Testing

/// A GIF that the engine made, what its blocks say, and what it shows.
struct OptimisedGIF {
    let bytes: [UInt8]
    let frames: [GIFStructure.Frame]
    let pixels: Pixels
    let encodes: Int

    /// Renders an animation whole, or as small as the cap wants it, into a new file of that name.
    init(
        of source: String, _ type: MediaType, box: Int = 1_024, maxBytes: Int64 = 1_000_000,
        as name: String = "optimised.gif"
    ) async throws {
        let recipe = Recipe.animation(
            PictureRecipe(
                maxWidth: box, maxHeight: box, fit: .inside, orientation: 1, format: .gif,
                maxBytes: maxBytes, plays: 0))
        let rendered = try await SharedEngine.render(source, type, recipe, as: name)
        bytes = try rendered.bytes
        encodes = rendered.rendering.encodes
        let structure = try #require(GIFStructure(bytes))
        #expect(structure.findings.filter { $0.severity == .error } == [])
        frames = structure.frames
        pixels = try await Pixels(of: rendered.path)
        try #require(pixels.frames == frames.count)
    }

    var delays: [Int] { frames.map(\.delay) }
    var duration: Int { delays.reduce(0, +) }

    /// The frame that is shown at a time, in hundredths of a second.
    func frame(at time: Int) -> Int {
        var end = 0
        return frames.firstIndex { frame in
            end += frame.delay
            return time < end
        } ?? frames.count - 1
    }

    /// The mean squared error of all channels, where each frame of the source is shown for so long.
    func error(against source: Pixels, delay: Int) -> Double {
        var sum = 0
        for number in 0..<source.frames {
            sum += pixels.error(frame(at: number * delay), against: source, number)
        }
        return Double(sum) / Double(3 * source.frames * source.width * source.height)
    }
}

extension Colour {
    /// How much the channel differs that differs most.
    func distance(to other: Colour) -> Int {
        let pairs = [(red, other.red), (green, other.green), (blue, other.blue)]
        return pairs.map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
}

extension Pixels {
    /// The sum of the squared differences of two frames' colours.
    func error(_ frame: Int, against other: Pixels, _ otherFrame: Int) -> Int {
        var sum = 0
        for y in 0..<height {
            for x in 0..<width {
                let (one, two) = (self[x, y, frame], other[x, y, otherFrame])
                let red = Int(one.red) - Int(two.red)
                let green = Int(one.green) - Int(two.green)
                let blue = Int(one.blue) - Int(two.blue)
                sum += red * red + green * green + blue * blue
            }
        }
        return sum
    }

    /// How many pixels of a frame a drawing has otherwise; nothing has no colour.
    func differing(_ frame: Int, from drawing: (_ x: Int, _ y: Int) -> Colour) -> Int {
        var count = 0
        for y in 0..<height {
            for x in 0..<width {
                let (one, two) = (self[x, y, frame], drawing(x, y))
                count += one == two || (one.alpha == 0 && two.alpha == 0) ? 0 : 1
            }
        }
        return count
    }
}

extension [UInt8] {
    /// The same GIF with other delays, in hundredths of a second.
    func withDelays(_ delays: [Int]) throws -> [UInt8] {
        var bytes = self
        let frames = try #require(GIFStructure(self)).frames
        try #require(frames.count == delays.count)
        for (frame, delay) in zip(frames, delays) {
            let control = try #require(frame.controlStart)
            bytes[control + 4] = UInt8(delay & 0xFF)
            bytes[control + 5] = UInt8(delay >> 8)
        }
        return bytes
    }
}
