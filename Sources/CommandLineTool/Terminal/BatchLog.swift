internal import AttachmentRules
internal import Preparation
internal import Report
internal import Storage

/// Tells the log what happens in a batch, and how long each source took.
struct BatchLog: Sendable {
    private let log: EventLog

    init(_ log: EventLog) {
        self.log = log
    }

    /// - Parameter lap: what a source took, where this is its end.
    func note(_ event: BatchEvent, _ lap: BatchTimes.Lap?) {
        switch event {
        case .began(let total, let toDo, _):
            var line = Event("began")
            line.total = total
            line.toDo = toDo
            log.note(line)
        case .started(let lane, let source, _):
            var line = Event("started")
            line.lane = lane
            line.source = source.text
            log.note(line)
        case .progressed: break
        case .finished(let lane, let asset, _):
            var line = Event(finished: asset)
            line.lane = lane
            line.milliseconds = lap.map { milliseconds($0.duration) }
            log.note(line)
        }
    }

    /// The first signal has come: what has begun may still end.
    func interrupted(by code: ExitCode) {
        var line = Event("interrupted")
        line.signal = code == .interrupted ? "SIGINT" : "SIGTERM"
        log.note(line)
    }

    func ended(_ summary: Manifest.Summary, _ code: ExitCode, after elapsed: Duration) {
        var line = Event("ended")
        line.summary = summary
        line.exitCode = code.rawValue
        line.milliseconds = milliseconds(elapsed)
        log.note(line)
    }

    private func milliseconds(_ duration: Duration) -> Int {
        Int((duration / .milliseconds(1)).rounded())
    }
}
