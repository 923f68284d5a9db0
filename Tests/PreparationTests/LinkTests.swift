import AttachmentRules
import Foundation
import Preparation
import Storage
import TestSupport
import Testing

/// Symbolic links and special files among the sources.
@Suite(.temporaryDirectory, .timeLimit(.minutes(1))) struct LinkTests {
    private func place(_ name: String) -> String { TemporaryDirectory.current + "/" + name }

    private func file(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: (place(name) as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: place(name), contents: Data("x".utf8)))
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createDirectory(
            atPath: (place(name) as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: place(name), withDestinationPath: target)
    }

    private func discover(_ names: String..., following: Bool = false) throws -> Discovery {
        try Discovery.of(
            names.map { BytePath(place($0)) }, output: BytePath(place("out")),
            followsLinks: following)
    }

    private func skipped(_ discovery: Discovery) -> [String] {
        discovery.skipped.map { skipped in
            "\(skipped.source) \(skipped.findings.map(\.rule).joined(separator: ","))"
        }
    }

    @Test func linkInsideTheSourcesIsASourceOfItsOwn() throws {
        try file("in/sub/a.jpg")
        try link("in/b.jpg", to: "sub/a.jpg")
        try link("in/again", to: "sub")
        let found = try discover("in")
        #expect(found.sources.map(\.name.text) == ["again/a.jpg", "b.jpg", "sub/a.jpg"])
        // The path holds no link: one at its end is refused when it is opened.
        for source in found.sources {
            guard case .file(let path, let status) = source.place else {
                Issue.record("\(source.name) is no file")
                continue
            }
            #expect(path.text == place("in/sub/a.jpg"))
            #expect(status.kind == .file)
        }
        #expect(found.skipped.isEmpty && found.ignored == 0)
    }

    @Test func linkFromOneArgumentIntoAnotherIsFollowed() throws {
        try file("one/a.jpg")
        try link("two/b.jpg", to: "../one/a.jpg")
        try link("two/c", to: "../one-more")
        try file("one-more/d.jpg")
        let found = try discover("one", "two")
        #expect(found.sources.map(\.name.text) == ["one/a.jpg", "two/b.jpg"])
        #expect(skipped(found) == ["two/c link-outside"])
    }

    @Test func linkOutOfTheSourcesIsFollowedOnlyWhereAsked() throws {
        try file("in/a.jpg")
        try file("elsewhere/b.jpg")
        try link("in/far", to: place("elsewhere"))
        try link("in/far.jpg", to: "../elsewhere/b.jpg")
        let found = try discover("in")
        #expect(found.sources.map(\.name.text) == ["a.jpg"])
        #expect(skipped(found) == ["far link-outside", "far.jpg link-outside"])
        #expect(found.skipped.allSatisfy { $0.findings[0].message.contains("--follow") })
        let followed = try discover("in", following: true)
        #expect(followed.sources.map(\.name.text) == ["a.jpg", "far.jpg", "far/b.jpg"])
        #expect(followed.skipped.isEmpty)
    }

    @Test func outputFolderIsNeverFollowedInto() throws {
        try file("in/a.jpg")
        try file("out/b.jpg")
        try link("in/out", to: "../out")
        try link("in/b.jpg", to: "../out/b.jpg")
        // It holds the sources, too; in there the output is passed over.
        try file("elsewhere/c.jpg")
        try link("in/elsewhere", to: "../elsewhere")
        try FileManager.default.moveItem(atPath: place("out"), toPath: place("elsewhere/out"))
        try link("out", to: "elsewhere/out")
        let found = try discover("in", following: true)
        #expect(found.sources.map(\.name.text) == ["a.jpg", "elsewhere/c.jpg"])
        #expect(skipped(found) == ["b.jpg link-outside", "out link-outside"])
    }

    @Test func linkToAFolderThatItLiesInIsALoop() throws {
        try file("in/a/b.jpg")
        try link("in/a/up", to: "..")
        try link("in/a/self", to: ".")
        try link("in/top", to: "..")
        try link("in/me", to: "me")
        for following in [false, true] {
            let found = try discover("in", following: following)
            #expect(found.sources.map(\.name.text) == ["a/b.jpg"])
            #expect(
                skipped(found) == [
                    "a/self link-loop", "a/up link-loop", "me link-loop", "top link-loop",
                ])
        }
    }

    @Test func linksThatLeadInACircleEnd() throws {
        try file("in/a/x.jpg")
        try file("in/b/y.jpg")
        try link("in/a/to-b", to: "../b")
        try link("in/b/to-a", to: "../a")
        let found = try discover("in")
        #expect(
            found.sources.map(\.name.text) == [
                "a/to-b/y.jpg", "a/x.jpg", "b/to-a/x.jpg", "b/y.jpg",
            ])
        #expect(skipped(found) == ["a/to-b/to-a link-loop", "b/to-a/to-b link-loop"])
    }

    @Test func linksToLinksDoNotMultiplyWithoutEnd() throws {
        for number in 0..<30 {
            try file("in/\(number)/x.jpg")
            for name in ["a", "b"] where number < 29 {
                try link("in/\(number)/\(name)", to: "../\(number + 1)")
            }
        }
        let found = try discover("in")
        #expect(found.sources.count <= 30 * 101)
        #expect(skipped(found).contains { $0.hasSuffix("link-loop") })
    }

    @Test func longChainOfLinksEnds() throws {
        let name = String(repeating: "n", count: 200)
        for number in 0..<60 {
            try file("in/\(number)/x.jpg")
            try link("in/\(number)/\(name)", to: "../\(number + 1)")
        }
        try file("in/60/x.jpg")
        let found = try discover("in")
        #expect(found.sources.allSatisfy { $0.name.bytes.count < 5000 })
        #expect(skipped(found).contains { $0.hasSuffix("link-loop") })
    }

    @Test func brokenLinksAndSpecialFilesAreLeftOutWithAFinding() throws {
        try file("in/a.jpg")
        try link("in/broken.jpg", to: "nothing.jpg")
        try link("in/through.jpg", to: "a.jpg/b.jpg")
        #expect(mkfifo(place("in/pipe.jpg"), 0o644) == 0)
        try link("in/to-pipe.jpg", to: "pipe.jpg")
        try link("in/zero.jpg", to: "/dev/zero")
        for following in [false, true] {
            let found = try discover("in", following: following)
            #expect(found.sources.map(\.name.text) == ["a.jpg"])
            #expect(
                skipped(found) == [
                    "broken.jpg link-broken", "pipe.jpg special-file", "through.jpg link-broken",
                    "to-pipe.jpg special-file", "zero.jpg special-file",
                ])
            #expect(found.ignored == 0)
        }
    }

    @Test func argumentThatIsALinkIsFollowed() throws {
        try file("elsewhere/a.jpg")
        try link("in", to: "elsewhere")
        #expect(try discover("in").sources.map(\.name.text) == ["a.jpg"])
    }

    @Test func nothingButLinksOutIsNoBatch() throws {
        try file("elsewhere/a.jpg")
        try link("in/a.jpg", to: "../elsewhere/a.jpg")
        let fault = #expect(throws: Discovery.Fault.self) { try discover("in") }
        guard case .noSources(let skipped) = fault else { return #expect(Bool(false)) }
        #expect(skipped.map(\.source) == ["a.jpg"])
    }
}
