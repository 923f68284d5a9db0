"""Runs pushmedia so that a signal to this program ends it in order."""

import collections
import os
import pathlib
import signal
import subprocess

PATIENCE = 3600  # seconds for a batch

Ended = collections.namedtuple("Ended", "code out error")


class Programs:
    def __init__(self, folder):
        self.program = pathlib.Path(folder).resolve() / "pushmedia"

    def prepare(self, sources, output):
        return self.run("prepare", sources, "--out", output, "--jobs", "2", "--deadline", "20",
                        "--stall", "10", "--no-report", "--quiet")

    def verify(self, output):
        return self.run("verify", output)

    def run(self, *arguments):
        # A group of its own, so that Ctrl-C is ours: pushmedia is told, and waited for.
        process = subprocess.Popen([self.program, *arguments], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   errors="replace", start_new_session=True)
        try:
            out, error = process.communicate(timeout=PATIENCE)
        except BaseException:
            os.kill(process.pid, signal.SIGTERM)
            try:
                process.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
            raise
        return Ended(process.returncode, out, error)
