import Foundation
import TestSupport
import Testing

/// `pushmedia payload`, judged by python's JSON reader where it has written something.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct PayloadCommandTests {
    private static let vendors = [
        "generic", "firebase", "onesignal", "braze", "airship", "batch", "clevertap", "klaviyo",
        "iterable", "salesforce", "adobe", "pinpoint", "expo", "pushwoosh", "mapp",
        "homeassistant",
    ]
    private static let url = "https://cdn.example.com/hero.jpg"

    private func run(_ arguments: String...) async throws -> Shell.Output {
        try await PushMedia.run(["payload"] + arguments)
    }

    /// What a Python expression makes of a payload `p`, in bytes `b`.
    private func python(_ expression: String, of payload: [UInt8]) async throws -> String {
        let program = """
            import json, sys
            def unique(pairs):
                assert len(dict(pairs)) == len(pairs), pairs
                return dict(pairs)
            b = sys.stdin.buffer.read()
            p = json.loads(b.decode("utf-8", "strict"), object_pairs_hook=unique)
            print(\(expression))
            """
        let output = try await Shell.run(["python3", "-c", program], input: payload)
        try #require(output.status == 0, "\(output.stderr)")
        return output.stdout.trimmingCharacters(in: .newlines)
    }

    private func still(_ name: String = "hero.jpg") async throws {
        // FFmpeg leaves its name in a JPEG otherwise, and that is worth a warning.
        try await Media.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1"]
                + ["-fflags", "+bitexact", "-flags:v", "+bitexact", name])
    }

    @Test(arguments: vendors) func anotherReaderFindsTheAddress(vendor: String) async throws {
        try await still()
        let output = try await run(
            "hero.jpg", "--url", Self.url, "--title", "Été 🏖", "--body", "\"50 %\"\nand more",
            "--category", "OFFER", "--vendor", vendor)
        #expect(output.status == 0 && output.stderr.isEmpty)
        let payload = output.standardOutput
        #expect(try await python("p['aps']['alert']['title']", of: payload) == "Été 🏖")
        #expect(
            try await python("ascii(p['aps']['alert']['body'])", of: payload)
                == #"'"50 %"\nand more'"#)
        #expect(
            try await python(
                "type(p['aps']['mutable-content']).__name__, p['aps']['mutable-content']",
                of: payload) == "int 1")
        #expect(try await python("p['aps']['category']", of: payload) == "OFFER")
        #expect(try await python("json.dumps(p).count('\(Self.url)')", of: payload) == "1")
        #expect(try await python("len(b) <= 4096 and b.endswith(b'}\\n')", of: payload) == "True")
    }

    @Test func everyVendorOfTheHelpIsTried() async throws {
        let help = try await run("--help").stdout
        let listed = help.split(separator: "Whose SDK reads it: ").last?.prefix { $0 != "(" } ?? ""
        #expect(
            listed.split(separator: ", ").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                == Self.vendors)
    }

    @Test func numbersAndLevelsHaveTheirTypes() async throws {
        try await still()
        let output = try await run(
            "hero.jpg", "--url", Self.url, "--title", "a", "--badge", "0", "--relevance", "1",
            "--interruption-level", "time-sensitive", "--sound", "default", "--thread-id", "t")
        #expect(output.status == 0)
        #expect(
            try await python(
                "sorted((k, v) for k, v in p['aps'].items() if k != 'alert')",
                of: output.standardOutput)
                == "[('badge', 0), ('interruption-level', 'time-sensitive'), ('mutable-content', 1), "
                + "('relevance-score', 1), ('sound', 'default'), ('thread-id', 't')]")
    }

    @Test func thumbnailIsTheManifests() async throws {
        try PushMedia.put(
            try await Media.png(width: 640, height: 320, pattern: .colourBars), as: "in/a/wide.png")
        #expect(try await PushMedia.run("prepare", "in", "--out", "out").status == 0)
        // Another square than the engine finds: only the manifest can have told it.
        let manifest = PushMedia.path("out/manifest.json")
        var object = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: manifest)))
                as? [String: Any])
        var assets = try #require(object["assets"] as? [[String: Any]])
        var attachment = try #require(assets[0]["attachment"] as? [String: Any])
        let file = try #require(attachment["file"] as? String)
        attachment["thumbnailClippingRect"] = ["X": 0.3125, "Y": 0, "Width": 0.5, "Height": 1]
        assets[0]["attachment"] = attachment
        object["assets"] = assets
        try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: manifest))
        let url = "https://cdn.example.com/" + file
        let rect = "p['media-clipping-rect']"
        let listed = try await run("out/" + file, "--url", url, "--title", "a")
        #expect(try await python("\(rect)['X']", of: listed.standardOutput) == "0.3125")

        // Another picture under that name is none of the manifest's.
        let other = try await Media.png(width: 600, height: 300, pattern: .red)
        try FileManager.default.removeItem(atPath: PushMedia.path("out/" + file))
        try PushMedia.put(other, as: "out/" + file)
        let strange = try await run("out/" + file, "--url", url, "--title", "a")
        #expect(strange.status == 0)
        #expect(try await python("\(rect)['X'] != 0.3125", of: strange.standardOutput) == "True")
        #expect(try await python("\(rect)['Width']", of: strange.standardOutput) == "0.5")
    }

    @Test func thumbnailIsFoundWithoutAManifest() async throws {
        let graph = "testsrc2=s=160x120:r=20:d=4,drawbox=c=white:t=fill:enable='lt(t,2.5)'"
        let clip = TemporaryDirectory.current + "/late.mp4"
        try await Media.ffmpeg(
            ["-f", "lavfi", "-i", graph, "-pix_fmt", "yuv420p", "-movflags", "+faststart", clip])
        let output = try await run(
            "late.mp4", "--url", "https://cdn.example.com/late.mp4", "--title", "a", "--vendor",
            "airship")
        #expect(output.status == 0)
        #expect(
            try await python(
                "2.4 < p['com.urbanairship.media_attachment']['options']['time'] < 2.9",
                of: output.standardOutput) == "True")
    }

    @Test func simulatorGetsAFileAndAWarning() async throws {
        try await still("summer sale.jpg")
        let output = try await run(
            "summer sale.jpg", "--url", Self.url, "--title", "a", "--simulator", "com.example.app")
        #expect(output.status == 0 && output.stdout.isEmpty)
        #expect(output.stderr.hasPrefix("xcrun simctl push booted 'summer sale.apns'\n"))
        #expect(output.stderr.contains("runs no service extension"))
        let file = try Data(contentsOf: URL(fileURLWithPath: PushMedia.path("summer sale.apns")))
        #expect(
            try await python("p['Simulator Target Bundle']", of: Array(file)) == "com.example.app")
        #expect(try await python("len(b) <= 4096", of: Array(file)) == "True")
    }

    @Test func outputGoesWhereItIsAsked() async throws {
        try await still()
        let output = try await run(
            "hero.jpg", "--url", Self.url, "--title", "a", "--output", "push.json")
        #expect(output.status == 0 && output.stdout.isEmpty && output.stderr.isEmpty)
        let file = try Data(contentsOf: URL(fileURLWithPath: PushMedia.path("push.json")))
        #expect(try await python("p['media-url']", of: Array(file)) == Self.url)
    }

    @Test func soundThatNobodyPlaysIsWarnedOf() async throws {
        try await still()
        let output = try await run(
            "hero.jpg", "--url", Self.url, "--title", "a", "--sound", "a.mp3")
        #expect(output.status == 0)
        #expect(output.stderr.contains(#"payload-sound-file: aps.sound is "a.mp3", not in .aiff"#))
        let address = try await run(
            "hero.jpg", "--url", Self.url, "--title", "a", "--sound", "https://a.b/c.wav")
        #expect(address.status == 1 && address.stdout.isEmpty)
        #expect(address.stderr.contains("payload-sound: aps.sound is an address"))
    }

    @Test func dashIsStandardOutput() async throws {
        try await still()
        let output = try await run("hero.jpg", "--url", Self.url, "--title", "a", "-o", "-")
        #expect(output.status == 0 && output.stderr.isEmpty)
        #expect(try await python("p['media-url']", of: output.standardOutput) == Self.url)
        let simulated = try await run(
            "hero.jpg", "--url", Self.url, "--title", "a", "-o", "-", "--simulator",
            "com.example.app")
        #expect(simulated.status == 0)
        #expect(simulated.stderr.hasPrefix("xcrun simctl push booted -\n"))
        #expect(
            try await python("p['Simulator Target Bundle']", of: simulated.standardOutput)
                == "com.example.app")
        let verdict = try await PushMedia.run("verify", "hero.jpg", "--output", "-")
        #expect(verdict.status == 0 && verdict.stdout.hasPrefix("ok    hero.jpg"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: PushMedia.path(".")) == ["hero.jpg"]
        )
    }

    @Test func gateKnowsAnAppsOwnKeyWhereItIsTold() async throws {
        try await still()
        let output = try await run(
            "hero.jpg", "--url", Self.url, "--title", "a", "--media-key", "image_link", "-o",
            "in.json")
        #expect(output.status == 0)
        let verify = ["verify", "in.json", "--strict"]
        #expect(try await PushMedia.run(verify).stdout.contains("payload-media-key"))
        let known = try await PushMedia.run(verify + ["--media-key", "other,image_link"])
        #expect(known.status == 0 && known.stdout.hasPrefix("ok    in.json\n\n1 compliant"))
        for (key, message) in [
            ("", "takes keys with commas"), ("a,", "takes keys with commas"),
            ("aps", "means something else already"),
        ] {
            let output = try await PushMedia.run(verify + ["--media-key", key])
            #expect(output.status == 2 && output.stderr.contains(message))
        }
    }

    @Test func tooMuchTextIsNamedAndCounted() async throws {
        try await still()
        let output = try await run(
            "hero.jpg", "--url", Self.url, "--title", "a", "--body",
            String(repeating: "é", count: 2_100))
        #expect(output.status == 1 && output.stdout.isEmpty)
        #expect(output.stderr.contains("payload-size: 4,3"))
        #expect(output.stderr.contains("the longest: aps.alert.body 4,202, media-url 34"))
    }

    @Test func whatOnlyJustFitsIsWrittenCompactly() async throws {
        try await still()
        let output = try await run(
            "hero.jpg", "--url", Self.url, "--title", "a", "--body",
            String(repeating: "x", count: 3_900))
        #expect(output.status == 0)
        #expect((4_050...4_096).contains(output.standardOutput.count))
        #expect(!output.standardOutput.contains(UInt8(ascii: "\n")))
    }

    @Test func whatDoesNotComplyGetsNoPayload() async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600), as: "large.jpg")
        try PushMedia.write("no media", as: "notes.jpg")
        for (file, rule) in [("large.jpg", "pixel-size"), ("notes.jpg", "type")] {
            let output = try await run(file, "--url", Self.url, "--title", "a")
            #expect(output.status == 1 && output.stdout.isEmpty)
            #expect(output.stderr.contains("    error  \(rule): "))
        }
    }

    @Test(
        arguments: [
            ("https://cdn.example.com/hero.png", "generic", "ends in .png, but the file is JPEG"),
            ("https://cdn.example.com/hero", "firebase", "ends in no extension"),
            ("https://cdn.example.com/hero", "braze", ""),
            ("https://cdn.example.com/hero.JPEG", "firebase", ""),
        ])
    func addressOfAnotherNameIsWarnedOf(url: String, vendor: String, warning: String) async throws {
        try await still()
        let output = try await run("hero.jpg", "--url", url, "--title", "a", "--vendor", vendor)
        #expect(output.status == 0)
        #expect(warning.isEmpty ? output.stderr.isEmpty : output.stderr.contains(warning))
    }

    @Test func vendorThatMisnamesTheTypeIsWarnedOf() async throws {
        try PushMedia.put(try await Media.png(width: 100, height: 100), as: "hero.png")
        let output = try await run(
            "hero.png", "--url", "https://cdn.example.com/hero.png", "--title", "a", "--vendor",
            "clevertap")
        #expect(output.status == 0)
        #expect(output.stderr.contains("CleverTap stores PNG as .jpg"))
    }

    @Test(
        arguments: [
            (["hero.jpg", "--url", url], "add --title or --body"),
            (["hero.jpg", "--title", "a"], "--url is missing"),
            (["--url", url, "--title", "a"], "name the one file"),
            (["hero.jpg", "b.jpg", "--url", url, "--title", "a"], "name the one file"),
            ([".", "--url", url, "--title", "a"], ". is a folder: name the one file"),
            (["none.jpg", "--url", url, "--title", "a"], "there is no such file"),
            (["hero.jpg", "--url", "http://a.b/c.jpg", "--title", "a"], "App Transport Security"),
            (["hero.jpg", "--url", "https://u:p@a.b/c.jpg", "--title", "a"], "every device"),
            (["hero.jpg", "--url", "c.jpg", "--title", "a"], "no absolute address"),
            (["hero.jpg", "--url", url, "--title", " "], "--title is empty"),
            (["hero.jpg", "--url", url, "--title", "\u{200B}"], "--title is empty"),
            (["hero.jpg", "--url", url, "--title", "a", "--vendor", "x"], "--vendor takes one of"),
            (["hero.jpg", "--url", url, "--title", "a", "--media-key", "aps"], "something else"),
            (
                [
                    "hero.jpg", "--url", url, "--title", "a", "--media-key", "m", "--vendor",
                    "braze",
                ], "has its own key"
            ),
            (["hero.jpg", "--url", url, "--title", "a", "--badge", "-1"], "--badge takes"),
            (
                ["hero.jpg", "--url", url, "--title", "a", "--relevance", "nan"],
                "--relevance takes"
            ),
            (
                ["hero.jpg", "--url", url, "--title", "a", "--simulator", "a b"],
                "bundle identifier"
            ),
        ] as [([String], String)])
    func wrongCommandLinesSayWhatIsWrong(arguments: [String], message: String) async throws {
        try await still()
        let output = try await PushMedia.run(["payload"] + arguments)
        #expect(output.status == 2 && output.stdout.isEmpty)
        #expect(output.stderr.contains(message))
    }
}
