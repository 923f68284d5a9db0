import Foundation
import TestSupport
import Testing

/// What counts of the findings of `verify`.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct VerificationOptionTests {
    @Test func rulesCanBeSelectedAndIgnored() async throws {
        try await makeWide()
        #expect(try await status("--ignore", "pixel-size") == 0)
        #expect(try await status("--select", "gif-*") == 0)
        #expect(try await status("--select", "pixel-*") == 1)
        #expect(try await status("--select", "pixel-*", "--ignore", "pixel-size") == 0)
    }

    @Test func unknownRuleIsAMistake() async throws {
        try await makeWide()
        for option in ["--select", "--ignore"] {
            let output = try await PushMedia.run("verify", "in", option, "pixelsize")
            #expect(output.status == 2)
            #expect(output.stderr.contains("there is no rule pixelsize"))
        }
    }

    @Test func strictCountsWarnings() async throws {
        let jpeg = try await Media.jpeg(width: 320)
        try FileHandle(forWritingTo: URL(fileURLWithPath: jpeg)).seekToEndAndWrite("x")
        try PushMedia.put(jpeg, as: "in/tail.jpg")
        #expect(try await status() == 0)
        #expect(try await status("--strict") == 1)
        #expect(try await status("--strict", "--ignore", "trailing-data,private-metadata") == 0)
    }

    @Test func severalProfilesNameWhoseLimitIsBroken() async throws {
        try PushMedia.put(
            try await Media.jpeg(width: 1500, height: 1000), as: "in/wide.jpg")
        let output = try await PushMedia.run("verify", "in", "--profile", "android,ios")
        #expect(output.status == 1)
        #expect(output.stdout.contains("1,500×1,000 pixels, at most 1,024×1,024 (ios)"))
        #expect(try await status("--profile", "android") == 0)
    }

    @Test func payloadsAreCheckedByTheirOwnRules() async throws {
        let aps = #"{"alert": {"body": "b"}, "mutable-content": 1, "category": "SALE"}"#
        try PushMedia.write(
            #"{"aps": \#(aps), "media-url": "https://example.com/a.jpg"}"#, as: "in/p.apns")
        #expect(try await status() == 0)
        try PushMedia.write(#"["SALE", "NEWS"]"#, as: "categories.json")
        let known = try await PushMedia.run("verify", "in", "--categories", "categories.json")
        #expect(known.status == 0 && known.stdout.contains("1 compliant, 0 not"))
        try PushMedia.write(#"["NEWS"]"#, as: "others.json")
        let output = try await PushMedia.run("verify", "in", "--categories", "others.json")
        #expect(output.status == 1 && output.stdout.contains("payload-category"))
        try PushMedia.write("{}", as: "none.json")
        let none = try await PushMedia.run("verify", "in", "--categories", "none.json")
        #expect(none.status == 2 && none.stderr.contains("a list is wanted"))
    }

    @Test func jsonThatIsNoPayloadIsNoAttachment() async throws {
        try PushMedia.write(#"{"a": 1}"#, as: "in/a.json")
        let output = try await PushMedia.run("verify", "in")
        #expect(output.status == 1 && output.stdout.contains("JSON is no type for an attachment"))
        #expect(output.stdout.contains("leave it out, or add an aps object"))
    }

    @Test func whatWasNeverJudgedDoesNotComply() async throws {
        let samples = FileManager.default.currentDirectoryPath + "/samples/media/bad/"
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("in"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: samples + "bomb.png", toPath: PushMedia.path("in/bomb.png"))
        #expect(try await status() == 1)
        #expect(try await status("--select", "location-metadata") == 1)
        #expect(try await status("--ignore", "pixels") == 1)
        // Nobody else set the limit that kept it from being looked at.
        let output = try await PushMedia.run("verify", "in/bomb.png", "-v", "--select", "pixels")
        #expect(output.stdout.contains("pixels") && !output.stdout.contains("documented"))
    }

    @Test func filesOfOneNameAreToldByTheirPaths() async throws {
        try PushMedia.put(try await Media.wav("1.wav"), as: "a/x.wav")
        try PushMedia.put(try await Media.wav("2.wav"), as: "b/x.wav")
        let output = try await PushMedia.run("verify", "a/x.wav", "b/x.wav")
        #expect(output.status == 0)
        #expect(output.stdout.matches(of: /ok +[ab]\/x.wav\n/).count == 2)
    }

    @Test func secondNameOfAFileIsJudgedToo() async throws {
        try PushMedia.put(try await Media.wav(), as: "a.wav")
        for name in ["b.tmp", "c.exe"] {
            try FileManager.default.linkItem(
                atPath: PushMedia.path("a.wav"), toPath: PushMedia.path(name))
        }
        let output = try await PushMedia.run("verify", "a.wav", "b.tmp", "c.exe", "a.wav")
        #expect(output.status == 1 && output.stdout.contains("1 compliant, 2 not"))
    }

    @Test func filesThatOptionsNameAreNotJudged() async throws {
        try await makeWide()
        try PushMedia.write(#"["SALE"]"#, as: "in/categories.json")
        let options = ["--categories", "in/categories.json"]
        _ = try await PushMedia.run(
            ["verify", "in", "--format", "json", "--output", "in/base.json"] + options)
        let output = try await PushMedia.run(
            ["verify", "in", "--baseline", "in/base.json"] + options)
        #expect(output.status == 0 && output.stdout.contains("1 compliant, 0 not"))
    }

    @Test func resultIsNotWrittenOverWhatIsJudged() async throws {
        try PushMedia.put(try await Media.wav(), as: "in/a.wav")
        let output = try await PushMedia.run("verify", "in", "--output", "in/a.wav")
        #expect(output.status == 2 && output.stderr.contains("would be lost"))
        #expect(try await status() == 0)
    }

    @Test func localeWithoutUnicodeGetsASCII() async throws {
        try await makeWide()
        for command in ["verify", "inspect"] {
            let output = try await PushMedia.run(
                [command, "in/wide.jpg"], environment: ["LC_ALL": "C"])
            #expect(output.stdout.contains("pixel-size") && !output.stdout.contains("×"))
        }
    }

    @Test func payloadWithAMistakeIsStillOne() async throws {
        try PushMedia.write(#"{"aps": {"alert": "a",},}"#, as: "in/p.json")
        let output = try await PushMedia.run("verify", "in")
        #expect(output.stdout.contains("payload-json"))
    }

    @Test func payloadThatLooksLikeNoJSONIsStillOne() async throws {
        try PushMedia.write(#"{"aps": "a"}"#, as: "in/a.json")
        for (name, encoding) in [("b", String.Encoding.utf16LittleEndian), ("c", .utf16)] {
            let bytes = try #require(#"{"aps": {"alert": "a"}}"#.data(using: encoding))
            try bytes.write(to: URL(fileURLWithPath: PushMedia.path("in/\(name).json")))
        }
        let output = try await PushMedia.run("verify", "in").stdout
        #expect(output.contains("payload-aps        aps is a string, not an object"))
        #expect(output.components(separatedBy: "payload-json  it is UTF-16").count == 3)
    }

    @Test func profileOfOnesOwnHasANameOfItsOwn() async throws {
        try PushMedia.write(
            #"""
            {"schema": "pushmedia-profile/1", "name": "ios", "summary": "s", "subject": "s",
            "extends": "ios", "advice": []}
            """#, as: "ios.json")
        try PushMedia.write("x", as: "in/a.txt")
        let output = try await PushMedia.run("verify", "in", "--profile-file", "ios.json")
        #expect(output.status == 2 && output.stderr.contains("a profile of pushmedia's own"))
    }

    @Test func jsonSaysWhereALimitComesFrom() async throws {
        try await makeWide()
        let output = try await PushMedia.run("verify", "in", "--format", "json")
        #expect(output.stdout.contains(#""basis" : "own""#))
        #expect(output.stdout.contains(#""date" : "2026-11""#))
        let text = try await PushMedia.run("verify", "in", "--verbose")
        #expect(text.stdout.contains("PushMedia's own, 2026-11"))
    }

    func makeWide() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600, height: 900), as: "in/wide.jpg")
    }

    func status(_ options: String...) async throws -> Int32 {
        try await PushMedia.run(["verify", "in"] + options).status
    }

    func settings(_ entry: String, in folder: String = "in") throws {
        let place = PushMedia.path("\(folder)/.pushmedia.json")
        let text = #"{"schema": "pushmedia-settings/1", "ignore": [\#(entry)]}"#
        try Data(text.utf8).write(to: URL(fileURLWithPath: place))
    }

    func changeLastByte(of name: String) throws {
        let place = URL(fileURLWithPath: PushMedia.path(name))
        var bytes = try Data(contentsOf: place)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: place)
    }

    struct Verification: Decodable {
        struct Finding: Decodable { var rule: String }

        struct File: Decodable {
            var file: String
            var findings: [Finding]
        }

        var files: [File]

        func rules(_ name: String) -> [String]? {
            files.first { $0.file == name }?.findings.map(\.rule)
        }
    }
}

extension FileHandle {
    fileprivate func seekToEndAndWrite(_ text: String) throws {
        try seekToEnd()
        try write(contentsOf: Data(text.utf8))
        try close()
    }
}
