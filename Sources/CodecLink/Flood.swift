/// Counts the messages that a codec process sends on the way, of which an honest one sends at most ten a second.
struct Flood {
    private static let mostASecond = 20.0
    /// For a process that caught up after a pause.
    private static let headStart = 100.0

    private let start = ContinuousClock.now
    private var messages = 0.0

    mutating func count() throws(LinkError) {
        messages += 1
        let seconds = start.duration(to: .now) / .seconds(1)
        guard messages <= Self.headStart + Self.mostASecond * seconds else { throw .malformed }
    }
}
