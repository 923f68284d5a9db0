/// The same numbers for the same seed, on every machine.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}

/// The bytes with some of them changed, cut away or put in.
func mutated(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !result.isEmpty {
        let place = Int.random(in: 0..<result.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: result[place] = UInt8.random(in: 0...255, using: &random)
        case 1: result[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random) ?? 0
        case 2: result.removeSubrange(place...)
        case 3: result.removeSubrange(place..<min(place + 3, result.count))
        case 4: result.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default:
            for index in place..<min(place + 4, result.count) { result[index] = 0xff }
        }
    }
    return result
}
