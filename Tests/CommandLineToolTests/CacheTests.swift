import Foundation
import TestSupport
import Testing

/// Copies and sources under another name cost nothing, and change nothing.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct CacheTests {
    private func makeSources() async throws {
        try PushMedia.put(try await Media.jpeg("a.jpg", width: 1200, height: 300), as: "in/a.jpg")
        try PushMedia.put(try await Media.gif("b.gif", frames: 3), as: "in/b.gif")
        try PushMedia.put(try await Media.wav("c.wav"), as: "in/c.wav")
        try PushMedia.write("no picture", as: "in/bad.jpg")
    }

    private func copy(_ name: String, _ other: String) throws {
        let target = PushMedia.path(other)
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: PushMedia.path(name), toPath: target)
    }

    private func move(_ name: String, _ other: String) throws {
        try FileManager.default.moveItem(
            atPath: PushMedia.path(name), toPath: PushMedia.path(other))
    }

    private func contents(_ folder: String) throws -> [String: Data] {
        try Dictionary(
            uniqueKeysWithValues: PushMedia.files(folder).map {
                ($0, try Data(contentsOf: URL(fileURLWithPath: PushMedia.path("\(folder)/\($0)"))))
            })
    }

    /// Prepares `in` and tells how many codec processes that took; one tells its versions in any case.
    private func codecProcesses(_ arguments: String...) async throws -> Int {
        let tools = PushMedia.path("tools")
        if !FileManager.default.fileExists(atPath: tools) {
            // By another process: a child of this one may hold what is written here, and a program that
            // somebody may write to cannot be started.
            let script = """
                mkdir "$1" && cp "$2" "$1/pushmedia" && \\
                printf '#!/bin/sh\\necho >> "%s"\\nexec "%s"\\n' "$1/starts" "$3" > "$1/pushmedia-codec" && \\
                chmod 755 "$1/pushmedia-codec"
                """
            try await Shell.require([
                "sh", "-c", script, "sh", tools, Products.path(of: "pushmedia"),
                Products.path(of: "pushmedia-codec"),
            ])
        }
        try Data().write(to: URL(fileURLWithPath: tools + "/starts"))
        let output = try await Shell.run(
            [tools + "/pushmedia", "prepare", "in", "--out", "out"] + arguments,
            in: TemporaryDirectory.current)
        #expect(output.stderr.isEmpty)
        return try Data(contentsOf: URL(fileURLWithPath: tools + "/starts")).count
    }

    @Test func cacheChangesNoByte() async throws {
        try await makeSources()
        // Told from the others by its extension, on which findings depend.
        try copy("in/a.jpg", "in/wrong.png")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        let first = try contents("out")
        for name in ["a.jpg", "b.gif", "c.wav", "bad.jpg"] {
            try copy("in/\(name)", "in/copies/1-\(name)")
            try copy("in/\(name)", "in/copies/2-\(name)")
        }
        try move("in/b.gif", "in/moved.gif")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        let anew = try await PushMedia.run(
            "prepare", "in", "--out", "anew", "--force", "--jobs", "2")
        #expect(anew.status == 1)
        var cached = try contents("out")
        // The output of a source that is gone stays.
        #expect(cached.removeValue(forKey: "b.gif") == first["b.gif"])
        #expect(try cached == contents("anew"))
        let manifest = try PushMedia.manifest()
        #expect(manifest.assets.count == 13)
        let reasons = manifest.assets.compactMap(\.reason?.code)
        #expect(reasons == ["unsupported", "unsupported", "unsupported"])
        #expect(try manifest.asset("wrong.png").findings.map(\.rule).contains("extension"))
        #expect(try !manifest.asset("copies/1-a.jpg").findings.map(\.rule).contains("extension"))
        let names = try ["a.jpg", "copies/1-a.jpg", "copies/2-a.jpg"].map { name in
            try #require(try manifest.asset(name).attachment?.file)
        }
        #expect(Set(try names.map { try #require(cached[$0]) }).count == 1)
    }

    @Test func renamedSourcesAreNotPreparedAgain() async throws {
        try await makeSources()
        #expect(try await codecProcesses("--jobs", "4") > 1)
        for name in ["a.jpg", "b.gif", "c.wav", "bad.jpg"] {
            try move("in/\(name)", "in/new-\(name)")
        }
        #expect(try await codecProcesses("--jobs", "4") == 1)
        #expect(try PushMedia.manifest().summary["prepared"] == 3)
        #expect(try PushMedia.manifest().asset("new-bad.jpg").reason?.code == "unsupported")
        #expect(try await codecProcesses("--jobs", "4", "--force") > 1)
    }

    @Test func sourcesThatSwapNamesAreNotPreparedAgain() async throws {
        for number in 0..<6 {
            try PushMedia.put(
                try await Media.jpeg(width: 1100 + 8 * number, height: 300 + 50 * number),
                as: "in/\(number).jpg")
        }
        #expect(try await codecProcesses("--jobs", "2") == 2)
        let before = try contents("out")
        // Each takes the name of the next smaller one, so its output would replace one that is still wanted.
        try move("in/0.jpg", "in/6.jpg")
        for number in 0..<6 { try move("in/\(number + 1).jpg", "in/\(number).jpg") }
        #expect(try await codecProcesses("--jobs", "2") == 1)
        let after = try contents("out")
        let ending = try #require(
            try PushMedia.manifest().asset("0.jpg").attachment?.file.suffix(4))
        for number in 0..<6 {
            #expect(after["\(number)\(ending)"] == before["\((number + 1) % 6)\(ending)"])
        }
        #expect(after.count == before.count)
    }

    @Test func copiesOfOneSourceArePreparedOnce() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1200, height: 900), as: "in/0.jpg")
        for number in 1...7 { try copy("in/0.jpg", "in/\(number).jpg") }
        // One lane works, the others wait for what comes of it.
        #expect(try await codecProcesses("--jobs", "4") <= 2)
        let manifest = try PushMedia.manifest()
        #expect(manifest.summary["prepared"] == 8)
        let files = try contents("out").filter {
            !$0.key.hasSuffix(".json") && !$0.key.hasSuffix(".html")
        }
        #expect(files.count == 8 && Set(files.values).count == 1)
    }

    @Test func damagedOutputIsNotCopied() async throws {
        try await makeSources()
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        let before = try contents("out")
        let name = try #require(try PushMedia.manifest().asset("a.jpg").attachment?.file)
        let whole = try #require(before[name])
        var damaged = whole
        damaged[damaged.count / 2] ^= 1
        try damaged.write(to: URL(fileURLWithPath: PushMedia.path("out/" + name)))
        try move("in/a.jpg", "in/z.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 1)
        let new = try #require(try PushMedia.manifest().asset("z.jpg").attachment?.file)
        #expect(try contents("out")[new] == whole)
    }

    @Test func otherOptionsAreOtherOutcomes() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600, height: 900), as: "in/a.jpg")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        try move("in/a.jpg", "in/b.jpg")
        let output = try await PushMedia.run("prepare", "in", "--out", "out", "--fit", "cover")
        #expect(output.status == 0)
        let attachment = try PushMedia.manifest().asset("b.jpg").attachment
        #expect(attachment?.width == attachment?.height)
    }
}
