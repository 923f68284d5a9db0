import Foundation
import TestSupport
import Testing

/// Which moment of what moves the manifest and the report name for the thumbnail.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct ThumbnailTests {
    /// A file of frames that are blank at first, in the folder of sources.
    private func put(_ name: String, blank: String, _ arguments: [String] = []) async throws {
        let graph = "testsrc2=s=160x120:r=20:d=12,drawbox=c=white:t=fill:enable='\(blank)'"
        let made = TemporaryDirectory.current + "/" + name
        try await Media.ffmpeg(["-f", "lavfi", "-i", graph] + arguments + [made])
        try PushMedia.put(made, as: "in/" + name)
    }

    private func report() throws -> String {
        try String(contentsOfFile: PushMedia.path("out/report.html"), encoding: .utf8)
    }

    @Test func aVideosTimeIsInSeconds() async throws {
        try await put("late.mov", blank: "lt(t,2.5)", ["-pix_fmt", "yuv420p"])
        try await put("good.mp4", blank: "0", ["-pix_fmt", "yuv420p"])
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        let late = try #require(try PushMedia.manifest().asset("late.mov").attachment)
        let time = try #require(late.thumbnailTime)
        #expect((2.5...2.8).contains(time))
        #expect(try PushMedia.manifest().asset("good.mp4").attachment?.thumbnailTime == 0)
        #expect(try report().contains("src=\"./late.mp4#t=\(time)\""))
        #expect(try report().contains("thumbnail: at \(time) s"))
        #expect(try report().contains("src=\"./good.mp4#t=0\""))
    }

    @Test func anAnimationsTimeIsAFrame() async throws {
        // 240 frames: more than are looked at.
        try await put("late.gif", blank: "lt(t,2.5)")
        try await put("good.gif", blank: "0", ["-t", "1"])
        try PushMedia.put(try await Media.wav(seconds: 1), as: "in/tone.wav")
        try PushMedia.put(try await Media.jpeg(width: 64, height: 64), as: "in/still.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        let manifest = try PushMedia.manifest()
        let late = try #require(manifest.asset("late.gif").attachment)
        #expect(late.frames == 240)
        let frame = try Int(#require(late.thumbnailTime))
        #expect((50...55).contains(frame))
        #expect(try manifest.asset("good.gif").attachment?.thumbnailTime == 0)
        #expect(try manifest.asset("tone.wav").attachment?.thumbnailTime == nil)
        #expect(try manifest.asset("still.jpg").attachment?.thumbnailTime == nil)
        #expect(try report().contains("thumbnail: frame \(frame), counted from 0"))
        #expect(try report().contains("thumbnail: frame 0, counted from 0"))
    }
}
