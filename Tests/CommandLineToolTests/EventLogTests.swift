import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.temporaryDirectory, .serialized, .timeLimit(.minutes(5))) struct EventLogTests {
    private func makeClips(_ count: Int) async throws {
        let clip = try await Media.mp4(
            seconds: 4, width: 640, height: 360, framesPerSecond: 50)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: clip))
        try PushMedia.put(clip, as: "in/0.mp4")
        for number in 1..<count {
            // Another file, since copies are prepared once.
            try (bytes + Data(repeating: 0, count: number)).write(
                to: URL(fileURLWithPath: PushMedia.path("in/\(number).mp4")))
        }
    }

    private func events(_ text: String) throws -> [LoggedEvent] {
        try text.split(separator: "\n").map {
            try JSONDecoder().decode(LoggedEvent.self, from: Data($0.utf8))
        }
    }

    private func stop(
        _ arguments: [String], by signal: Int32
    ) async throws -> (status: Int32, events: [LoggedEvent]) {
        let running = try RunningProcess(
            [Products.path(of: "pushmedia"), "prepare", "in", "--out", "out", "--log", "json"]
                + arguments, in: TemporaryDirectory.current)
        await PushMedia.until {
            (try? running.standardErrorSoFar().contains("\"event\":\"started\"")) == true
        }
        running.signal(signal)
        let output = try await running.output()
        return (output.status, try events(output.stderr))
    }

    @Test func terminatedRunFinishesWhatItHasBegunAndTheNextRunGoesOn() async throws {
        try await makeClips(3)
        // However busy the machine is.
        let (status, events) = try await stop(["--jobs", "1", "--grace", "200"], by: SIGTERM)
        #expect(status == 143)
        #expect(events.first?.event == "began" && events.first?.total == 3)
        #expect(events.filter { $0.event == "interrupted" }.map(\.signal) == ["SIGTERM"])
        #expect(events.last?.event == "ended" && events.last?.exitCode == 143)

        let finished = events.filter { $0.event == "finished" }
        let started = events.filter { $0.event == "started" }
        #expect(Set(finished.map(\.source)) == Set(started.map(\.source)))
        #expect(finished.allSatisfy { $0.status == "prepared" && $0.milliseconds != nil })
        let assets = try PushMedia.manifest().assets
        #expect(
            Set(assets.filter { $0.status == "prepared" }.map(\.source))
                == Set(finished.map(\.source)))
        #expect(assets.contains { $0.reason?.code == "interrupted" })

        let again = try await PushMedia.run("prepare", "in", "--out", "out", "--log", "json")
        #expect(again.status == 0)
        #expect(try self.events(again.stderr).first?.toDo == 3 - finished.count)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func withoutGraceRunningWorkEndsAtOnce(signal: Int32) async throws {
        try await makeClips(1)
        let (status, events) = try await stop(["--grace", "0"], by: signal)
        #expect(status == 128 + signal)
        #expect(events.map(\.event) == ["began", "started", "interrupted", "ended"])
        #expect(events.last?.summary?["failed"] == 1)
        #expect(try PushMedia.manifest().asset("0.mp4").reason?.code == "interrupted")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
    }

    @Test func eventsTellWhatBecameOfEachSource() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/photo.jpg")
        try PushMedia.write("", as: "in/empty.png")
        let output = try await PushMedia.run("prepare", "in", "--out", "out", "--log", "json")
        #expect(output.status == 1)
        let events = try events(output.stderr)
        let photo = try #require(events.first { $0.event == "finished" && $0.status == "prepared" })
        #expect(photo.source == "photo.jpg")
        #expect(photo.bytes == (try PushMedia.manifest().asset("photo.jpg").attachment?.bytes))
        let empty = try #require(events.first { $0.event == "finished" && $0.status == "rejected" })
        #expect(empty.source == "empty.png" && empty.reason == "empty" && empty.message != nil)
        #expect(events.last?.summary?["prepared"] == 1 && events.last?.exitCode == 1)
        for event in events {
            #expect(
                event.time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil,
                "\(event.time)")
        }
    }

    @Test(
        arguments: zip(
            [
                ["--out", "out"], ["in", "--out", "out", "--jobs", "0"],
                ["in", "--out", "/dev/null/out"],
            ], [2, 2, 3] as [Int32]))
    func errorsAreEventsToo(arguments: [String], status: Int32) async throws {
        try PushMedia.write("", as: "in/empty.png")
        let output = try await PushMedia.run(["prepare", "--log", "json"] + arguments)
        #expect(output.status == status)
        let events = try events(output.stderr)
        #expect(events.map(\.event) == ["error"])
        #expect(events.first?.message?.isEmpty == false)
    }
}

/// As much of a line as tests look at; decoded apart from the product's own types.
private struct LoggedEvent: Decodable {
    var event: String
    var time: String
    var source: String?
    var status: String?
    var reason: String?
    var message: String?
    var bytes: Int?
    var milliseconds: Int?
    var total: Int?
    var toDo: Int?
    var signal: String?
    var exitCode: Int32?
    var summary: [String: Int]?
}
