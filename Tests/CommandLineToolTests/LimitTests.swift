import Foundation
import Glibc
import TestSupport
import Testing

/// Every limit has an option, and a reason of its own.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct LimitTests {
    private func expect(
        _ code: String, _ message: String, of name: String, _ options: String...
    ) async throws {
        let free = try await PushMedia.run("prepare", "in", "--out", "free")
        #expect(free.status == 0, "\(free.stdout)")
        let output = try await PushMedia.run(
            ["prepare", "in", "--out", "out", "--jobs", "1"] + options)
        let reason = try PushMedia.manifest().asset(name).reason
        #expect(output.status == 1)
        #expect(reason?.code == code)
        #expect(reason?.message.contains(message) == true, "\(reason?.message ?? "none")")
    }

    @Test func pixels() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1200, height: 1000), as: "in/a.jpg")
        try await expect("too-large", "1200000", of: "a.jpg", "--max-pixels", "1")
    }

    @Test func frames() async throws {
        try PushMedia.put(
            try await Media.gif(frames: 5, width: 64, height: 48), as: "in/a.gif")
        try await expect("too-large", "at most 3", of: "a.gif", "--max-frames", "3")
    }

    @Test func streams() async throws {
        try PushMedia.put(try await Media.mp4(seconds: 1, width: 64, height: 48), as: "in/a.mp4")
        try await expect("too-large", "streams", of: "a.mp4", "--max-streams", "1")
    }

    @Test func metadata() async throws {
        let photo = try await Media.jpeg(width: 64, height: 48)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: photo))
        let comment = Data([0xff, 0xfe, 0xff, 0xff]) + Data(repeating: 0x20, count: 65_533)
        for _ in 0..<16 { bytes.insert(contentsOf: comment, at: 2) }
        try bytes.write(to: URL(fileURLWithPath: photo))
        try PushMedia.put(photo, as: "in/a.jpg")
        try await expect("too-large", "of metadata", of: "a.jpg", "--max-metadata", "1")
    }

    @Test func input() async throws {
        try PushMedia.put(try await Media.wav(seconds: 2), as: "in/a.wav")
        try await expect("too-large", "at most 100000 are read", of: "a.wav", "--max-input", "0.1")
    }

    @Test func output() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600, height: 1200), as: "in/a.jpg")
        try await expect("internal", "wrote more than 1000", of: "a.jpg", "--max-output", "0.001")
    }

    @Test func memory() async throws {
        try PushMedia.put(
            try await Media.mp4(seconds: 1, width: 1920, height: 1080), as: "in/a.mp4")
        try await expect("memory", "more than 40 MB", of: "a.mp4", "--max-memory", "40")
    }

    @Test func deadline() async throws {
        try PushMedia.put(
            try await Media.mp4(seconds: 30, width: 1280, height: 720, framesPerSecond: 50),
            as: "in/a.mp4")
        let output = try await PushMedia.run("prepare", "in", "--out", "out", "--deadline", "1")
        #expect(output.status == 1)
        #expect(try PushMedia.manifest().asset("a.mp4").reason?.code == "timeout")
    }

    @Test(arguments: [
        ["--max-memory", "0"], ["--max-pixels", "-1"], ["--max-frames", "0"],
        ["--max-frames", "5000"], ["--max-metadata", "nothing"], ["--cage", "perhaps"],
    ])
    func aLimitThatIsNoneIsAWrongCommandLine(_ options: [String]) async throws {
        try PushMedia.put(try await Media.jpeg(width: 64, height: 48), as: "in/a.jpg")
        let output = try await PushMedia.run(["prepare", "in", "--out", "out"] + options)
        #expect(output.status == 2)
        #expect(output.stderr.split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: PushMedia.path("out")))
    }

    @Test func theWholeCageIsThereAndIsToldOf() async throws {
        try PushMedia.put(try await Media.jpeg(width: 64, height: 48), as: "in/a.jpg")
        let output = try await PushMedia.run("prepare", "in", "--out", "out", "--cage", "require")
        #expect(output.status == 0)
        #expect(output.stderr == "")
        #expect(try PushMedia.manifest().tool.cage == "on")
        let doctor = try await PushMedia.run("doctor")
        #expect(doctor.stdout.contains("on: Landlock"))
    }
}
