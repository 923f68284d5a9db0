import Foundation
import TestSupport
import Testing

/// What Tests/Fuzz has found, made again.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct FuzzFindingsTests {
    private func put(_ bytes: [UInt8], as name: String) throws {
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("in"), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: PushMedia.path("in/" + name)))
    }

    /// libvips went through the list of a request's rows for each of them: half a minute for 4 by 65,411 pixels.
    @Test func aFrameFarBelowItsCanvasTakesNoTime() async throws {
        func frame(_ y: Int) -> [UInt8] {
            [0x2c, 0, 0, UInt8(y & 255), UInt8(y >> 8), 4, 0, 4, 0, 0]
                + [2, 4, 0x84, 0x8f, 9, 5, 0]
        }
        let start = Array("GIF89a".utf8) + [4, 0, 4, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
        try put(start + frame(65_407) + frame(0) + [0x3b], as: "far.gif")
        let output = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(output.status == 0, "\(output.stdout)")
        #expect(try PushMedia.manifest().asset("far.gif").attachment?.height == 1_024)
    }

    /// A header's 32 bits were more than the orchestrator believed of any file.
    @Test func aPNGThatStatesTheLargestSidesIsRejected() async throws {
        let header: [UInt8] =
            [0, 0, 0, 13] + Array("IHDR".utf8)
            + [UInt8](repeating: 255, count: 8) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
        try put([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + header, as: "large.png")
        let output = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(output.status == 1)
        #expect(try PushMedia.manifest().asset("large.png").status == "rejected")
    }

    /// Nine hundred copies of one picture stood in the filters at once.
    @Test func picturesThatLastForMinutesFillNoMemory() async throws {
        let clip = PushMedia.path("slow.mov")
        try await Media.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=1", "-vf", "setpts=N*200/TB",
            "-frames:v", "3", "-fps_mode", "vfr", "-c:v", "mpeg4", clip,
        ])
        try PushMedia.put(clip, as: "in/slow.mov")
        let output = try await PushMedia.run(
            "prepare", "in", "--out", "out", "--max-memory", "500")
        #expect(output.status == 0, "\(output.stdout)")
        #expect(try PushMedia.manifest().asset("slow.mov").attachment?.duration ?? 0 > 29)
    }
}
