import TestSupport

/// The picture of a generated clip.
struct RandomPicture: Sendable {
    let coding: PictureCoding
    let pixels: String
    private(set) var width: Int
    private(set) var height: Int
    private(set) var rate: PictureCoding.Rate
    /// Of a full raster; uneven clips leave some out.
    private(set) var frames: Int
    /// Of one pixel, width to height.
    let aspect: PictureCoding.Rate
    let turn: Turn
    private(set) var isInterlaced = false
    private(set) var timing = Timing.even
    /// Seconds by which it begins later than the file.
    private(set) var delay: Double
    /// How hard it is to compress: 0 to 100.
    let noise: Int
    /// Further arguments for the encoder.
    let encoding: String
    /// Where there is one, it gets a track of its own.
    let timecode: String?

    init(_ random: inout SeededRandom) {
        coding =
            random.isLucky(20) ? random.pick(PictureCoding.plain) : random.pick(PictureCoding.all)
        pixels = random.pick(coding.pixels)
        rate = random.isLucky(60) ? random.pick(coding.rates) : coding.anyRate(&random)
        (width, height) = coding.size(&random)
        let length = random.logarithmic(0.1...120)
        frames = max(1, Int((length * rate.value).rounded()))
        aspect =
            random.isLucky(20) && coding.keepsAspect
            ? random.pick(Self.aspects) : PictureCoding.Rate(over: 1)
        turn = random.isLucky(50) && coding.hasMatrix ? random.pick(Turn.all) : .upright
        noise = random.isLucky(30) ? random.whole(5...60) : 0
        delay = random.isLucky(10) && coding.keepsTimes ? random.fraction(0.05...1.5) : 0
        encoding = coding.isX264 ? Self.x264Arguments(&random) : random.pick(coding.variants)
        let hasTimecode = random.isLucky(30)
        timecode = hasTimecode && coding.suffix == "mov" && rate.isWhole ? "01:00:00:00" : nil
        let (mayInterlace, mayBeUneven) = (random.isLucky(20), random.isLucky(20))
        let unevenTiming = random.pick([Timing.gaps, .slower])
        let most = random.logarithmic(6e6...150e6) * Double(coding.speed) / 100
        let kept = random.pick([.length, .length] + Extreme.allCases)
        bound(to: most, keeping: kept)

        // Encoders count time in pictures.
        delay = (delay * rate.value).rounded() / rate.value
        isInterlaced =
            mayInterlace && coding.canInterlace && min(width, height) >= 32 && rate.value <= 60
        if isInterlaced { (width, height) = (width & ~1, height & ~3) }
        let isUneven = mayBeUneven && !isInterlaced && coding.keepsTimes
        timing = isUneven && rate.value >= 5 && frames >= 10 ? unevenTiming : .even
    }

    private static let aspects = [(4, 3), (16, 11), (64, 45), (32, 27), (8, 9), (10, 11), (1, 2)]
        .map { PictureCoding.Rate(over: $0, under: $1) }

    private static func x264Arguments(_ random: inout SeededRandom) -> String {
        let preset = random.pick(["ultrafast", "ultrafast", "superfast", "veryfast"])
        let group = random.pick([1, 12, 25, 60, 250])
        let bidirectional = random.pick([0, 0, 1, 2, 3])
        return "-preset \(preset) -g \(group) -bf \(bidirectional) -crf \(random.whole(15...32))"
    }

    /// What stays while the rest shrinks to the allowed number of pixels.
    private enum Extreme: CaseIterable { case length, size, rate, nothing }

    private var cost: Double { Double(frames) * Double(width) * Double(height) }

    private mutating func bound(to most: Double, keeping kept: Extreme) {
        var steps: [Extreme] = [.size, .rate, .size, .length].filter { $0 != kept }
        while cost > most, !steps.isEmpty {
            let step = steps.removeFirst()
            let before = cost
            shrink(step)
            if cost < before { steps.append(step) }
        }
        while cost > most, frames > 1 { frames /= 2 }
    }

    private mutating func shrink(_ extreme: Extreme) {
        switch extreme {
        case .length: frames = max(1, min(frames, max(Int(rate.value / 10), frames / 2)))
        case .size where coding.sizes.isEmpty && max(width, height) > coding.sides.lowerBound:
            width = coding.side(Double(width) * 0.7)
            height = coding.side(Double(height) * 0.7)
        case .rate where coding.rates == PictureCoding.Rate.usual && rate.value >= 20:
            rate = PictureCoding.Rate(over: rate.over, under: rate.under * 2)
            frames = max(1, frames / 2)
        default: break
        }
    }
}

extension PictureCoding {
    fileprivate func anyRate(_ random: inout SeededRandom) -> Rate {
        let any = random.whole(1...240)
        return rates == Rate.usual ? Rate(over: any) : random.pick(rates)
    }

    fileprivate func size(_ random: inout SeededRandom) -> (width: Int, height: Int) {
        let bounds = Double(sides.lowerBound)...Double(sides.upperBound)
        let drawn = (random.logarithmic(bounds), random.logarithmic(bounds))
        let even = (random.whole(sides), random.whole(sides))
        let isEven = random.isLucky(50)
        if !sizes.isEmpty { return random.pick(sizes) }
        return isEven
            ? (side(Double(even.0)), side(Double(even.1))) : (side(drawn.0), side(drawn.1))
    }

    fileprivate func side(_ wanted: Double) -> Int {
        let side = min(max(Int(wanted), sides.lowerBound), sides.upperBound)
        return wantsEvenSides ? side & ~1 : side
    }
}
