import AttachmentRules
import Foundation
import Preparation
import Report
import Storage
import TestSupport
import Testing

/// What people see and do, in a headless Chromium that Selenium drives: Browser/ has the checks.
///
/// One at a time, since each browser takes what there is of processors. `PUSHMEDIA_SHOTS` names a folder for
/// screenshots.
@Suite(.temporaryDirectory, .timeLimit(.minutes(10)), .serialized) struct BrowserTests {
    private func check(_ scenario: String, _ page: String) async throws {
        let tools = FileManager.default.currentDirectoryPath + "/.build/tools/selenium"
        try #require(
            FileManager.default.fileExists(atPath: tools), "`make setup-tests` puts it there")
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let shots = ProcessInfo.processInfo.environment["PUSHMEDIA_SHOTS"]
        let output = try await Shell.run(
            ["python3", "-B", program + "/Browser/check", scenario, PushMedia.path(page)]
                + [shots].compactMap(\.self),
            environment: ["PYTHONPATH": tools, "HOME": TemporaryDirectory.current])
        let faults = output.stdout.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
        #expect(faults == [])
        #expect(output.status == 0, Comment(rawValue: output.stderr))
        if shots != nil { print(output.stdout) }
    }

    private func makeSources() async throws {
        func put(_ name: String, _ arguments: [String]) async throws {
            let made = TemporaryDirectory.current + "/made-" + name
            try await Media.ffmpeg(["-f", "lavfi", "-i"] + arguments + [made])
            try PushMedia.put(made, as: "in/" + name)
        }
        let late = "drawbox=c=white:t=fill:enable='lt(t,1.2)'"
        try await put("hero.jpg", ["testsrc2=s=1600x900:r=1", "-frames:v", "1", "-q:v", "2"])
        try await put("plain.jpg", ["testsrc2=s=900x1200:r=1", "-frames:v", "1"])
        try await put(
            "scan.tiff", ["testsrc2=s=800x600:r=1", "-frames:v", "1", "-pix_fmt", "rgb24"])
        try await put("loop.gif", ["testsrc2=s=320x240:r=10:d=3,\(late)"])
        try await put("clip.mov", ["testsrc2=s=640x360:r=25:d=4,\(late)", "-pix_fmt", "yuv420p"])
        try PushMedia.put(try await Media.wav(seconds: 1), as: "in/tone.wav")
        try await put("song.ogg", ["sine=d=1", "-c:a", "libvorbis"])
        // No Chromium plays it.
        try await put("zither.aiff", ["sine=d=1"])
        let names = [
            "<img src=x onerror=hacked=1>.jpg", "\"'&amp;\u{2028}\u{202E}.jpg",
            "\u{1F469}\u{200D}\u{1F467}.jpg", "e\u{301}te\u{301}.jpg",
        ]
        for name in names {
            try PushMedia.put(try await Media.jpeg(width: 300, height: 200), as: "in/" + name)
        }
        let whole = try Data(contentsOf: URL(fileURLWithPath: try await Media.jpeg()))
        try whole.prefix(5000).write(to: URL(fileURLWithPath: PushMedia.path("in/broken.jpg")))
        try PushMedia.write("Dear all,", as: "in/notes.txt")
    }

    @Test func peopleFindAndCompareAssets() async throws {
        try await makeSources()
        let output = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(output.status == 1, Comment(rawValue: output.stderr))
        try await check("use", "out/report.html")
    }

    @Test func anEmbeddedReportStandsAlone() async throws {
        try await makeSources()
        let output = try await PushMedia.run("prepare", "in", "--out", "out", "--embed")
        #expect(output.status == 1, Comment(rawValue: output.stderr))
        try PushMedia.put(PushMedia.path("out/report.html"), as: "alone/report.html")
        try await check("embedded", "alone/report.html")
    }

    @Test func twoThousandAssetsStaySmooth() async throws {
        let media = [
            (try await Media.jpeg(width: 512, height: 512), AttachmentKind.image, "jpg"),
            (try await Media.gif(frames: 4), .animation, "gif"),
            (try await Media.mp4(seconds: 1), .video, "mp4"),
            (try await Media.m4a(seconds: 1), .audio, "m4a"),
        ]
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("out/media"), withIntermediateDirectories: true)
        let assets = try (0..<2000).map { number in
            let (file, kind, type) = media[number % 7 % 4]
            let name = "asset-\(number).\(type)"
            guard number % 20 > 1 else { return Batch.refused(name, number) }
            try FileManager.default.linkItem(
                atPath: file, toPath: PushMedia.path("out/media/" + name))
            return Batch.prepared(name, file: "media/" + name, kind, number)
        }
        let page = Page(try Batch.manifest(assets), encodes: [:]).encoded()
        try Data(page).write(to: URL(fileURLWithPath: PushMedia.path("out/report.html")))
        try await check("many", "out/report.html")
    }
}
