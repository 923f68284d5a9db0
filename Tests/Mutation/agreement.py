"""Whether libvips, FFmpeg, Pillow and our own check agree with the validator."""

import struct

import by_pillow
import programs

# Pixels of one input, and of a side, that are decoded.
MOST, MOST_SIDE = 1 << 22, 16384


def is_small(source):
    """Whether it is a GIF that can be decoded in no time."""
    if not source.is_gif:
        return False
    width, height = struct.unpack("<2H", source.bytes[6:10])
    return max(width, height) <= MOST_SIDE and width * height * source.frames <= MOST


def disagreements(source, trier):
    """A line for each decoder that counts other frames in what the validator calls sound."""
    answer = trier.ask(source.bytes, programs.DECODES)
    counts = {"libvips": answer.by_vips, "ffmpeg": answer.by_ffmpeg,
              "pillow": by_pillow.count(source.bytes)}
    wrong = [f"{name} counts {count} of {source.frames}" for name, count in counts.items()
             if count != source.frames]
    if answer.check:
        wrong.append(f"our check refuses it: {answer.check_message}")
    return wrong + changes(source, answer, trier)


def changes(source, answer, trier):
    """Whether cleaning keeps every pixel."""
    if not source.cleaned:
        return []
    cleaned = trier.ask(source.cleaned, programs.DECODES)
    return [f"{name} sees a change by cleaning" for name, old, new in (
        ("libvips", (answer.by_vips, answer.sum), (cleaned.by_vips, cleaned.sum)),
        ("ffmpeg", answer.by_ffmpeg, cleaned.by_ffmpeg)) if old != new]


def mends(source, trier):
    """Whether all decode what was cleaned of an input that is not sound."""
    answer = trier.ask(source.cleaned, programs.DECODES)
    counts = {"libvips": answer.by_vips, "ffmpeg": answer.by_ffmpeg,
              "pillow": by_pillow.count(source.cleaned)}
    return [f"cleaned of {' '.join(source.rules)}, {name} counts {count} of {source.frames}"
            for name, count in counts.items() if count != source.frames]
