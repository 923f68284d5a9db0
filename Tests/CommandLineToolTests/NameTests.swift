import Foundation
import Glibc
import Storage
import TestSupport
import Testing

/// Names that a file system takes and a program may trip over.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct NameTests {
    /// Makes a copy of a picture under a name of any bytes below `in`.
    private func put(_ picture: [UInt8], _ name: BytePath) throws {
        var folder = PushMedia.path("in").utf8.map { $0 }
        for component in name.components.dropLast() {
            folder += [UInt8(ascii: "/")] + component.bytes
            _ = bytes(folder) { mkdir($0, 0o755) }
        }
        folder += [UInt8(ascii: "/")] + name.lastComponent.bytes
        let descriptor = bytes(folder) { open($0, O_WRONLY | O_CREAT | O_EXCL, 0o644) }
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(write(descriptor, picture, picture.count) == picture.count)
    }

    private func bytes(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
    }

    private static let names: [BytePath] = [
        BytePath(String(repeating: "\u{1F600}", count: 63) + "abc"),
        BytePath(bytes: [UInt8](repeating: 0xFF, count: 255)),
        BytePath(bytes: [UInt8](repeating: 0xFE, count: 255)).appending("x.jpg"),
        BytePath(String(repeating: "d", count: 255)).appending("x.jpg"),
        BytePath("e" + String(repeating: "\u{301}", count: 127)),
        " ", "  ..", "dots...", "trail.jpg ", "trail.", "trail. ", "-rf.jpg", "--out",
        "new\nline.jpg", "CON.png", "a:b?c*.jpg", "q\"<>|.jpg", "caf\u{E9}.jpg", "cafe\u{301}.jpg",
        "CASE.jpg", "case.jpg", "clash.jpeg", "clash.jpg/z.jpg", "A/one.jpg", "a/one.jpg",
        "\u{1}\u{7F}.jpg", "\u{202E}gpj.jpg", "manifest.json", "report.html",
        BytePath(bytes: [0xFF] + Array(".jpg".utf8)),
    ]

    @Test func everyNameGetsAnAttachmentOfItsOwn() async throws {
        let picture = Array(
            try Data(contentsOf: URL(fileURLWithPath: try await Media.jpeg(width: 64, height: 64))))
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("in"), withIntermediateDirectories: false)
        for name in Self.names { try put(picture, name) }
        let output = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(output.status == 0)
        #expect(output.stderr.isEmpty)
        let assets = try PushMedia.manifest().assets
        #expect(assets.map(\.source).sorted() == Self.names.map(\.text).sorted())
        let files = assets.compactMap(\.attachment?.file)
        #expect(
            Set(files.map { $0.lowercased().precomposedStringWithCanonicalMapping }).count
                == Self.names.count)
        for file in files {
            #expect(FileManager.default.fileExists(atPath: PushMedia.path("out/" + file)))
        }
        // No name breaks a line of the table.
        #expect(
            output.stdout.split(separator: "\n").count { $0.hasPrefix("prepared") }
                == Self.names.count)
        #expect(try await PushMedia.run("verify", "out").status == 0)
    }
}
