"""What the built program and its sources say: options, variables, names."""

import functools
import re
import subprocess

OPTION = re.compile(r"^  (?:-(\w), )?--([a-z-]+)(?:=(\S+))?\s+(.*)$", re.MULTILINE)
VARIABLE = re.compile(r'"((?:AWS|NATS|PUSHMEDIA)_[A-Z0-9_]+|TMPDIR)"')


class Program:
    def __init__(self, executable, project):
        self.executable, self.sources = executable, project / "Sources"
        self.options_of = {}

    def options(self, command):
        """{name: (values, help)} of a command; None if there is no such command."""
        if command not in self.options_of:
            ended = subprocess.run([self.executable, command, "--help"], capture_output=True, text=True)
            self.options_of[command] = None if ended.returncode else {
                name: (values, text) for _, name, values, text in OPTION.findall(ended.stdout)}
        return self.options_of[command]

    def default(self, command, option):
        found = re.search(r"default: (\w+)", self.options(command)[option][1])
        return found and found.group(1)

    def version(self):
        return self.find(r'current = "(.*)"', "Preparation/Version.swift")

    @functools.cached_property
    def variables(self):
        """The variables of the environment that it reads."""
        return {name for file in self.sources.rglob("*.swift") for name in VARIABLE.findall(file.read_text())}

    def consumer(self):
        return self.find(r'static let workers = "(.*)"', "Cluster/NATS/Streams.swift")

    def job_stream(self, base):
        return base + self.find(r'var jobs: String \{ base \+ "(.*)" \}', "Cluster/NATS/StreamNames.swift")

    def find(self, pattern, file):
        return re.search(pattern, (self.sources / file).read_text()).group(1)

    def values(self, words):
        """(index, name, value) of each option on a command line; the value is None where there is none."""
        options, found = self.options(words[0]) or {}, []
        for index, word in enumerate(words):
            if word.startswith("--") and "=" in word:
                found.append((index, *word[2:].split("=", 1)))
            elif word.startswith("--"):
                takes = options.get(word[2:], ("", ""))[0] and index + 1 < len(words)
                found.append((index, word[2:], words[index + 1] if takes else None))
        return found

    def value(self, words, option):
        """What a command line sets an option to, or what the program takes without; None if it has no such option."""
        if option not in (self.options(words[0]) or {}):
            return None
        given = next((value for _, name, value in self.values(words) if name == option), None)
        return given or self.default(words[0], option)

    def problems(self, words):
        """What it would not take of a command line, as (index, reason)."""
        options = self.options(words[0])
        if options is None:
            return [(0, f"there is no command {words[0]!r}")]
        problems, given = [], self.values(words)
        for index, name, value in given:
            if name not in options:
                problems.append((index, f"{words[0]} has no --{name}"))
            elif (wrong := misfit(options[name][0], value)):
                problems.append((index, f"--{name} {wrong}"))
        if "out" in options and not any(name == "out" for _, name, _ in given):
            problems.append((0, "--out is missing"))
        return problems


def misfit(takes, value):
    """Why an option that takes this does not take the value; None if it does."""
    if not takes:
        return None
    if value is None:
        return f"lacks its {takes}"
    if takes in ("N", "S", "MB", "MP"):
        return None if re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) else f"takes a number, not {value!r}"
    if "|" in takes:
        return None if value in takes.split("|") else f"takes {takes}, not {value!r}"
    if takes == "ADDR:PORT":
        return None if re.fullmatch(r"[0-9.]+:[0-9]+", value) else f"takes {takes}, not {value!r}"
    return None
