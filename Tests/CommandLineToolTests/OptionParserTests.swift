import Storage
import Testing

@testable import CommandLineTool

@Suite struct OptionParserTests {
    private let parser = OptionParser(
        options: [
            .value("out", "o", "DIR", help: "Where to"),
            .value("jobs", "j", "N", kind: .integer, help: "How many"),
            .value("start", nil, "S", kind: .real, help: "From when"),
            .flag("quiet", "q", help: "Say nothing"),
            .list("ignore", "i", "RULE,...", of: ["a", "b", "c"], help: "What not"),
        ])

    private func parse(_ arguments: String...) throws(UsageError) -> TypedOptions {
        try parser.parse(arguments.map { BytePath($0) })
    }

    @Test func optionsMayStandAnywhere() throws {
        let typed = try parse("a", "--out", "dir", "b", "-q", "-j", "4", "--start=1.5")
        #expect(typed.arguments == ["a", "b"])
        #expect(typed.text("out") == "dir")
        #expect(typed.integer("jobs") == 4)
        #expect(typed.real("start") == 1.5)
        #expect(typed.has("quiet"))
    }

    @Test func whatIsNotTypedIsNotThere() throws {
        #expect(try parse() == TypedOptions())
    }

    @Test func afterTwoDashesEverythingIsAnArgument() throws {
        #expect(try parse("--", "-rf.jpg", "--help.jpg").arguments == ["-rf.jpg", "--help.jpg"])
    }

    @Test func bytesThatAreNoTextArrive() throws {
        let name = BytePath(bytes: [0x61, 0xE9, 0x62])
        let typed = try parser.parse([name, "--out", name])
        #expect(typed.arguments == [name])
        #expect(typed.text("out") == name)
    }

    @Test(arguments: [["--bogus"], ["--jobs", "many"], ["--out"], ["-x"], ["--start", "soon"]])
    func whatMakesNoSenseIsAUsageError(arguments: [String]) {
        #expect(throws: UsageError.self) { try parser.parse(arguments.map { BytePath($0) }) }
    }

    /// Nobody who writes `=no` means yes.
    @Test(arguments: ["--quiet=no", "--quiet=", "--quiet=true", "--quiet=\u{301}"])
    func flagsTakeNoValue(argument: String) {
        #expect(
            throws: UsageError("--quiet takes no value: leave it out, or name it alone")
        ) { try parse("a", argument) }
    }

    @Test(arguments: [
        ["--out=a", "-o", "b"], ["-j1", "-qj", "2"], ["--start", "1", "--start=1"],
    ])
    func whatIsTypedTwiceIsAMistake(arguments: [String]) {
        #expect(throws: UsageError.self) { try parser.parse(arguments.map { BytePath($0) }) }
    }

    @Test func listsThatAreTypedTwiceAreOne() throws {
        let typed = try parse("--ignore", "a,b", "x", "-i", "c")
        #expect(typed.text("ignore") == "a,b,c" && typed.arguments == ["x"])
    }

    @Test func valuesThatLookLikeOptionsAreValues() throws {
        let typed = try parse("-qo", "--quiet=no", "-q", "--", "--out=x")
        #expect(typed.text("out") == "--quiet=no" && typed.has("quiet"))
        #expect(typed.arguments == ["--out=x"])
    }

    @Test func unknownOptionsAreNamedWithTheNearestOne() {
        #expect(
            throws: UsageError(
                "there is no option --quite", suggestion: "did you mean --quiet?")
        ) { try parse("a", "--quite") }
        #expect(
            throws: UsageError("there is no option --ot", suggestion: "did you mean --out?")
        ) { try parse("--ot=x=y") }
        #expect(throws: UsageError("there is no option -x")) { try parse("-x") }
        #expect(throws: UsageError("there is no option --\\u{1b}[2J")) { try parse("--\u{1B}[2J") }
    }

    @Test func namesAreQuotedForATerminal() {
        #expect(Console.quoted("two words.jpg") == "two words.jpg")
        #expect(Console.quoted("line\nbreak\t\u{1B}[31m") == "line\\nbreak\\t\\u{1b}[31m")
        #expect(Console.quoted("\u{202E}gpj.exe") == "\\u{202e}gpj.exe")
        #expect(Console.quoted("👨‍👩‍👧.jpg") == "👨‍👩‍👧.jpg")
    }
}
