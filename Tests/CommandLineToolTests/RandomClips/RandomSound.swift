import TestSupport

/// The sound of a generated clip: a tone, so that its beginning and end can be told.
struct RandomSound: Sendable {
    let coding: SoundCoding
    let sampleRate: Int
    let channels: Int
    let seconds: Double
    /// Seconds by which it begins later than the file.
    let delay: Double
    let isSilent: Bool
    let frequency: Int
    /// Tracks of it.
    let tracks: Int

    /// Sound beside a picture.
    init(_ random: inout SeededRandom, beside picture: RandomPicture) {
        let share = random.pick([
            1, 1, 1, random.fraction(0.3...0.95), random.fraction(1.05...2),
        ])
        let mayBeLate = random.isLucky(25)
        let lateness = random.fraction(0.02...1.5)
        seconds = max(0.1, min(120, (picture.seconds * share * 100).rounded() / 100))
        delay = mayBeLate && picture.coding.keepsTimes ? lateness : 0
        isSilent = random.isLucky(10)
        let maySpeakTwice = random.isLucky(15)
        tracks =
            maySpeakTwice && ["mp4", "mov", "mkv", "ts"].contains(picture.coding.suffix) ? 2 : 1
        coding = random.pick(picture.coding.sounds)
        (sampleRate, channels, frequency) = coding.form(&random)
    }

    /// Sound in a file of its own.
    init(_ random: inout SeededRandom, _ codings: [SoundCoding]) {
        seconds = (random.logarithmic(0.1...120) * 100).rounded() / 100
        delay = 0
        isSilent = false
        tracks = 1
        coding = random.pick(codings)
        (sampleRate, channels, frequency) = coding.form(&random)
    }

    /// Arguments for the input and for the output.
    var input: String {
        let source = isSilent ? "anullsrc=r=\(sampleRate):cl=mono:d=\(seconds)" : tone
        return (delay > 0 ? "-itsoffset \(delay) " : "") + "-f lavfi -i '\(source)'"
    }

    var output: String {
        "-c:a \(coding.name) -ar \(sampleRate) -ac \(channels) \(coding.arguments)"
    }

    private var tone: String { "sine=\(frequency):sample_rate=\(sampleRate):d=\(seconds),volume=4" }
}

extension SoundCoding {
    fileprivate func form(_ random: inout SeededRandom) -> (Int, Int, Int) {
        (random.pick(sampleRates), random.pick(channels), random.whole(300...1_200))
    }
}
