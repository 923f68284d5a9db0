import Testing

@testable import CommandLineTool

@Suite struct StyleTests {
    private func hasColours(_ isTerminal: Bool, _ variables: [String: String]) -> Bool {
        Style(isTerminal: isTerminal) { variables[$0] }.hasColours
    }

    @Test func coloursAreForTerminalsThatTakeThem() {
        #expect(hasColours(true, ["TERM": "xterm"]))
        #expect(!hasColours(false, ["TERM": "xterm"]))
        #expect(!hasColours(true, ["TERM": "dumb"]))
        #expect(!hasColours(true, ["TERM": ""]))
        #expect(!hasColours(true, [:]))
        #expect(!hasColours(true, ["TERM": "xterm", "CLICOLOR": "0"]))
    }

    @Test func variablesForceColoursOnAndOff() {
        for force in [["CLICOLOR_FORCE": "1"], ["FORCE_COLOR": "1"], ["FORCE_COLOR": "true"]] {
            #expect(hasColours(false, force))
            #expect(!hasColours(false, force.merging(["NO_COLOR": "1"]) { $1 }))
            #expect(hasColours(false, force.merging(["NO_COLOR": ""]) { $1 }))
        }
        for none in ["NO_COLOR": "1", "FORCE_COLOR": "0"] {
            #expect(!hasColours(true, ["TERM": "xterm", none.key: none.value]))
        }
        for unset in ["CLICOLOR_FORCE": "0", "CLICOLOR_FORCE": "", "FORCE_COLOR": ""]
            as KeyValuePairs
        {
            #expect(!hasColours(false, [unset.key: unset.value]))
        }
    }

    @Test func plainTextIsUntouched() {
        let plain = Style(hasColours: false)
        for paint in [
            plain.error, plain.warning, plain.advice, plain.good, plain.faint, plain.bold,
        ] {
            #expect(paint("FAIL") == "FAIL")
        }
        #expect(Style(hasColours: true).error("FAIL") == "\u{1B}[31mFAIL\u{1B}[0m")
        #expect(Style(hasColours: true).good("") == "")
    }
}
