import Foundation

/// Random numbers that are the same on every machine, for ever: SplitMix64.
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Numbers that follow from the seed and the number alone, such as of a clip.
    package init(seed: UInt64, number: Int = 0) {
        state = seed
        state = next() ^ UInt64(number)
        state = next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    package mutating func isLucky(_ percent: Int) -> Bool { whole(1...100) <= percent }

    package mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// One of them; a thing that is listed twice comes twice as often.
    package mutating func pick<Thing>(_ things: [Thing]) -> Thing {
        things[whole(0...things.count - 1)]
    }

    /// Of two decimals, so that it reads the same in a command.
    package mutating func fraction(_ range: ClosedRange<Double>) -> Double {
        let share = Double(next() >> 11) / Double(1 << 53)
        let value = range.lowerBound + share * (range.upperBound - range.lowerBound)
        return (value * 100).rounded() / 100
    }

    /// As likely between 1 and 10 as between 10 and 100.
    package mutating func logarithmic(_ range: ClosedRange<Double>) -> Double {
        let share = Double(next() >> 11) / Double(1 << 53)
        return range.lowerBound * pow(range.upperBound / range.lowerBound, share)
    }
}
