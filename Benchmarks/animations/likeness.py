"""How like the ideal reduction of its source an animation is.

    likeness.py SOURCE.gif RESULT.gif [BOX]

The ideal is each frame of the source as it is shown, reduced by Pillow, Lanczos on premultiplied
alpha. For every frame of the source, the frame that the result shows at its start is compared,
both on grey 128.
"""
import dataclasses
import math
import sys

import numpy
from closeness import disagreement, on_grey, similarity, square_error
from PIL import GifImagePlugin, Image, ImageSequence

GifImagePlugin.LOADING_STRATEGY = GifImagePlugin.LoadingStrategy.RGB_ALWAYS


@dataclasses.dataclass
class Likeness:
    mean: float
    worst: float
    worst_frame: int
    psnr: float
    frames: int
    duration: int
    source_duration: int
    alpha: float
    size: tuple


def shown(path, spans=None):
    """Each frame as it is shown, and how long, in hundredths of a second, which spans takes too."""
    with Image.open(path) as animation:
        for frame in ImageSequence.Iterator(animation):
            duration = round(frame.info.get('duration', 0) / 10)
            if spans is not None:
                spans.append(duration)
            yield frame.copy(), duration


def paired(source, result, spans=None, source_spans=None):
    """For each frame of the source: it, and the frame the result shows at its start."""
    start, end, theirs = 0, 0, None
    frames = shown(result, spans)
    for ours, duration in shown(source, source_spans):
        while end <= start:
            following = next(frames, None)
            if following is None:
                break
            theirs, end = following[0], end + following[1]
        yield ours, theirs
        start += duration
    for _ in frames:
        pass


def fitted(size, box):
    """The size within a square, never enlarged."""
    scale = min(1, box / max(size))
    return tuple(max(1, round(side * scale)) for side in size)


def ideal(frame, size):
    """The frame in this size, with premultiplied alpha where it has any."""
    if frame.mode == 'RGBA':
        frame = frame.convert('RGBa')
    return frame if frame.size == size else frame.resize(size, Image.Resampling.LANCZOS)


def compare(source, result, box=None):
    """The likeness; raises ValueError where the result has not the size of the box."""
    alike, errors, alphas, spans, source_spans = [], [], [], [], []
    for ours, theirs in paired(source, result, spans, source_spans):
        size = theirs.size
        check(ours.size, size, box)
        (a, clear_a), (b, clear_b) = on_grey(ideal(ours, size)), on_grey(theirs)
        alike.append(similarity(a, b))
        errors.append(square_error(a, b))
        alphas.append(disagreement(clear_a, clear_b))
    error = numpy.mean(errors)
    return Likeness(
        mean=float(numpy.mean(alike)), worst=min(alike), worst_frame=int(numpy.argmin(alike)),
        psnr=10 * math.log10(255 ** 2 / error) if error else math.inf, frames=len(spans),
        duration=sum(spans), source_duration=sum(source_spans),
        alpha=float(numpy.mean(alphas)), size=size)


def check(source, size, box):
    wanted = fitted(source, box) if box else size
    if max(abs(a - b) for a, b in zip(wanted, size)) > 1:
        raise ValueError(f'{size[0]}x{size[1]} instead of {wanted[0]}x{wanted[1]}')


if __name__ == '__main__':
    print(compare(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None))
