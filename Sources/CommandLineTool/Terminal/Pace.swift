/// How fast work goes, by the last of it: videos come first, and say little of the pictures behind them.
struct Pace: Sendable {
    private struct Mark {
        var seconds = 0.0
        var share = 0.0
    }

    /// Where what counts begins; first the beginning.
    private var earlier = Mark()
    /// Where it will begin next.
    private var later = Mark()

    /// - Parameters:
    ///   - share: what is done of all, 0...1.
    ///   - elapsed: seconds since the beginning.
    mutating func note(_ share: Double, after elapsed: Double) {
        // Long enough that single files do not matter, however long the batch is.
        guard elapsed - later.seconds >= max(15, elapsed / 4) else { return }
        earlier = later
        later = Mark(seconds: elapsed, share: share)
    }

    /// Seconds that the rest takes if it goes on so; nil where that cannot be told, as at the beginning.
    func left(at share: Double, after elapsed: Double) -> Double? {
        let (seconds, done) = (elapsed - earlier.seconds, share - earlier.share)
        guard share >= 0.02, seconds > 0, done > 0 else { return nil }
        return seconds / done * max(0, 1 - share)
    }
}
