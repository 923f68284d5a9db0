import Foundation
import Preparation
import Storage
import TestSupport
import Testing

@Suite(.temporaryDirectory) struct DiscoveryTests {
    private func file(_ name: String) throws {
        let path = TemporaryDirectory.current + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: path, contents: Data("x".utf8)))
    }

    private func path(_ name: String) -> BytePath {
        BytePath(TemporaryDirectory.current + "/" + name)
    }

    private func discover(_ names: [String], output: String = "out") throws -> [String] {
        try Discovery.of(names.map(path), output: path(output)).sources.map(\.name.text)
    }

    @Test func folderGivesAllFilesBelowItInTheOrderOfTheirNames() throws {
        for name in ["in/b.jpg", "in/a/z.png", "in/a.png"] { try file(name) }
        #expect(try discover(["in"]) == ["a.png", "a/z.png", "b.jpg"])
    }

    @Test func severalArgumentsPutTheirLastNameFirst() throws {
        for name in ["x/in/a.jpg", "y/in/a.jpg", "c.jpg"] { try file(name) }
        #expect(try discover(["x/in", "y/in", "c.jpg"]) == ["c.jpg", "in-2/a.jpg", "in/a.jpg"])
    }

    @Test func argumentThatIsNamedTwiceCountsOnce() throws {
        try file("in/a.jpg")
        #expect(try discover(["in", "in/../in"]).count == 1)
    }

    @Test func junkAndHiddenFilesAreIgnoredAndCounted() throws {
        let junk = [
            "in/.DS_Store", "in/._a.jpg", "in/Thumbs.db", "in/desktop.ini", "in/.hidden/b.jpg",
            "in/.jpg", "in/...",
        ]
        for name in junk + ["in/a.jpg"] { try file(name) }
        let found = try Discovery.of([path("in")], output: path("out"))
        #expect(found.sources.map(\.name.text) == ["a.jpg"])
        #expect(found.ignored == 7)
        #expect(found.skipped.isEmpty)
    }

    @Test func outputInsideASourceIsAFault() throws {
        try file("in/a.jpg")
        for output in ["in", "in/out", "in/deep/out", "in/../in/out"] {
            #expect(throws: Discovery.Fault.outputInside(path("in"))) {
                try discover(["in"], output: output)
            }
        }
        #expect(try discover(["in"], output: "in-out") == ["a.jpg"])
    }

    @Test func sourceInsideTheOutputIsAFault() throws {
        for name in ["a.jpg", "in/b.jpg"] { try file(name) }
        for source in ["a.jpg", "in", "in/b.jpg"] {
            #expect(throws: Discovery.Fault.sourceInside(path(source))) {
                try discover([source], output: ".")
            }
        }
    }

    @Test func overlappingArgumentsGiveEverySourceANameOfItsOwn() throws {
        try file("in/sub/a.jpg")
        let names = try discover(["in/sub/..", "in/sub"])
        #expect(names == ["in/sub/a.jpg", "sub/a.jpg"])
    }

    @Test func linkIsJudgedByWhereItLeads() throws {
        try file("out/a.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: TemporaryDirectory.current + "/link.jpg", withDestinationPath: "out/a.jpg")
        #expect(throws: Discovery.Fault.sourceInside(path("out/a.jpg"))) {
            try discover(["link.jpg"])
        }
        #expect(try discover(["link.jpg"], output: "elsewhere") == ["link.jpg"])
    }

    @Test func missingArgumentAndEmptyFolderAreFaults() throws {
        #expect(throws: Discovery.Fault.missing(path("nowhere"))) { try discover(["nowhere"]) }
        try FileManager.default.createDirectory(
            atPath: TemporaryDirectory.current + "/empty", withIntermediateDirectories: false)
        #expect(throws: Discovery.Fault.noSources([])) { try discover(["empty"]) }
    }
}
