import Foundation
import TestSupport
import Testing

/// What `verify` says to other programs, read by readers that are not ours.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct VerificationFormatTests {
    @Test func junitHasACaseForEachFileThatFailsWhereTheFileDoes() async throws {
        try await makeFiles()
        let output = try await PushMedia.run(
            "verify", "in", "--format", "junit", "--output", "o.xml")
        #expect(output.status == 1 && output.stdout.isEmpty)
        let result: JUnitResult = try await read("junit", "o.xml")
        #expect(result.suites == ["pushmedia verify (ios)"])
        #expect(result.tests == 3 && result.failures == 2)
        let wide = try #require(result.cases["a/wide.jpg"])
        #expect(wide.folder == "a")
        #expect(wide.failures == [["pixel-size", "1,600×900 pixels, at most 1,024×1,024"]])
        #expect(result.cases["good.wav"]?.failures == [])
        let times = result.cases.values.map(\.time)
        #expect(wide.time > 0 && times.allSatisfy { (0..<300).contains($0) })
        #expect(abs(result.time - times.reduce(0, +)) < 0.01)
        #expect(result.cases["<&\"'\u{1}.txt"] == nil)
        // XML has no U+0001.
        #expect(result.cases["<&\"'\\u{1}.txt"]?.failures.first?.first == "type")
    }

    @Test func sarifNamesRulesLevelsAndPlaces() async throws {
        try await makeFiles()
        let output = try await PushMedia.run("verify", "in", "--format", "sarif")
        #expect(output.status == 1)
        try PushMedia.write(output.stdout, as: "o.sarif")
        let result: SARIFResult = try await read("sarif", "o.sarif")
        #expect(result.tool == "pushmedia")
        #expect(result.rules["pixel-size"] == "error")
        let wide = try #require(result.results.first { $0.rule == "pixel-size" })
        #expect(wide.level == "error" && wide.uri == "in/a/wide.jpg")
        #expect(wide.text.contains("pushmedia prepare would shrink it"))
        #expect(wide.baseline == nil && wide.suppressions.isEmpty)
        let text = try #require(result.results.first { $0.rule == "type" })
        #expect(text.uri == "in/%3C%26%22%27%01.txt")
    }

    @Test func refusalHasTheSourceOfWhoRefuses() async throws {
        struct Result: Decodable {
            struct Finding: Decodable { var rule, basis, source, profile: String? }
            struct File: Decodable { var findings: [Finding] }
            var files: [File]
        }
        try PushMedia.put(try await Media.gif(), as: "in/a.gif")
        try await Media.ffmpeg([
            "-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-pix_fmt", "yuv420p", "in/b.mov",
        ])
        let output = try await PushMedia.run("verify", "in", "-p", "ios,android", "-f", "json")
        let result = try JSONDecoder().decode(Result.self, from: Data(output.standardOutput))
        #expect(result.files.count == 2)
        for file in result.files {
            let finding = file.findings.first { $0.rule == "type" }
            #expect(finding?.profile == "android")
            // Apple's page says nothing of what Android takes.
            #expect(finding?.source == "PushMedia" && finding?.basis == "own")
        }
    }

    @Test func sarifSaysWhatIsSuppressedOrKnown() async throws {
        try await makeFiles()
        _ = try await PushMedia.run("verify", "in/a", "--format", "json", "--output", "base.json")
        try PushMedia.write(
            #"{"schema": "pushmedia-settings/1", "ignore": [{"rule": "type", "reason": "notes"}]}"#,
            as: "in/.pushmedia.json")
        let output = try await PushMedia.run(
            "verify", "in/a", "in", "--format", "sarif", "--baseline", "base.json")
        try PushMedia.write(output.stdout, as: "o.sarif")
        let result: SARIFResult = try await read("sarif", "o.sarif")
        let text = try #require(result.results.first { $0.rule == "type" })
        #expect(text.suppressions == ["notes"] && text.baseline == "new")
    }

    @Test func annotationsAreOneLineEach() async throws {
        try await makeFiles()
        try PushMedia.write("x", as: "in/a,b:c\r\n::error::%0A.txt")
        let output = try await PushMedia.run(
            "verify", "in", "--format", "github", "--ignore", "private-metadata")
        let lines = output.stdout.split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("::error file=in/") })
        #expect(
            output.stdout.contains(
                "file=in/a%2Cb%3Ac%0D%0A%3A%3Aerror%3A%3A%250A.txt,title=type::"))
        #expect(
            output.stdout.contains(
                "::error file=in/a/wide.jpg,title=pixel-size::1,600×900 pixels, at most 1,024×1,024; "
            ))
    }

    @Test(arguments: ["text", "junit", "sarif", "github"])
    func ofSeveralProfilesTheOneWhoseLimitItIsIsNamed(format: String) async throws {
        try PushMedia.put(try await Media.jpeg(width: 1500, height: 1000), as: "in/wide.jpg")
        let output = try await PushMedia.run("verify", "in", "-p", "android,ios", "-f", format)
        #expect(output.stdout.contains("1,500×1,000 pixels, at most 1,024×1,024 (ios)"))
    }

    @Test func whatIsLeftOutIsSaidInEveryFormat() async throws {
        try PushMedia.put(try await Media.wav(), as: "in/a.wav")
        try FileManager.default.createSymbolicLink(
            atPath: PushMedia.path("in/gone.jpg"), withDestinationPath: "nowhere.jpg")
        for format in ["text", "json", "junit", "sarif", "github"] {
            let output = try await PushMedia.run("verify", "in", "--format", format)
            #expect(output.status == 0)
            #expect(output.stdout.contains("gone.jpg") && output.stdout.contains("link-broken"))
            try PushMedia.write(output.stdout, as: "o.\(format)")
        }
        let junit: JUnitResult = try await read("junit", "o.junit")
        #expect(junit.tests == 2 && junit.failures == 0)
        #expect(junit.cases["gone.jpg"]?.skipped.first?.hasPrefix("link-broken: ") == true)
        let sarif: SARIFResult = try await read("sarif", "o.sarif")
        #expect(sarif.results.allSatisfy { $0.rule != "link-broken" })
    }

    @Test func sarifTellsResultsApartAndPlacesThemInALine() async throws {
        try await makeFiles()
        let output = try await PushMedia.run("verify", "in", "--format", "sarif")
        try PushMedia.write(output.stdout, as: "o.sarif")
        let results = (try await read("sarif", "o.sarif") as SARIFResult).results
        #expect(results.allSatisfy { $0.line == 1 })
        #expect(Set(results.map(\.fingerprints)).count == results.count)
        let again = try await PushMedia.run("verify", "in", "--format", "sarif")
        #expect(again.stdout == output.stdout)
    }

    @Test func textIsColouredOnlyWhereItIsWanted() async throws {
        try PushMedia.write("x", as: "in/a.txt")
        let plain = try await PushMedia.run("verify", "in")
        #expect(!plain.stdout.contains("\u{1B}"))
        let coloured = try await PushMedia.run(
            ["verify", "in"], environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": ""])
        #expect(coloured.stdout.contains("\u{1B}[31mFAIL\u{1B}[0m"))
        let refused = try await PushMedia.run(
            ["verify", "in"], environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
        #expect(refused.stdout == plain.stdout)
    }

    @Test func textIsAlignedByFile() async throws {
        try await makeFiles()
        let output = try await PushMedia.run(
            "verify", "in/a", "--ignore", "private-metadata")
        #expect(
            output.stdout == """
                FAIL  wide.jpg
                    error    pixel-size  1,600×900 pixels, at most 1,024×1,024
                                         fix: pushmedia prepare would shrink it, keeping its shape

                0 compliant, 1 not (profile ios)
                findings: 1 error

                """)
    }

    /// A sound that complies, a picture that is too wide, and text under an evil name.
    private func makeFiles() async throws {
        try PushMedia.put(try await Media.wav(), as: "in/good.wav")
        try PushMedia.put(try await Media.jpeg(width: 1600, height: 900), as: "in/a/wide.jpg")
        try PushMedia.write("x", as: "in/<&\"'\u{1}.txt")
    }

    private func read<Result: Decodable>(_ reader: String, _ file: String) async throws -> Result {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let root = FileManager.default.currentDirectoryPath
        let output = try await Shell.run(
            ["python3", "\(folder)/Readers/\(reader).py", PushMedia.path(file)],
            environment: ["PYTHONPATH": "\(root)/.build/tools/readers"])
        try #require(output.status == 0, "\(output.stderr)")
        return try JSONDecoder().decode(Result.self, from: Data(output.standardOutput))
    }

    private struct JUnitResult: Decodable {
        struct Case: Decodable {
            var folder: String
            /// In seconds.
            var time: Double
            var failures: [[String]]
            var skipped: [String]
            var output: String
        }

        var suites: [String]
        var tests: Int
        var failures: Int
        var time: Double
        var cases: [String: Case]
    }

    private struct SARIFResult: Decodable {
        struct Finding: Decodable {
            var rule: String
            var level: String
            var text: String
            var uri: String
            var line: Int
            var fingerprints: [String: String]
            var baseline: String?
            var suppressions: [String]
        }

        var tool: String
        var rules: [String: String]
        var results: [Finding]
    }
}
