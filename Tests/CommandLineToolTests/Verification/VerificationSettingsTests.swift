import Foundation
import TestSupport
import Testing

/// What the settings files of folders say.
extension VerificationOptionTests {
    @Test func whatSettingsSuppressDoesNotCount() async throws {
        try await makeWide()
        try settings(#"{"rule": "pixel-size", "files": "w*.jpg", "reason": "for print"}"#)
        #expect(try await status() == 0)
        #expect(try await status("--no-settings") == 1)
        let output = try await PushMedia.run("verify", "in", "--verbose")
        #expect(output.stdout.contains("[suppressed: for print]"))
        #expect(output.stdout.contains("1 suppressed\n"))
        try settings(#"{"rule": "pixel-size", "files": "x*", "reason": "for print"}"#)
        #expect(try await status() == 1)
    }

    @Test func settingsAboveTheNamedFolderHoldWithinTheWorkingFolder() async throws {
        try await makeWide()
        try settings(#"{"rule": "pixel-size", "files": "in/wide.jpg", "reason": "r"}"#, in: ".")
        #expect(try await status() == 0)
    }

    @Test(arguments: [
        (#"{"rule": "pixel-size"}"#, "ignore[0].reason: it is missing"),
        (#"{"rule": "pixel-size", "reason": " "}"#, "ignore[0].reason: say why"),
        (#"{"rule": "pixelsize", "reason": "r"}"#, "ignore[0].rule: there is no rule 'pixelsize'"),
        (
            #"{"rule": "bytes", "file": "a", "reason": "r"}"#,
            "ignore[0].file: no such member is known"
        ),
        (#"{"rule": 3, "reason": "r"}"#, "ignore[0].rule: it is of the wrong type"),
        (
            #"{"rule": "bytes", "files": "*a*a*a*a*a*a*a*a*a", "reason": "r"}"#,
            "ignore[0].files: at most 256 characters and 8 stars"
        ),
        ("{", "it is no JSON"),
    ])
    func settingsThatAreNoneAreNamed(_ entry: String, _ words: String) async throws {
        try PushMedia.write("x", as: "in/a.txt")
        try settings(entry)
        let output = try await PushMedia.run("verify", "in")
        #expect(output.status == 2)
        #expect(output.stderr.contains("in/.pushmedia.json: \(words)"))
    }

    @Test func ruleOfAnotherProfileCanBeSuppressedAndIgnored() async throws {
        try PushMedia.put(try await Media.wav(), as: "in/a.wav")
        try settings(#"{"rule": "advice-braze-shape", "reason": "r"}"#)
        #expect(try await status() == 0)
        #expect(try await status("--ignore", "sound-codec") == 0)
        #expect(try await status("--select", "advice-braze-shape") == 2)
    }

    @Test(arguments: [
        (#""rule": "pixel-*""#, "wide.jpg", true), (#""rule": "gif-*""#, "wide.jpg", false),
        (#""rule": "pixel-size", "files": "a[1].jpg""#, "a[1].jpg", true),
        (#""rule": "pixel-size", "files": "a[1].jpg""#, "a1.jpg", false),
        (#""rule": "pixel-size", "files": "?.jpg""#, "é.jpg", true),
        (#""rule": "pixel-size", "files": "./é*""#, "é1.jpg", true),
        (#""rule": "pixel-size", "files": "a\\*""#, "ab.jpg", false),
    ])
    func patternsOfSettingsAreThoseOfFileNames(
        entry: String, name: String, matches: Bool
    ) async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600, height: 900), as: "in/\(name)")
        try settings("{\(entry), \"reason\": \"r\"}")
        #expect(try await status() == (matches ? 0 : 1))
    }

    @Test func settingsHoldFromTheRootOfTheRepositoryOn() async throws {
        try await makeWide()
        try settings(#"{"rule": "pixel-size", "files": "in/*", "reason": "r"}"#, in: ".")
        func status() async throws -> Int32 {
            let program = Products.path(of: "pushmedia")
            return try await Shell.run([program, "verify", "."], in: PushMedia.path("in")).status
        }
        #expect(try await status() == 1)
        try PushMedia.write("", as: ".git/HEAD")
        #expect(try await status() == 0)
    }
}
