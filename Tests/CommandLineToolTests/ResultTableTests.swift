import AttachmentRules
import Preparation
import Report
import Testing

@testable import CommandLineTool

@Suite struct ResultTableTests {
    private let screen = Screen(
        style: Style(hasColours: false), symbols: Symbols(isUnicode: true), width: nil)

    private func prepared(_ name: String) -> Asset {
        Asset(
            source: name, sourceSHA256: nil, sourceBytes: 200_000, action: .keep,
            attachment: Attachment(
                file: name, kind: .image, type: "public.jpeg", mime: "image/jpeg", bytes: 100_000,
                sha256: "", width: 40, height: 30, frames: 1, duration: nil,
                thumbnailClippingRect: nil, thumbnailTime: nil),
            findings: [])
    }

    private func interrupted(_ name: String) -> Asset {
        Asset(
            source: name, sourceSHA256: nil, sourceBytes: 300_000,
            reason: Reason(.interrupted, "the run was interrupted before it was done"))
    }

    private func table(
        _ assets: [Asset], _ times: BatchTimes? = nil, width: Int? = nil
    ) throws -> ResultTable {
        let manifest = Manifest(
            assets: assets, skipped: [], ignored: 0, profile: try Profile.named("ios"),
            profileDigest: "", tool: Manifest.Tool(libvips: "", ffmpeg: "", lacking: []))
        var screen = screen
        screen.width = width
        return ResultTable(manifest, encodes: [:], times: times, for: screen)
    }

    @Test func whatAnInterruptedRunHasNotBegunIsOneLine() throws {
        let assets = (1...65).map { interrupted("late-\($0).jpg") } + [interrupted("begun.jpg")]
        var times = BatchTimes(elapsed: .seconds(2))
        times.unfinished = ["begun.jpg"]
        let lines = try table([prepared("a.jpg")] + assets, times).text.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[0].hasPrefix("prepared  keep  a.jpg"))
        #expect(lines[1].hasPrefix("failed    -     begun.jpg  interrupted: "))
        #expect(lines[2] == "65 not begun: run the same command again to go on")
        #expect(lines[5].hasPrefix("1 prepared, 0 rejected, 66 failed; "))
        #expect(
            try table(assets, times).faults.split(separator: "\n").map { $0.prefix(16) }
                == ["failed  -  begun", "65 not begun: ru"])
        // Nobody knows what had begun where nobody has followed the run.
        #expect(try table(assets).faults.split(separator: "\n").count == 66)
    }

    @Test func sizeSaysOfWhatItIsWhereTheSumsAreOfMore() throws {
        let all = try table([prepared("a.jpg")]).text
        #expect(all.contains("\nsize     200.0 kB → 100.0 kB (50 % saved)\n"))
        let some = try table([prepared("a.jpg"), interrupted("b.jpg")]).text
        #expect(
            some.contains("\nsize     200.0 kB → 100.0 kB (50 % saved) of what was prepared\n"))
        #expect(some.hasSuffix("; 500.0 kB in, 100.0 kB out"))
    }

    @Test func lastLinesAreFoldedOnATerminal() throws {
        var times = BatchTimes(elapsed: .seconds(2), finished: 7, ready: 3)
        let name = "summer-sale-hero-of-campaign-1.jpg"
        times.slowest = [.init(source: name, duration: .seconds(1), attempts: 1)]
        let assets = [prepared("a.jpg"), interrupted("b.jpg")]
        let text = try table(assets, times, width: 40).text
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 40 })
        #expect(
            text.contains("\ntime     2.0 s, 3.5 files/s; 3 ready\n         from an earlier run\n"))
        #expect(text.contains("\nslowest  1.0 s\n    \(name)\n"))
    }
}
