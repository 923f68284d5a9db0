"""Animations like video and photographs."""
import math

import numpy

from scenes.scenery import ball, eight_bit, landscape, seen


def handheld():
    """A walk past a landscape: the camera shakes, the sensor is noisy, a ball crosses."""
    generator = numpy.random.default_rng(11)
    world, size, frames = landscape(1, 1500, 700), (854, 480), []
    for t in range(60):
        shake = generator.normal(0, 1.2, 2)
        frame = seen(world, size, 60 + 8 * t + shake[0], 100 + 12 * math.sin(t / 7) + shake[1],
                     1 + 0.002 * t, 0.012 * math.sin(t / 9))
        ball(frame, 900 - 16 * t, 330 - 60 * abs(math.sin(t / 6)), 48, (230, 60, 50), t / 5)
        frames.append(eight_bit(frame + generator.normal(0, 3, frame.shape)))
    return frames


def cuts():
    """Five shots: panned, zoomed, still with movement, dark, turned."""
    generator = numpy.random.default_rng(12)
    size, frames = (768, 432), []
    for shot in range(5):
        world = landscape(20 + shot, 1100, 620) * (1, 1, 1, 0.35, 1)[shot]
        for t in range(15):
            left = (20 + 10 * t, 160, 150, 100 + 3 * t, 160)[shot]
            scale = (1, 1.3 - 0.03 * t, 1, 1, 1)[shot]
            frame = seen(world, size, left, 90, scale, 0.015 * t if shot == 4 else 0)
            for n in range(4 if shot in (2, 3) else 0):
                ball(frame, 100 + 150 * n + 9 * t * (-1) ** n, 220 + 60 * math.sin(n + t / 3), 40,
                     ((240, 200, 60), (80, 160, 240), (220, 80, 160), (90, 200, 90))[n], t / 4)
            frames.append(eight_bit(frame + generator.normal(0, 2, frame.shape)))
    return frames


def pan():
    world = landscape(3, 1300, 470)
    return [eight_bit(seen(world, (800, 450), 10 + 7.5 * t, 8)) for t in range(60)]


def slideshow():
    """Three pictures, each held and then faded into the next."""
    pictures = [landscape(30 + n, 960, 640) for n in range(3)]
    frames = []
    for n in range(3):
        frames += [eight_bit(pictures[n])] * 5
        frames += [eight_bit(pictures[n] * (1 - k / 9) + pictures[(n + 1) % 3] * k / 9)
                   for k in range(1, 9)]
    return frames


def product():
    """A can that turns under studio light."""
    width, height = 1280, 960
    down, across = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    studio = 235 - 60 * (numpy.hypot(across - 640, down - 480) / 800) ** 2
    shadow = 90 * numpy.exp(-((across - 660) / 330) ** 2 - ((down - 800) / 40) ** 2)
    ground = numpy.repeat((studio - shadow)[..., None], 3, axis=2)
    u = ((across - 640) / 260).clip(-1, 1)
    depth = numpy.sqrt(1 - u * u)
    inside = (abs(across - 640) < 260) & (down > 140 + 40 * depth) & (down < 760 + 40 * depth)
    light = 0.3 + 0.6 * depth + 0.5 * numpy.exp(-((u + 0.45) / 0.12) ** 2)
    label = landscape(40, 1024, 640)
    frames = []
    for t in range(24):
        turn = (numpy.arcsin(u) / math.pi / 2 + t / 24) % 1
        surface = label[(down - 140).clip(0, 639).astype(int), (turn * 1024).astype(int) % 1024]
        can = (surface * light[..., None]).clip(0, 255)
        frames.append(eight_bit(numpy.where(inside[..., None], can, ground)))
    return frames
