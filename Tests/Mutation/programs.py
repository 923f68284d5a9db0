"""The two programs that `run` asks, over pipes."""

import os
import struct
import subprocess
import tempfile
from collections import namedtuple

Input = namedtuple("Input", "number is_sound is_broken is_gif frames shown plays rules bytes cleaned")
Answer = namedtuple("Answer", "by_vips by_ffmpeg check status cause width height sum "
                    "check_message message pixels output")

DECODES, ENCODES, SENDS_PIXELS = 1, 2, 4
UNLIMITED = 2**31 - 1
CAUSES = ("unsupported", "corrupt", "too large", "no media", "cannot fit", "output", "stopped",
          "internal")


class Died(Exception):
    """A program ended before it had answered."""


class Program:
    def __init__(self, *command):
        options = "detect_leaks=1:allocator_may_return_null=1"
        environment = dict(os.environ, G_SLICE="always-malloc", ASAN_OPTIONS=options,
                           UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1")
        self.complaints = tempfile.TemporaryFile()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.complaints, env=environment)

    def read(self, count):
        data = self.process.stdout.read(count)
        if len(data) < count:
            raise Died()
        return data

    def numbers(self, form):
        return struct.unpack(form, self.read(struct.calcsize(form)))

    def end(self, kills=False):
        """What it printed, and how it ended where that was not well: leaks are told here."""
        if kills:
            self.process.kill()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        status = self.process.wait()
        self.process.stdout.close()
        self.complaints.seek(0)
        said = self.complaints.read().decode(errors="replace")
        self.complaints.close()
        return said if status == 0 else f"{said}\nended with {status}"


class Maker(Program):
    """mutate-gifs: inputs and verdicts."""

    def next(self):
        number, flags, frames, shown, plays = self.numbers("<5I")
        parts = [self.read(self.numbers("<I")[0]) for _ in range(3)]
        return Input(number, flags & 1 > 0, flags & 2 > 0, flags & 4 == 0, frames, shown, plays,
                     parts[0].decode().split(), parts[1], parts[2])

    def judge(self, data):
        self.process.stdin.write(struct.pack("<I", len(data)) + data)
        self.process.stdin.flush()
        return self.next()


class Trier(Program):
    """try-gifs: what decoders and our encoder make of them."""

    def ask(self, data, work, box=0, most=UNLIMITED):
        try:
            self.process.stdin.write(struct.pack("<4i", len(data), work, box, most) + data)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Died() from None
        *facts, pixels, output, total, check, message = self.numbers("<9iI120s120s")
        texts = [text.split(b"\0")[0].decode(errors="replace") for text in (check, message)]
        return Answer(*facts, total, *texts, self.read(pixels), self.read(output))
