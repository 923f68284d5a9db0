import AttachmentRules
import Foundation
import Preparation
import Report
import Storage
import TestSupport
import Testing

/// Where the page finds what its attachments were made of, and what it holds of it.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct PageSourceTests {
    private func source(_ name: String, at path: String) throws -> Source {
        let place = try BytePath(PushMedia.path(path)).resolved()
        return Source(name: BytePath(name), place: .file(place, try FileStatus.of(place)))
    }

    private func page(_ source: Source, _ asset: Asset, from folder: String = "out") throws
        -> String
    {
        try FileManager.default.createDirectory(
            atPath: PushMedia.path(folder), withIntermediateDirectories: true)
        let sources = PageSource.all(
            of: [source], from: try BytePath(PushMedia.path(folder)).resolved())
        return String(
            decoding: Page(try Batch.manifest([asset]), encodes: [:], sources: sources).encoded(),
            as: UTF8.self)
    }

    @Test func aSourceIsLinkedFromThePage() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/summer #1/a.jpg")
        let source = try source("a.jpg", at: "in/summer #1/a.jpg")
        let html = try page(source, Batch.prepared("a.jpg", file: "a.jpg"), from: "ready/out")
        #expect(html.contains("data-before=\"./../../in/summer%20%231/a.jpg\""))
        #expect(html.contains("data-medium=\"picture\" data-before-type=\"JPEG\""))
    }

    @Test(arguments: [
        ("ogg", "libvorbis"), ("mp4", "aac"), ("mov", "aac"), ("webm", "libopus"),
        ("mka", "libvorbis"),
    ])
    func soundIsSoundInWhateverContainer(_ type: String, _ codec: String) async throws {
        try await Media.ffmpeg([
            "-f", "lavfi", "-i", "sine=d=1", "-c:a", codec, PushMedia.path("a.\(type)"),
        ])
        let source = try source("a", at: "a.\(type)")
        let html = try page(source, Batch.prepared("a", file: "a.m4a", .audio))
        #expect(html.contains(" data-medium=\"sound\""))
        let video = try page(source, Batch.prepared("a", file: "a.mp4", .video))
        #expect(video.contains(" data-medium=\"video\""))
    }

    @Test func whatWasRefusedIsNeverLoaded() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        let refused = Asset(
            source: "a.jpg", sourceSHA256: nil, sourceBytes: 1, reason: Reason(.tooLarge, "why"))
        let html = try page(try source("a.jpg", at: "in/a.jpg"), refused)
        #expect(!html.contains(" data-before=\"./"))
        #expect(!html.contains("src=\"./"))
    }

    @Test func aSourceThatIsGoneIsToldOf() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        let source = try source("a.jpg", at: "in/a.jpg")
        try FileManager.default.removeItem(atPath: PushMedia.path("in/a.jpg"))
        let html = try page(source, Batch.prepared("a.jpg", file: "a.jpg"))
        #expect(html.contains("data-absent=\"The source is gone, or cannot be read.\""))
    }

    @Test func anObjectHasNoLink() throws {
        let object = RemoteObject(address: "s3://b/a.jpg", bytes: 1, version: "1")
        let source = Source(name: "a.jpg", place: .object(object))
        let html = try page(source, Batch.prepared("a.jpg", file: "a.jpg"))
        #expect(html.contains("data-absent=\"The source lies on another machine.\""))
    }

    @Test func namesThatOnlyBytesTellApartGetNoSource() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        var other = try source("%FF", at: "in/a.jpg")
        other.name = BytePath(bytes: [0xFF])
        let sources = [try source("%FF", at: "in/a.jpg"), other]
        #expect(PageSource.all(of: sources, from: "/out").isEmpty)
    }

    // MARK: Embedding

    private func embedded(
        _ assets: [Asset], _ sources: [Source], largest: Int64 = 1_000_000
    ) async throws -> String {
        let store = try DirectoryStore(root: BytePath(PushMedia.path("out")))
        let page = Page(
            try Batch.manifest(assets), encodes: [:],
            sources: PageSource.all(of: sources, from: nil))
        var html = ""
        try await page.write(embeddingFrom: store, largest: largest) { html += $0 }
        return html
    }

    /// A source and what came of it, which is the same here.
    private func pair(_ name: String) async throws -> (Source, Asset, String) {
        let made = try await Media.jpeg("made-" + name, width: 64, height: 64)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: made)))
        try PushMedia.put(made, as: "in/" + name)
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("out"), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: PushMedia.path("out/" + name)))
        var asset = Batch.prepared(name, file: name, bytes: bytes)
        asset.sourceBytes = Int64(bytes.count)
        return (
            try source(name, at: "in/" + name), asset,
            "data:image/jpeg;base64," + Data(bytes).base64EncodedString()
        )
    }

    @Test func attachmentAndSourceAreInThePage() async throws {
        let (source, asset, url) = try await pair("a.jpg")
        let html = try await embedded([asset], [source])
        #expect(html.contains("<img src=\"\(url)\""))
        #expect(html.contains("data-before=\"\(url)\""))
        #expect(!html.contains("class=\"notice\""))
    }

    @Test func aFullPageRefersToTheRestAndSaysSo() async throws {
        let pairs = [try await pair("a.jpg"), try await pair("b.jpg")]
        // Enough for the attachments and one source.
        let largest = Int64(pairs[0].2.utf8.count * 3 + 100)
        let html = try await embedded(pairs.map(\.1), pairs.map(\.0), largest: largest)
        #expect(html.components(separatedBy: "<img src=\"data:").count == 3)
        #expect(html.components(separatedBy: " data-before=\"data:").count == 2)
        #expect(html.contains("<p class=\"notice\">1 file is not in this page"))
        #expect(html.contains("The source is not embedded: the page is full."))
    }

    @Test func anAttachmentThatIsAnotherOneIsNotTakenIn() async throws {
        let (source, asset, _) = try await pair("a.jpg")
        try Data(repeating: 0, count: Int(asset.sourceBytes)).write(
            to: URL(fileURLWithPath: PushMedia.path("out/a.jpg")))
        let html = try await embedded([asset], [source])
        #expect(html.contains("<img src=\"./a.jpg\""))
    }

    @Test func aSourceThatIsAnotherOneIsNotTakenIn() async throws {
        let (source, asset, _) = try await pair("a.jpg")
        let other = try await Media.jpeg("other.jpg", pattern: .red)
        try FileManager.default.removeItem(atPath: PushMedia.path("in/a.jpg"))
        try PushMedia.put(other, as: "in/a.jpg")
        let html = try await embedded([asset], [source])
        #expect(html.contains("data-absent=\"The source is no longer what was prepared.\""))
    }

    @Test func aLargeSourceIsNotTakenIn() async throws {
        var (source, asset, _) = try await pair("a.jpg")
        asset.sourceBytes = 10_000_001
        let html = try await embedded([asset], [source], largest: 100_000_000)
        #expect(html.contains("data-absent=\"The source is larger than 10 MB and not embedded.\""))
    }

    @Test func anUnusualSourceIsNotTakenIn() async throws {
        var (_, asset, _) = try await pair("a.tiff")
        asset.sourceBytes = 1000
        let made = try await Media.png("made.png", width: 64, height: 64)
        try await Media.ffmpeg(["-i", made, PushMedia.path("in/b.tiff")])
        let html = try await embedded([asset], [try source("a.tiff", at: "in/b.tiff")])
        #expect(html.contains("data-absent=\"The source is TIFF, which is not embedded.\""))
    }

    // MARK: The program

    @Test func theSameInputsGiveTheSamePage() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        for arguments in [[], ["--embed"]] {
            var pages: [Data] = []
            for folder in ["one", "two"] {
                let output = try await PushMedia.run(
                    ["prepare", "in", "--out", folder, "--quiet"] + arguments)
                #expect(output.status == 0)
                pages.append(
                    try Data(
                        contentsOf: URL(fileURLWithPath: PushMedia.path(folder + "/report.html"))))
            }
            #expect(pages[0] == pages[1])
            let text = String(decoding: pages[0], as: UTF8.self)
            #expect(text.contains(arguments.isEmpty ? "=\"./../in/a.jpg\"" : "=\"data:image/jpeg;"))
        }
    }

    @Test func embeddingNeedsAReport() async throws {
        let output = try await PushMedia.run(
            "prepare", "in", "--out", "out", "--embed", "--no-report")
        #expect(output.status == 2)
        #expect(output.stderr.contains("--embed and --no-report exclude each other"))
    }
}
