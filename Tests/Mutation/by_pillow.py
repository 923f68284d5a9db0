"""Animations by Pillow, which complains aloud."""

import io
import warnings

import numpy
from PIL import GifImagePlugin, Image

GifImagePlugin.LOADING_STRATEGY = GifImagePlugin.LoadingStrategy.RGB_ALWAYS
warnings.filterwarnings("error", module="PIL")


def count(data):
    """The frames that can be loaded; a text where one cannot."""
    frames = 0
    try:
        picture = Image.open(io.BytesIO(data))
        while True:
            picture.load()
            frames += 1
            picture.seek(frames)
    except EOFError:
        return frames
    except (OSError, SyntaxError, ValueError, IndexError, TypeError, Warning, KeyError,
            AttributeError) as problem:
        return f"after {frames}: {type(problem).__name__}: {problem}"


def frames(data):
    """RGBA of every frame as it is composited."""
    picture = Image.open(io.BytesIO(data))
    return [seen(picture, number) for number in range(picture.n_frames)]


def seen(picture, number):
    picture.seek(number)
    return numpy.asarray(picture.convert("RGBA"))


def delays(data):
    """Hundredths of a second, as viewers play them."""
    picture = Image.open(io.BytesIO(data))
    stored = []
    for number in range(picture.n_frames):
        picture.seek(number)
        stored.append(picture.info.get("duration", 0) // 10)
    return [delay if delay > 1 else 10 for delay in stored]
