internal import AttachmentRules
internal import FoundationEssentials
internal import Preparation
internal import Report
internal import Synchronization

/// What a run tells of its course on stderr, and how: lines for people, or `--log json`, one object a line.
struct EventLog: Sendable {
    enum Format: String, Sendable, CaseIterable {
        case text, json
    }

    let format: Format

    init(_ format: Format = .text) {
        self.format = format
    }

    /// Something that keeps the program from doing what it was asked for.
    func error(_ message: String) {
        tell("error", message, asText: message)
    }

    /// Something that is wrong, but holds nothing up.
    func warning(_ message: String) {
        tell("warning", message, asText: "warning: \(message)")
    }

    /// A step of the run: for programs alone, since people see the progress line.
    func note(_ event: Event) {
        guard format == .json else { return }
        var event = event
        event.time = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only numbers that are no numbers cannot be encoded, and there are none.
        guard let line = try? encoder.encode(event) else { return }
        Self.turn.withLock { _ in Console.status(String(decoding: line, as: UTF8.self) + "\n") }
    }

    /// Lanes tell of their work at once, and a line must not be torn.
    private static let turn = Mutex(())

    private func tell(_ name: String, _ message: String, asText text: String) {
        switch format {
        case .text: Console.error(text)
        case .json: note(Event(name, message: message))
        }
    }
}

/// One line of `--log json`; fields that mean nothing for an event are left out.
struct Event: Encodable, Sendable {
    let event: String
    /// RFC 3339, UTC, to the millisecond; set when it is told.
    fileprivate(set) var time = ""
    /// In a cluster.
    var batch: String?
    var source: String?
    /// Which attempt at a job this is, from 1.
    var attempt: Int?
    /// From 0 on.
    var lane: Int?
    var status: String?
    var action: String?
    /// A reason's code.
    var reason: String?
    var message: String?
    /// Of the attachment.
    var bytes: Int64?
    var milliseconds: Int?
    /// Sources of the batch, and how many of them are not ready from an earlier run.
    var total: Int?
    var toDo: Int?
    var signal: String?
    var exitCode: Int32?
    var summary: Manifest.Summary?

    init(_ event: String, message: String? = nil) {
        self.event = event
        self.message = message
    }
}

extension Event {
    init(finished asset: Asset) {
        self.init("finished", message: asset.reason?.message)
        source = asset.source
        status = asset.status.rawValue
        action = asset.action?.rawValue
        reason = asset.reason?.code.rawValue
        bytes = asset.attachment?.bytes
    }
}
