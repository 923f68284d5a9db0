import Foundation
import TestSupport
import Testing

/// What was there before does not count.
extension VerificationOptionTests {
    @Test func whatTheBaselineKnowsDoesNotCount() async throws {
        try await makeWide()
        _ = try await PushMedia.run("verify", "in", "--format", "json", "--output", "base.json")
        #expect(try await status("--baseline", "base.json") == 0)
        try PushMedia.write("x", as: "in/new.txt")
        let output = try await PushMedia.run("verify", "in", "--baseline", "base.json")
        #expect(output.status == 1)
        #expect(output.stdout.contains("1 compliant, 1 not"))
        #expect(output.stdout.contains("2 known from the baseline"))
    }

    @Test func baselineThatIsNoneIsAMistake() async throws {
        try PushMedia.write("{}", as: "in/base.json")
        let other = try await PushMedia.run("verify", "in", "--baseline", "in/base.json")
        #expect(other.status == 2 && other.stderr.contains("is no result of verify"))
        let missing = try await PushMedia.run("verify", "in", "--baseline", "nowhere.json")
        #expect(missing.status == 2 && missing.stderr.contains("No such file"))
    }

    @Test func baselineKnowsAFileByItsPath() async throws {
        try PushMedia.write("x", as: "a/x.txt")
        try PushMedia.write("x", as: "b/x.txt")
        _ = try await PushMedia.run("verify", "a", "--format", "json", "--output", "a.json")
        let same = try await PushMedia.run("verify", "a/x.txt", "--baseline", "a.json")
        let other = try await PushMedia.run("verify", "b", "--baseline", "a.json")
        #expect(same.status == 0 && other.status == 1)
    }

    @Test func baselineOfAnotherProfileIsAMistake() async throws {
        try await makeWide()
        _ = try await PushMedia.run(
            "verify", "in", "-p", "web", "--format", "json", "--output", "base.json")
        let output = try await PushMedia.run("verify", "in", "--baseline", "base.json")
        #expect(output.status == 2 && output.stderr.contains("made with profile web, not ios"))
    }

    @Test func whatWasSuppressedInTheBaselineCountsOnceItIsNotAnyMore() async throws {
        try await makeWide()
        try settings(#"{"rule": "pixel-size", "reason": "r"}"#)
        _ = try await PushMedia.run("verify", "in", "--format", "json", "--output", "base.json")
        #expect(try await status("--no-settings", "--baseline", "base.json") == 1)
    }

    @Test func baselineThatKnowsNoneOfTheFilesIsNoticed() async throws {
        try await makeWide()
        try PushMedia.write("x", as: "other/a.txt")
        let command = ["verify", "in", "--baseline", "base.json"]
        _ = try await PushMedia.run(
            "verify", "other", "--format", "json", "--output", "base.json")
        #expect(try await PushMedia.run(command).stderr.contains("knows none of these files"))
        _ = try await PushMedia.run("verify", "in", "--format", "json", "--output", "base.json")
        #expect(try await PushMedia.run(command).stderr.isEmpty)
    }
}
