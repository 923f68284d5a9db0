"""Animations of water and wax."""
import math

import numpy

from scenes.scenery import eight_bit, texture


def waves(generator, height, width):
    """A function of time that gives the slopes of a surface, down and across."""
    down, across = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    parts = []
    for _ in range(14):
        angle, length = generator.uniform(0, 2 * math.pi), generator.uniform(50, 170)
        turn = 2 * math.pi / length
        parts.append((turn * math.sin(angle), turn * math.cos(angle), generator.uniform(0, 6),
                      3.2 * math.sqrt(turn), length ** 1.4 / 450))

    def slopes(time):
        falls = numpy.zeros((2, height, width), numpy.float32)
        for v, u, start, speed, tall in parts:
            wave = tall * numpy.cos(v * down + u * across + start - speed * time)
            falls[0] += v * wave
            falls[1] += u * wave
        return falls
    return slopes


def caustics():
    """The bottom of a tiled pool: light that the waves gather and the tiles they bend."""
    height, width = 540, 720
    generator = numpy.random.default_rng(103)
    slopes = waves(generator, height, width)
    down, across = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    stone = texture(generator, width, height)[..., None]
    tiles = numpy.array((60, 150, 175)) * (0.8 + 0.35 * stone)
    tiles[(down % 90 < 5) | (across % 90 < 5)] *= 0.72
    frames = []
    for t in range(40):
        fall, side = slopes(t / 10) * 60
        light = numpy.zeros(height * width)
        for v, u in ((0, 0), (0.5, 0.5), (0, 0.5), (0.5, 0)):
            y = (down + v + 2 * fall).astype(int) % height
            x = (across + u + 2 * side).astype(int) % width
            light += numpy.bincount((y * width + x).ravel(), minlength=height * width)
        light = softened(light.reshape(height, width) / 4)
        bent = tiles[(down + fall).astype(int).clip(0, height - 1),
                     (across + side).astype(int).clip(0, width - 1)]
        frames.append(eight_bit(bent * (0.45 + 0.5 * light[..., None]) + 4 * light[..., None]))
    return frames


def softened(values):
    for axis in (0, 1, 0, 1):
        values = (numpy.roll(values, 1, axis) + 2 * values + numpy.roll(values, -1, axis)) / 4
    return values


def lava():
    """Lumps of wax that rise, meet and part in a lit glass."""
    side = 640
    down, across = numpy.mgrid[0:side, 0:side].astype(numpy.float32) / side
    glass = (1.1 - 1.5 * (across - 0.5) ** 2)[..., None] * (
        numpy.array((70, 20, 110)) * (1 - down[..., None])
        + numpy.array((250, 90, 70)) * down[..., None])
    frames = []
    for t in range(44):
        field = 0.02 / (1.04 - down) ** 1.5 * 0.4
        for n in range(8):
            size = 0.05 + 0.012 * (n * 5 % 7)
            x = 0.5 + 0.27 * math.sin(n * 2.4 + 0.05 * t)
            y = 0.5 + 0.48 * math.sin(n * 1.9 + (0.04 + 0.007 * n) * t)
            field += size ** 2 / ((across - x) ** 2 + (down - y) ** 2 + 1e-4)
        inside = ((field - 0.95) * 12).clip(0, 1)[..., None]
        core = (1 - 1 / field.clip(1))[..., None]
        wax = numpy.array((255, 120, 40)) * (1 - core) + numpy.array((255, 235, 150)) * core
        frames.append(eight_bit(glass * (1 - inside) + wax * inside))
    return frames
