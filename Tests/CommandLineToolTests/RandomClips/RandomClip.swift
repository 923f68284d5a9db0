import TestSupport

/// A generated clip: all of it follows from a seed and a number.
struct RandomClip: Sendable, CustomStringConvertible {
    let seed: UInt64
    let number: Int
    let picture: RandomPicture?
    let sound: RandomSound?
    let hasTags: Bool
    /// Seconds, as `--start` has them.
    let start: Double
    /// Whether silent sound is to be left out.
    var dropsSilence: Bool { start > 0 }
    private let suffix: String

    init(seed: UInt64, number: Int) {
        var random = SeededRandom(seed: seed, number: number)
        self.seed = seed
        self.number = number
        hasTags = random.isLucky(30)
        start = random.isLucky(70) ? 0 : random.pick([0.04, 0.5, 3.21, 20])
        guard !random.isLucky(15) else {
            let file = random.pick(SoundCoding.files)
            picture = nil
            sound = RandomSound(&random, file.codings)
            suffix = file.suffix
            return
        }
        let picture = RandomPicture(&random)
        self.picture = picture
        sound = random.isLucky(75) ? RandomSound(&random, beside: picture) : nil
        suffix = picture.coding.suffix
    }

    /// The first part of the file's name is that of no other clip.
    var stem: String { "clip-\(number)" }
    var file: String { "\(stem).\(suffix)" }

    /// Pixels that have to be made, decoded and encoded.
    var cost: Double {
        picture.map { Double($0.frames) * Double($0.width) * Double($0.height) } ?? 0
    }

    var description: String {
        var words = ["clip \(number) of seed \(seed)"]
        if let picture { words.append(picture.description) }
        if let sound { words.append(sound.description) }
        if start > 0 { words.append("--start \(start)") }
        return words.joined(separator: "; ") + "\n    " + commands.joined(separator: "\n    ")
    }
}

extension RandomPicture: CustomStringConvertible {
    /// From the first picture to the end of the last.
    var seconds: Double { Double(timing.length(of: frames)) / rate.value }

    var description: String {
        let shape = aspect.value == 1 ? "" : ", pixels of \(aspect.text)"
        let order = isInterlaced ? ", interlaced" : ""
        return "\(coding.name) \(pixels) \(width)×\(height)\(shape)\(order), "
            + "\(rate.text) frames/s, \(seconds) s"
    }
}

extension RandomSound: CustomStringConvertible {
    var description: String {
        "\(isSilent ? "silent " : "")\(coding.name) \(channels)×\(sampleRate) Hz, \(seconds) s"
            + (delay > 0 ? " from \(delay) s on" : "")
    }
}
