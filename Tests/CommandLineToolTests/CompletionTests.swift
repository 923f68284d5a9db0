import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// The scripts as the shells themselves run them.
@Suite(.temporaryDirectory, .timeLimit(.minutes(5))) struct CompletionTests {
    /// With everything in it that a shell could take for its own.
    private let commands = [
        CommandDefinition(
            name: "prepare", summary: "Don't [ever] `run` $(this): \"ok\" \\ %.", usage: "",
            options: [
                .value("out", "o", "DIR", names: .folder, help: "It's [the] place: $HOME \\"),
                .value("output", nil, "FILE", names: .file, help: "A file"),
                .choice("format", "f", ["text", "json"], help: "How"),
                .list("allow", nil, "TYPE,...", of: ["svg", "jxl", "jp2"], help: "Which"),
                .value("listen", nil, "ADDR:PORT", help: "Where"),
                .flag("force", help: "Anew"),
            ]),
        CommandDefinition(
            name: "help", summary: "Help.", usage: "", options: [],
            arguments: .choice(["prepare", "help"])),
        CommandDefinition(
            name: "doctor", summary: "Look.", usage: "", options: [.flag("all", help: "All")],
            arguments: .none),
    ]

    private func write(_ shell: CompletionShell) throws -> String {
        let path = PushMedia.path("completion.\(shell.rawValue)")
        try Data((shell.script(for: commands) + "\n").utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.createDirectory(
            atPath: PushMedia.path("here/folder"), withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: PushMedia.path("here/file.gif")))
        return path
    }

    private static let cases: [(line: [String], answers: Set<String>)] = [
        (["pre"], ["prepare"]),
        (["prepare", "--fo"], ["--force", "--format"]),
        (["prepare", "--format", ""], ["text", "json"]),
        (["prepare", "-f", "j"], ["json"]),
        (["prepare", "--allow", "svg,j"], ["svg,jxl", "svg,jp2"]),
        (["help", "pr"], ["prepare"]),
        (["doctor", "--a"], ["--all"]),
    ]

    @Test(arguments: cases.indices) func bashOffersWhatFits(index: Int) async throws {
        let (line, answers) = Self.cases[index]
        let words = (["pushmedia"] + line).map(ShellWord.quoted).joined(separator: " ")
        #expect(try await bash("COMP_WORDS=(\(words)) COMP_CWORD=\(line.count)") == answers)
    }

    @Test func closedSetsOfTheProgramAreKnown() throws {
        func choices(_ command: String, _ option: String) throws -> [String] {
            let definition = try #require(Tool.definitions.first { $0.name == command })
            return try #require(definition.options.first { $0.name == option }).choices
        }
        #expect(try choices("payload", "vendor").contains("onesignal"))
        #expect(try choices("payload", "interruption-level").contains("time-sensitive"))
        for option in ["select", "ignore"] {
            let rules = try choices("verify", option)
            #expect(Set(rules).count == rules.count)
            let known = [
                "pixel-size", "gif-loop-finite", "url-status", "payload-aps", "manifest-extra",
            ]
            for rule in known { #expect(rules.contains(rule)) }
        }
    }

    @Test func bashTakesTheEqualsSignForAWord() async throws {
        #expect(
            try await bash("COMP_WORDS=(pushmedia prepare --format = j) COMP_CWORD=4") == ["json"])
        #expect(
            try await bash("COMP_WORDS=(pushmedia prepare --format =) COMP_CWORD=3")
                == ["text", "json"])
    }

    @Test func bashItselfCompletesPaths() async throws {
        func paths(_ line: String, _ last: Int) async throws -> Set<String> {
            try await bash("COMP_WORDS=(pushmedia \(line)) COMP_CWORD=\(last)")
        }
        #expect(try await paths("prepare --out h", 3) == ["compopt -o dirnames"])
        #expect(try await paths("prepare --output h", 3) == ["compopt -o default"])
        #expect(try await paths("prepare h", 2) == ["compopt -o default"])
        #expect(try await paths("prepare --listen h", 3) == [])
        #expect(try await paths("doctor h", 2) == [])
    }

    /// What the function answers; paths, which it leaves to bash, as the call that says so.
    private func bash(_ line: String) async throws -> Set<String> {
        let output = try await Shell.require([
            "bash", "--norc", "-euc",
            """
            compopt() { [ "$2" = nospace ] || echo "compopt $*"; }
            . "$1"
            \(line)
            _pushmedia
            printf '%s\\n' "${COMPREPLY[@]}"
            """, "bash", try write(.bash),
        ])
        return Set(output.stdout.split(separator: "\n").map(String.init))
    }

    @Test(arguments: cases.indices) func fishOffersWhatFits(index: Int) async throws {
        let (line, answers) = Self.cases[index]
        #expect(try await fish(line.joined(separator: " ")) == answers)
    }

    @Test func fishCompletesPathsWhereTheyMayStand() async throws {
        #expect(try await fish("prepare --out here/") == ["here/folder/"])
        #expect(try await fish("prepare --output here/") == ["here/folder/", "here/file.gif"])
        #expect(try await fish("prepare here/") == ["here/folder/", "here/file.gif"])
        #expect(try await fish("doctor here/") == [])
        #expect(try await fish("help prepare --fo") == [])
    }

    @Test func fishDescribesOptionsButNotTheirValues() async throws {
        #expect(try await fishLines("prepare --fo") == ["--force\tAnew", "--format\tHow"])
        #expect(try await fishLines("prepare --format ") == ["json", "text"])
        #expect(try await fishLines("prepare --allow svg,j") == ["svg,jp2", "svg,jxl"])
    }

    private func fish(_ line: String) async throws -> Set<String> {
        Set(try await fishLines(line).map { String($0.prefix { $0 != "\t" }) })
    }

    /// What is offered, each with its description after a tab.
    private func fishLines(_ line: String) async throws -> [String] {
        let script = try write(.fish)
        let output = try await Shell.run(
            [
                "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script,
                "pushmedia \(line)",
            ],
            in: TemporaryDirectory.current, environment: ["HOME": TemporaryDirectory.current])
        #expect(output.status == 0 && output.stderr == "")
        return output.stdout.split(separator: "\n").map(String.init).sorted()
    }

    @Test(arguments: cases.indices) func zshOffersWhatFits(index: Int) async throws {
        let (line, answers) = Self.cases[index]
        // Of a list, zsh shows the word that is added.
        let shown = Set(answers.map { String($0.split(separator: ",").last ?? "") })
        #expect(try await zsh(line.joined(separator: " ")) == shown)
    }

    @Test func zshCompletesPathsWhereTheyMayStand() async throws {
        #expect(try await zsh("prepare --out here/") == ["folder"])
        #expect(try await zsh("prepare --output here/") == ["folder", "file.gif"])
        #expect(try await zsh("prepare here/") == ["folder", "file.gif"])
        #expect(try await zsh("doctor here/") == [])
    }

    /// What zsh would offer, by a terminal of its own: its completion runs nowhere else.
    private func zsh(_ line: String) async throws -> Set<String> {
        let program = Self.zshProgram
        let output = try await Shell.run(
            ["zsh", "-f", "-c", program, "zsh", try write(.zsh), "pushmedia \(line)"],
            in: TemporaryDirectory.current, environment: ["HOME": TemporaryDirectory.current])
        #expect(output.status == 0, "\(output.stderr)")
        return Set(output.stdout.split(separator: "\n").map(String.init))
    }

    /// Types the line and a tab, and prints what `compadd` is given.
    private static let zshProgram = #"""
        zmodload zsh/zpty
        zpty inner zsh -f -i
        zpty -w inner "PS1= PS2= RPS1="
        zpty -w inner "autoload -Uz compinit; compinit -u -D; source ${(q)1}"
        zpty -w inner 'compadd() {
            if [[ " $* " != *" -"[AOD]" "* ]]; then
                local -a offered; builtin compadd -A offered "$@"
                (( ! $#offered )) || print -rl -- "<"$^offered">"
            fi
            builtin compadd "$@"
        }'
        zpty -w inner 'finish() { print -r -- "<end>"; exit }; zle -N finish; bindkey "^X" finish; bindkey "^I" complete-word; print "<ready>"'
        repeat 100000; do zpty -r inner text || break; [[ $text == *"<ready>"* && $text != *print* ]] && break; done
        zpty -wn inner "$2"$'\t\x18'
        repeat 100000; do
            zpty -r inner text || break
            text=${text//$'\r'/}
            [[ $text != *"<end>"* ]] || break
            while [[ $text == *"<"*">"* ]]; do print -r -- "${${text#*<}%%>*}"; text=${text#*>}; done
        done
        zpty -d inner
        exit 0
        """#
}
