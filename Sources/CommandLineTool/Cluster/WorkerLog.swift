internal import AttachmentRules
internal import Cluster
internal import Preparation
internal import Storage

/// Tells what happens in a worker: a line for each job, for people or for programs.
struct WorkerLog: Sendable {
    private let log: EventLog
    private let isShown: Bool

    init(_ log: EventLog, isShown: Bool) {
        self.log = log
        self.isShown = isShown
    }

    /// - Parameter port: where health and metrics are told; nil where they are not.
    func began(lanes: Int, port: Int?) {
        let listening = port.map { ", listening on port \($0)" } ?? ""
        tell(Event("began", message: "working in \(lanes) lanes\(listening)"))
    }

    func note(_ event: WorkerEvent) {
        switch event {
        case .started(let slot, let batch, let source, let attempt):
            guard log.format == .json else { return }
            var line = Event("started")
            (line.lane, line.batch, line.source, line.attempt) = (slot, batch, source, attempt)
            log.note(line)
        case .finished(let slot, let batch, let asset, let duration):
            var line = Event(finished: asset)
            (line.lane, line.batch) = (slot, batch)
            line.milliseconds = Int((duration / .milliseconds(1)).rounded())
            tell(line)
        case .repeated(let slot, let batch, let source):
            var line = Event("repeated", message: "it was done already")
            (line.lane, line.batch, line.source) = (slot, batch, source)
            tell(line)
        case .retried(let slot, let batch, let source, let reason):
            var line = Event("retried", message: reason)
            (line.lane, line.batch, line.source) = (slot, batch, source)
            tell(line)
        case .released(let slot, let batch, let source): tellBack(slot, batch, source)
        }
    }

    private func tellBack(_ slot: Int, _ batch: String, _ source: String) {
        var line = Event("released", message: "it goes back into the queue")
        (line.lane, line.batch, line.source) = (slot, batch, source)
        tell(line)
    }

    func interrupted(by code: ExitCode) {
        var line = Event("interrupted", message: "finishing what has begun")
        line.signal = code == .interrupted ? "SIGINT" : "SIGTERM"
        tell(line)
    }

    func ended(_ code: ExitCode) {
        var line = Event("ended")
        line.exitCode = code.rawValue
        tell(line)
    }

    private func tell(_ event: Event) {
        if log.format == .json { return log.note(event) }
        guard isShown else { return }
        let parts = [event.source, event.status ?? event.event, event.message]
        Console.status(
            parts.compactMap { $0 }.map(Console.quoted).joined(separator: ": ") + "\n")
    }
}
