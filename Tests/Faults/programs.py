"""Runs pushmedia, as it is or with a shim, and sees to it that nothing of it stays."""

import collections
import os
import pathlib
import shutil
import signal
import subprocess
import time

PATIENCE = 60  # seconds for one run
LINGERING = 5  # seconds that codec processes have to notice that they are alone

Ended = collections.namedtuple("Ended", "code signal out error is_late")


def build(folder, *names):
    """Compiles shims into a folder."""
    here = pathlib.Path(__file__).parent
    compiler = shutil.which("clang") or shutil.which("gcc")
    for name in names:
        subprocess.run(
            [compiler, "-std=gnu17", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
             "-pthread", "-o", folder / f"{name}.so", here / f"{name}.c"], check=True)


class Programs:
    """A copy of both programs, whose processes cannot be taken for those of others."""

    def __init__(self, programs, folder):
        self.folder = folder / "programs"
        self.folder.mkdir()
        for name in ("pushmedia", "pushmedia-codec"):
            shutil.copy(pathlib.Path(programs) / name, self.folder)
        self.shims = folder

    def start(self, sources, output, *more, shim=None, **variables):
        environment = dict(os.environ, **{name: str(value) for name, value in variables.items()})
        if shim:
            environment["LD_PRELOAD"] = str(self.shims / f"{shim}.so")
        return subprocess.Popen(
            [self.folder / "pushmedia", "prepare", sources, "--out", output, "--jobs", "2",
             "--quiet", *more], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="replace")

    def run(self, *arguments, **options):
        return self.end(self.start(*arguments, **options))

    @staticmethod
    def end(process, patience=PATIENCE):
        """Waits for the end of a run."""
        is_late = False
        try:
            out, error = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            is_late = True
            process.kill()
            out, error = process.communicate()
        code = process.returncode
        return Ended(max(code, 0), max(-code, 0), out, error, is_late)

    def processes(self):
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                program = os.readlink(entry / "exe") if entry.name.isdigit() else ""
            except OSError:
                continue
            if program.removesuffix(" (deleted)").startswith(f"{self.folder}/"):
                found.append(int(entry.name))
        return found

    def lingering(self):
        """How many processes do not end by themselves; they are ended."""
        until = time.monotonic() + LINGERING
        while self.processes() and time.monotonic() < until:
            time.sleep(0.02)
        left = self.processes()
        for process in left:
            os.kill(process, signal.SIGKILL)
        return len(left)
