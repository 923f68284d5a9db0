import TestSupport

/// The brightness of one picture of a file, as ffmpeg decodes it.
struct Luma {
    let width: Int
    let height: Int
    let pixels: [Int]

    /// The picture that is shown at a time.
    init(of path: String, at time: Double) async throws {
        try await self.init(of: path, "select=gte(t\\,\(time - 0.0011))")
    }

    /// A frame by its number, from 0 on, over white.
    init(of path: String, frame: Int) async throws {
        try await self.init(
            of: path,
            "select=eq(n\\,\(frame)),format=rgba,geq=r='\(Self.overWhite("r"))'"
                + ":g='\(Self.overWhite("g"))':b='\(Self.overWhite("b"))':a=255")
    }

    private static func overWhite(_ band: String) -> String {
        "(\(band)(X,Y)*alpha(X,Y)+255*(255-alpha(X,Y)))/255"
    }

    private init(of path: String, _ filter: String) async throws {
        let output = try await Shell.require([
            "ffmpeg", "-nostdin", "-v", "error", "-i", path, "-vf", filter, "-frames:v", "1",
            "-f", "image2pipe", "-c:v", "pgm", "-pix_fmt", "gray", "-",
        ])
        let header = String(decoding: output.standardOutput.prefix(60), as: UTF8.self)
        guard let sizes = try /P5\s(\d+) (\d+)\s255\s/.prefixMatch(in: header),
            let width = Int(sizes.1), let height = Int(sizes.2)
        else { throw Pixels.Undecodable(path: path, complaint: output.stderr) }
        self.width = width
        self.height = height
        pixels = output.standardOutput.suffix(width * height).map { Int($0) }
    }

    var mean: Double { Double(pixels.reduce(0, +)) / Double(pixels.count) }

    /// The standard deviation.
    var spread: Double {
        let squares = pixels.reduce(0) { $0 + $1 * $1 }
        return max(0, Double(squares) / Double(pixels.count) - mean * mean).squareRoot()
    }

    /// The mean difference of neighbours from their middle: much in a sharp picture, little in a blurred
    /// one.
    var sharpness: Double {
        var sum = 0
        for at in 1..<pixels.count - 1 {
            sum += abs(2 * pixels[at] - pixels[at - 1] - pixels[at + 1])
        }
        return Double(sum) / Double(pixels.count)
    }

    /// The mean difference of two pictures of the same size.
    func distance(to other: Luma) -> Double {
        let sum = zip(pixels, other.pixels).reduce(0) { $0 + abs($1.0 - $1.1) }
        return Double(sum) / Double(pixels.count)
    }
}
