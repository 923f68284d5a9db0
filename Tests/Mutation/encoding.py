"""Whether what our encoder writes is sound, short enough, and like its source."""

import collections
import random

import numpy

import by_pillow
import programs

CANNOT_FIT = 4

# Root of the mean squared error of 255: noise of more colours than a GIF has may be far off.
USUAL, MOST = 24, 110


def order(number):
    """A box, and a number of bytes."""
    chance = random.Random(number)
    box = chance.choice((64, 64, chance.randint(8, 64)))
    most = programs.UNLIMITED if chance.random() < 0.6 else int(200 * 100 ** chance.random())
    return box, most


def faults(source, answer, limits, judge, trier, notes):
    """A line for each promise that the encoder breaks; notes count what is none."""
    if answer.status:
        is_allowed = answer.cause == CANNOT_FIT and limits[1] < programs.UNLIMITED
        if source.is_sound and not is_allowed:
            return [f"refused, {programs.CAUSES[answer.cause]}: {answer.message}"]
        return []
    wrong = ["encoded though it is broken"] if source.is_broken else []
    if len(answer.output) > limits[1]:
        wrong.append(f"{len(answer.output)} bytes, more than {limits[1]}")
    wrong += differences(source, judge.judge(answer.output))
    count = by_pillow.count(answer.output)
    if isinstance(count, str):
        wrong.append(f"pillow: {count}")
    elif answer.pixels and max(answer.width, answer.height) <= limits[0]:
        again = trier.ask(answer.output, programs.DECODES | programs.SENDS_PIXELS)
        wrong += unlike(source, answer, again, notes)
    return wrong


def differences(source, result):
    """What the validator says of the result, and what of the source it has not."""
    wrong = [f"encodes with {rule}" for rule in result.rules]
    if not result.is_sound:
        wrong.append("encodes what is not sound")
    if not source.is_sound:
        return wrong
    if result.frames > source.frames:
        wrong.append(f"{result.frames} frames of {source.frames}")
    if source.frames > 1 and result.shown != source.shown:
        wrong.append(f"shown for {result.shown} of {source.shown} hundredths, {result.frames} frames")
    if source.frames > 1 and result.plays != source.plays:
        wrong.append(f"plays {result.plays} times, not {source.plays}")
    return wrong


def unlike(source, answer, again, notes):
    """How far the frames are from those of the source at the same time, as libvips decodes both.

    Where Pillow alone sees something else, that is but noted.
    """
    ideal, shown = pixels_of(answer), pixels_of(again)
    if shown.shape[1:] != ideal.shape[1:]:
        return [f"{shown.shape} of {ideal.shape}"]
    at = places(by_pillow.delays(source.bytes), by_pillow.delays(answer.output))
    if at is None or len(at) != len(ideal):
        return ["a frame begins at another time"]
    wrong = compare(ideal, shown[at], notes)
    other = numpy.stack([by_pillow.frames(answer.output)[index] for index in at])
    if not wrong and compare(ideal, other, collections.Counter()):
        notes["seen otherwise by pillow alone"] += 1
    return wrong


def pixels_of(answer):
    pixels = numpy.frombuffer(answer.pixels, numpy.uint8)
    return pixels.reshape(answer.by_vips, answer.height, answer.width, 4)


def places(old, new):
    """The frame of the result that is shown when each of the source begins."""
    ends = numpy.cumsum(new)
    starts = numpy.cumsum(old) - old
    if len(old) > 1 and ends[-1] != sum(old):
        return None
    return [min(len(new) - 1, int(numpy.searchsorted(ends, start, "right"))) for start in starts]


def compare(ideal, shown, notes):
    is_seen = ideal[..., 3] >= 128
    if not numpy.array_equal(is_seen, shown[..., 3] >= 128):
        return ["another alpha"]
    if not is_seen.any():
        return []
    colours = numpy.unique(ideal[is_seen][:, :3], axis=0)
    lost = (ideal[..., :3].astype(int) - shown[..., :3])[is_seen]
    if len(colours) <= 255:
        notes["exact"] += 1
        return [f"not exact: {len(colours)} colours, off by {abs(lost).max()}"] if lost.any() else []
    distance = float(numpy.sqrt((lost ** 2).mean()))
    notes["lossy"] += 1
    notes["further than usual"] += distance > USUAL
    return [f"far from the source: {distance:.1f} of 255"] if distance > MOST else []
