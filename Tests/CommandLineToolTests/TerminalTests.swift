import Foundation
import TestSupport
import Testing

/// The real program on a terminal, which python3 makes, and in a pipe.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct TerminalTests {
    /// Everything that the program writes to a terminal so many columns wide.
    private func onTerminal(
        _ columns: Int, _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws -> (status: Int32, text: String) {
        let program = """
            import fcntl, os, pty, struct, sys, termios
            master, slave = pty.openpty()
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
            child = os.fork()
            if child == 0:
                for stream in (1, 2): os.dup2(slave, stream)
                os.execv(sys.argv[2], sys.argv[2:])
            os.close(slave)
            try:
                while block := os.read(master, 65536): os.write(1, block)
            except OSError: pass
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
            """
        let variables = ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": ""]
        let output = try await Shell.run(
            ["python3", "-c", program, "\(columns)", Products.path(of: "pushmedia")] + arguments,
            in: TemporaryDirectory.current, environment: variables.merging(environment) { $1 })
        return (output.status, output.stdout.replacing("\r\n", with: "\n"))
    }

    @Test func progressIsDrawnOverAndTakenAway() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/夏祭り.jpg")
        let (status, text) = try await onTerminal(80, ["prepare", "in", "--out", "out"])
        #expect(status == 0)
        let drawn = try #require(text.range(of: "\r\u{1B}[K\u{1B}[?7l0 %  0 of 1 files"))
        let taken = try #require(text.range(of: "\r\u{1B}[K", options: .backwards))
        #expect(drawn.lowerBound < taken.lowerBound)
        #expect(text[taken.upperBound...].hasPrefix("\u{1B}[32mprepared\u{1B}[0m  "))
    }

    @Test(arguments: [["TERM": "dumb"], ["NO_COLOR": "1"]])
    func coloursAndProgressAreLeftOutWhereTheyAreNotWanted(
        environment: [String: String]
    ) async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        let arguments = ["prepare", "in", "--out", "out"]
        let text = try await onTerminal(80, arguments, environment).text
        #expect(!text.contains("\u{1B}[32m"))
        #expect(text.contains("\u{1B}") == (environment["TERM"] == nil))
    }

    @Test func verifyShowsHowFarItIs() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        let (status, text) = try await onTerminal(80, ["verify", "in"])
        #expect(status == 0)
        #expect(text.hasPrefix("\r\u{1B}[K\u{1B}[?7l0 %  0 of 1 files"))
        let taken = try #require(text.range(of: "\r\u{1B}[K", options: .backwards))
        #expect(text[taken.upperBound...].hasPrefix("\u{1B}[32mok  \u{1B}[0m  "))
        // Wherever the result goes, but not where nothing is wanted.
        let json = ["verify", "in", "--format", "json", "--output", "o.json"]
        #expect(try await onTerminal(80, json).text.contains("0 %  0 of 1 files"))
        #expect(try await !onTerminal(80, ["verify", "in", "-q"]).text.contains("files"))
    }

    @Test(arguments: [40, 60, 80], [["verify", "in"], ["rules"], ["inspect", "in/wide.jpg"]])
    func resultsAreFoldedAtTheWidthOfTheTerminal(
        width: Int, arguments: [String]
    ) async throws {
        try PushMedia.put(try await Media.jpeg(width: 1600, height: 900), as: "in/wide.jpg")
        let text = try await onTerminal(width, arguments, ["TERM": "dumb"]).text
        let lines = text.split(separator: "\n").map(String.init)
        // An address has no place to fold.
        let tooWide = lines.filter { $0.count > width && !$0.contains("://") }
        #expect(tooWide == [])
        #expect(lines.contains { $0.hasPrefix("        ") } || width > 40)
    }

    @Test func theLastLinesOfPrepareAreFolded() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        try PushMedia.write("", as: "in/.hidden")
        let text = try await onTerminal(
            40, ["prepare", "in", "--out", "out"], ["TERM": "dumb"]
        ).text
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 40 })
        #expect(text.contains("1 prepared, 0 rejected, 0 failed;"))
    }

    @Test func aPipeGetsPlainTextAndTheLastLineThatScriptsLookFor() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        try PushMedia.put(try await Media.jpeg(width: 80), as: "in/b.jpg")
        try PushMedia.write("", as: "in/empty.png")
        let output = try await PushMedia.run(
            ["prepare", "in", "--out", "out"], environment: ["LC_ALL": "C"])
        #expect(output.stderr == "" && !output.stdout.contains("\u{1B}"))
        #expect(output.standardOutput.allSatisfy { $0 < 0x80 })
        let lines = output.stdout.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("2 prepared, 1 rejected, 0 failed; ") })
        #expect(lines.contains { $0.hasPrefix("prepared  ") && $0.contains("-> a.jpg") })
        #expect(lines.contains { $0.hasPrefix("time     ") })
        #expect(lines.contains { $0.hasPrefix("slowest  ") && $0.hasSuffix(".jpg") })
        let again = try await PushMedia.run("prepare", "in", "--out", "out")
        #expect(again.stdout.contains("; 3 ready from an earlier run"))
    }

    @Test func timesAreInNoManifest() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        let first = try await PushMedia.run("prepare", "in", "--out", "out", "--format", "json")
        let manifest = try PushMedia.manifestData()
        let second = try await PushMedia.run(
            "prepare", "in", "--out", "out", "--format", "json", "--force", "--verbose")
        #expect(first.stdout == second.stdout)
        #expect(try PushMedia.manifestData() == manifest)
    }

    @Test func verboseTellsOfEachFileOnStandardError() async throws {
        try PushMedia.put(try await Media.jpeg(), as: "in/a.jpg")
        try PushMedia.write("", as: "in/empty.png")
        let output = try await PushMedia.run(
            "prepare", "in", "--out", "out", "--verbose", "--jobs", "1",
            "--deadline", "60")
        let lines = output.stderr.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains("1 lane, ") && lines[0].contains("60 s for a file"))
        #expect(lines[0].contains(", cage "))
        #expect(
            lines.contains { $0.wholeMatch(of: /prepared  a\.jpg: .*, in \d+\.\d s/) != nil })
        #expect(
            lines.contains {
                $0.wholeMatch(of: /rejected  empty\.png: empty: .*, in \d+\.\d s/) != nil
            })
        let logged = try await PushMedia.run(
            "prepare", "in", "--out", "out", "--force", "--verbose", "--log", "json")
        #expect(logged.stderr.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
    }

    @Test func helpIsTheSameByEitherWay() async throws {
        let help = try await PushMedia.run("help", "prepare")
        let option = try await PushMedia.run("prepare", "-h")
        #expect(help.status == 0 && help.stdout == option.stdout)
        let all = try await PushMedia.run("--help")
        let command = try await PushMedia.run("help")
        #expect(all.status == 0 && all.stdout == command.stdout)
        let narrow = try await onTerminal(60, ["help", "prepare"]).text
        #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 60 })
    }

    @Test(arguments: [
        (["prepar"], "there is no command prepar: did you mean prepare?"),
        (["--verson"], "there is no command --verson: did you mean --version?"),
        (["help", "verfy"], "help: there is no command verfy: did you mean verify?"),
        (["prepare", "--forse"], "prepare: there is no option --forse: did you mean --force?"),
        (
            ["prepare", "in", "-o", "out", "--fit", "insde"],
            "prepare: --fit takes one of inside, cover, contain, not insde: did you mean inside?"
        ),
        (
            ["completion", "fisch"],
            "completion: there is no completion for fisch; there is one for bash, zsh, fish: did you mean fish?"
        ),
        (
            ["prepare", "x", "--output", "y"],
            "prepare: there is no option --output: did you mean --out?"
        ),
        (
            ["prepare", "x", "--ouput", "y"],
            "prepare: there is no option --ouput: did you mean --out?"
        ),
        (
            ["verify", "x", "--select", "gif-dely"],
            "verify: there is no rule gif-dely; pushmedia rules lists them: did you mean gif-delay-too-short?"
        ),
        (["-V"], "there is no command -V: did you mean --version?"),
        (["-v"], "there is no command -v: did you mean --version?"),
        (
            ["man", "nope"],
            "man: there is no command nope; there is: prepare, verify, inspect, rules, payload, submit, work, status, doctor, help, man, completion; see pushmedia help man"
        ),
        (
            ["verify", "x", "-q", "-v"],
            "verify: --quiet and --verbose exclude each other; see pushmedia help verify"
        ),
        (
            ["prepare", "x", "-o", "y", "-q", "-v"],
            "prepare: --quiet and --verbose exclude each other; see pushmedia help prepare"
        ),
        (["doctor", "x"], "doctor: doctor takes no files; see pushmedia help doctor"),
    ])
    func slipsAreAnsweredInOneLine(arguments: [String], line: String) async throws {
        let output = try await PushMedia.run(arguments)
        #expect(output.status == 2 && output.stdout == "")
        #expect(output.stderr == "pushmedia: \(line)\n")
    }

    @Test func versionNamesTheLibrariesWithOrWithoutTheCodecProgram() async throws {
        let output = try await PushMedia.run("--version")
        #expect(output.status == 0)
        let lines = output.stdout.split(separator: "\n")
        #expect(lines.first?.wholeMatch(of: /pushmedia \d+\.\d+\.\d+/) != nil)
        let names = [
            "libvips", "FFmpeg", "SQLite", "libcurl", "libxml2", "OpenSSL", "NATS client",
            "libmicrohttpd", "libseccomp", "GLib",
        ]
        for name in names {
            #expect(lines.contains { $0.hasPrefix("\(name) ") && $0.contains(/\d+\.\d+/) })
        }
        let alone = PushMedia.path("alone")
        // By a program of its own: what is open for writing here is so in other tests' children, too.
        _ = try await Shell.require(["cp", Products.path(of: "pushmedia"), alone])
        let lonely = try await Shell.run([alone, "--version"])
        #expect(lonely.status == 0)
        #expect(
            lonely.stdout.hasPrefix("\(lines[0])\nlibvips and FFmpeg unknown: the codec program "))
        #expect(lonely.stdout.contains("\nSQLite "))
    }
}
