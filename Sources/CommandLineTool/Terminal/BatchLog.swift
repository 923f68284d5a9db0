internal import AttachmentRules
internal import Preparation
internal import Report
internal import Storage
internal import Synchronization

/// Tells the log what happens in a batch, and how long each source took.
final class BatchLog: Sendable {
    private let log: EventLog
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant
    /// When each lane's source was begun.
    private let started = Mutex<[Int: ContinuousClock.Instant]>([:])

    init(_ log: EventLog) {
        self.log = log
        began = clock.now
    }

    func note(_ event: BatchEvent) {
        switch event {
        case .began(let total, let toDo):
            var line = Event("began")
            line.total = total
            line.toDo = toDo
            log.note(line)
        case .started(let lane, let source):
            started.withLock { $0[lane] = clock.now }
            var line = Event("started")
            line.lane = lane
            line.source = source.text
            log.note(line)
        case .progressed: break
        case .finished(let lane, let asset): log.note(finished(lane, asset))
        }
    }

    /// The first signal has come: what has begun may still end.
    func interrupted(by code: ExitCode) {
        var line = Event("interrupted")
        line.signal = code == .interrupted ? "SIGINT" : "SIGTERM"
        log.note(line)
    }

    func ended(_ summary: Manifest.Summary, _ code: ExitCode) {
        var line = Event("ended")
        line.summary = summary
        line.exitCode = code.rawValue
        line.milliseconds = milliseconds(since: began)
        log.note(line)
    }

    private func finished(_ lane: Int, _ asset: Asset) -> Event {
        var line = Event(finished: asset)
        line.lane = lane
        line.milliseconds = started.withLock { $0[lane] }.map(milliseconds)
        return line
    }

    private func milliseconds(since start: ContinuousClock.Instant) -> Int {
        Int((start.duration(to: clock.now) / .milliseconds(1)).rounded())
    }
}
