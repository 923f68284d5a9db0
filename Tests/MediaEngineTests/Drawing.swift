import TestSupport

/// A colour with alpha, 8 bits each.
struct Colour: Equatable, CustomStringConvertible {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    var alpha: UInt8 = 255

    static let red = Colour(red: 220, green: 30, blue: 30)
    static let green = Colour(red: 30, green: 200, blue: 40)
    static let blue = Colour(red: 30, green: 40, blue: 220)
    static let yellow = Colour(red: 230, green: 220, blue: 40)
    static let white = Colour(red: 255, green: 255, blue: 255)
    static let black = Colour(red: 0, green: 0, blue: 0)
    static let clear = Colour(red: 0, green: 0, blue: 0, alpha: 0)

    var description: String { "(\(red), \(green), \(blue), \(alpha))" }

    /// Whether no channel differs by more than that.
    func isNear(_ other: Colour, by distance: Int = 20) -> Bool {
        let pairs = [
            (red, other.red), (green, other.green), (blue, other.blue), (alpha, other.alpha),
        ]
        return pairs.allSatisfy { abs(Int($0) - Int($1)) <= distance }
    }
}

/// Pictures of one size that a test computes, pixel by pixel.
struct Drawing {
    let width: Int
    let height: Int
    private var frames: [[UInt8]] = []

    init(_ width: Int, _ height: Int, _ colour: (_ x: Int, _ y: Int) -> Colour) {
        self.init(width, height, frames: 1) { x, y, _ in colour(x, y) }
    }

    init(
        _ width: Int, _ height: Int, frames count: Int,
        _ colour: (_ x: Int, _ y: Int, _ frame: Int) -> Colour
    ) {
        self.width = width
        self.height = height
        frames = (0..<count).map { frame in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(width * height * 4)
            for y in 0..<height {
                for x in 0..<width {
                    let pixel = colour(x, y, frame)
                    bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha]
                }
            }
            return bytes
        }
    }

    /// Arguments for a GIF that keeps the colours; ffmpeg's own palette has few.
    static let exactPalette = [
        "-filter_complex", "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none",
    ]

    /// Red, green, blue and yellow: top left, top right, bottom left, bottom right.
    static func quarters(_ width: Int, _ height: Int) -> Drawing {
        Drawing(width, height) { quarter($0, $1, of: width, height) }
    }

    static func quarter(_ x: Int, _ y: Int, of width: Int, _ height: Int) -> Colour {
        switch (x < width / 2, y < height / 2) {
        case (true, true): .red
        case (false, true): .green
        case (true, false): .blue
        case (false, false): .yellow
        }
    }

    /// Has ffmpeg write a file of it; the arguments go before the output's name.
    func write(
        _ name: String, framesPerSecond: Int = 10, _ arguments: [String] = []
    ) async throws -> String {
        let raw = try OpenedFile.write(Array(frames.joined()), as: name + ".raw")
        try await Media.ffmpeg(
            [
                "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(width)x\(height)",
                "-r", "\(framesPerSecond)", "-i", raw,
            ] + arguments + [name])
        return TemporaryDirectory.current + "/" + name
    }
}

/// The pixels of all frames of a file as ffmpeg decodes them, without turning them.
struct Pixels {
    let width: Int
    let height: Int
    let frames: Int
    private let bytes: [UInt8]

    /// A file that the second decoder does not take.
    struct Undecodable: Error {
        let path: String
        let complaint: String
    }

    init(of path: String) async throws {
        // A PAM says how large it is before its pixels.
        let decoder = [
            "ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0",
            "-fps_mode", "passthrough", "-f", "image2pipe", "-c:v", "pam", "-pix_fmt", "rgba", "-",
        ]
        let output = try await Shell.require(decoder)
        let header = String(decoding: output.standardOutput.prefix(100), as: UTF8.self)
        let numbers = try /P7\nWIDTH (\d+)\nHEIGHT (\d+)\n/.prefixMatch(in: header)
        guard output.stderr.isEmpty, let numbers, let width = Int(numbers.1),
            let height = Int(numbers.2),
            let body = output.standardOutput.firstRange(of: "ENDHDR\n")?.upperBound
        else { throw Undecodable(path: path, complaint: output.stderr) }
        self.width = width
        self.height = height
        let picture = body + width * height * 4
        frames = output.standardOutput.count / picture
        bytes = (0..<frames).flatMap { frame in
            output.standardOutput[frame * picture + body..<(frame + 1) * picture]
        }
    }

    subscript(x: Int, y: Int, frame: Int = 0) -> Colour {
        let at = ((frame * height + y) * width + x) * 4
        return Colour(
            red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2], alpha: bytes[at + 3])
    }

    /// The middles of the four quarters: top left, top right, bottom left, bottom right.
    var quarters: [Colour] { quarters(frame: 0) }

    func quarters(frame: Int) -> [Colour] {
        [(1, 1), (3, 1), (1, 3), (3, 3)].map { self[width * $0 / 4, height * $1 / 4, frame] }
    }
}

extension [Colour] {
    func isNear(_ other: [Colour], by distance: Int = 24) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isNear($1, by: distance) }
    }
}
