import Synchronization

/// A clock on which a sleeper wakes up at once and much later; it tells how long each one slept.
final class SkippingClock: Clock {
    private let start = ContinuousClock.now
    private let slept = Mutex<[Duration]>([])

    var sleeps: [Duration] { slept.withLock(\.self) }

    var now: ContinuousClock.Instant { start + sleeps.reduce(.zero, +) }

    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        let duration = now.duration(to: deadline)
        slept.withLock { $0.append(duration) }
    }
}
