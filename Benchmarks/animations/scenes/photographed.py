"""Animations of photographs, where Debian's package mate-backgrounds is installed."""
import pathlib

import numpy
from PIL import Image

from scenes.scenery import eight_bit, seen

FOLDER = pathlib.Path('/usr/share/backgrounds/mate/nature')


def photograph(name, width, height):
    with Image.open(FOLDER / f'{name}.jpg') as picture:
        fitted = picture.convert('RGB').resize((width, height), Image.Resampling.LANCZOS)
    return numpy.asarray(fitted, numpy.float32)


def dune():
    """A slow pan over grass before the sea."""
    picture = photograph('Dune', 1280, 800)
    return [eight_bit(seen(picture, (854, 480), 10 + 6.3 * t, 250 - 1.9 * t)) for t in range(60)]


def rain():
    """A zoom into wet leaves, with the noise of a sensor."""
    generator = numpy.random.default_rng(6)
    picture = photograph('RainDrops', 1280, 800)
    return [eight_bit(seen(picture, (800, 500), 240, 150, 1.5 - 0.012 * t)
                      + generator.normal(0, 2, (500, 800, 3))) for t in range(48)]


def flowers():
    """Three pictures, each held and then faded into the next."""
    pictures = [photograph(name, 800, 500) for name in ('Garden', 'LadyBird', 'YellowFlower')]
    frames = []
    for n in range(3):
        frames += [eight_bit(pictures[n])] * 4
        frames += [eight_bit(pictures[n] * (1 - k / 10) + pictures[(n + 1) % 3] * k / 10)
                   for k in range(1, 10)]
    return frames
