import Testing

@testable import CommandLineTool

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("prepar", ["prepare"]), ("perpare", ["prepare"]), ("verfiy", ["verify"]),
        ("inpsect", ["inspect"]), ("PREPARE", ["prepare"]), ("stat", ["status"]),
        ("frobnicate", []), ("", []), ("p", []),
    ])
    func whatIsNearIsNamed(typed: String, near: [String]) {
        let known = ["prepare", "verify", "inspect", "status"]
        #expect(Suggestion.nearest(to: typed, among: known) == near)
    }

    @Test func atMostTwoAreNamedTheNearestAlone() {
        #expect(
            Suggestion.nearest(to: "--max-ouput", among: ["--max-input", "--max-output"])
                == ["--max-output"])
        let equal = ["--aab", "--aac", "--aad"]
        #expect(Suggestion.nearest(to: "--aaa", among: equal) == ["--aab", "--aac"])
        #expect(Suggestion.line(for: "--aaa", among: equal) == "did you mean --aab or --aac?")
        #expect(Suggestion.line(for: "--zzz", among: equal) == nil)
    }

    @Test(arguments: [
        ("--output", "did you mean --out?"), ("--outdir", "did you mean --out?"),
        // A slip in what other commands have.
        ("--ouput", "did you mean --out?"), ("--selct", nil), ("--no-such", nil),
    ])
    func longerWordsAndThoseOfOtherCommandsLeadToKnownOnes(typed: String, line: String?) {
        let known = ["--out", "--force", "--no-report"]
        #expect(
            Suggestion.line(for: typed, among: known, elsewhere: ["--select", "--output"]) == line)
    }

    @Test func aSlipInTheFirstWordsOfALongNameIsFound() {
        let rules = ["gif-no-frames", "gif-delay-too-short", "pixel-size", "duration"]
        #expect(Suggestion.nearest(to: "gif-dely", among: rules) == ["gif-delay-too-short"])
        #expect(Suggestion.nearest(to: "gif-x", among: rules) == [])
    }

    @Test func dashesAloneAndEndlessWordsAreNearToNothing() {
        #expect(Suggestion.nearest(to: "--", among: ["-x", "--out"]) == [])
        #expect(Suggestion.nearest(to: String(repeating: "o", count: 1 << 20), among: ["o"]) == [])
    }

    @Test(
        arguments: [
            ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1),
            ("abc", "xabc", 1), ("kitten", "sitting", 3),
        ])
    func distanceCountsSlipsOfTheFingers(first: String, second: String, distance: Int) {
        #expect(Suggestion.distance(Array(first), Array(second)) == distance)
        #expect(Suggestion.distance(Array(second), Array(first)) == distance)
    }
}
