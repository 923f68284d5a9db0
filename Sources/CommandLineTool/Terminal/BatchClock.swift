internal import Preparation
internal import Storage
internal import Synchronization

/// How long a batch took, for people: no manifest says so, since it differs from run to run.
struct BatchTimes: Sendable {
    /// One source that was worked on.
    struct Lap: Sendable {
        var source: String
        /// Of its last attempt.
        var duration: Duration
        var attempts: Int
    }

    var elapsed: Duration
    /// Sources that this run has finished.
    var finished = 0
    /// Sources that were ready from an earlier run.
    var ready = 0
    /// Sources that this run has begun, and not finished.
    var unfinished: Set<String> = []
    /// At most three, the slowest first.
    var slowest: [Lap] = []
}

/// Takes the times of a batch by its events.
final class BatchClock: Sendable {
    private struct State {
        var times = BatchTimes(elapsed: .zero)
        /// What each lane works on, since when.
        var running: [Int: (source: BytePath, since: ContinuousClock.Instant)] = [:]
        var attempts: [BytePath: Int] = [:]
    }

    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant
    private let state = Mutex(State())

    init() {
        began = clock.now
    }

    /// What a source took if this is its end.
    func note(_ event: BatchEvent) -> BatchTimes.Lap? {
        state.withLock { state in
            switch event {
            case .began(let total, let toDo, _): state.times.ready = total - toDo
            case .started(let lane, let source, _):
                state.running[lane] = (source, clock.now)
                state.attempts[source, default: 0] += 1
            case .progressed: break
            case .finished(let lane, _, _): return finish(lane, &state)
            }
            return nil
        }
    }

    /// Up to now.
    var times: BatchTimes {
        var times = state.withLock { state in
            var times = state.times
            times.unfinished = Set(state.attempts.keys.map(\.text))
            return times
        }
        times.elapsed = began.duration(to: clock.now)
        return times
    }

    private func finish(_ lane: Int, _ state: inout State) -> BatchTimes.Lap? {
        guard let (source, since) = state.running.removeValue(forKey: lane) else { return nil }
        let lap = BatchTimes.Lap(
            source: source.text, duration: since.duration(to: clock.now),
            attempts: state.attempts.removeValue(forKey: source) ?? 1)
        state.times.finished += 1
        let place = state.times.slowest.firstIndex { $0.duration < lap.duration }
        state.times.slowest.insert(lap, at: place ?? state.times.slowest.count)
        state.times.slowest = Array(state.times.slowest.prefix(3))
        return lap
    }
}
