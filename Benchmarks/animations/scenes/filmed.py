"""Animations like video at night and of many people."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFilter

from scenes.scenery import eight_bit, seen, texture


def glow(frame, x, y, radius, colour):
    """Adds a soft light to the frame, in place."""
    height, width = frame.shape[:2]
    top, bottom = max(0, int(y - 3 * radius)), min(height, int(y + 3 * radius))
    left, right = max(0, int(x - 3 * radius)), min(width, int(x + 3 * radius))
    if top < bottom and left < right:
        down, across = numpy.mgrid[top:bottom, left:right].astype(numpy.float32)
        light = numpy.exp(-((across - x) ** 2 + (down - y) ** 2) / radius ** 2)
        frame[top:bottom, left:right] += light[..., None] * numpy.array(colour, numpy.float32)


def street(generator, width, height):
    """Houses with lit windows, and their reflection on wet asphalt."""
    ground = height * 5 // 8
    picture = Image.new('RGB', (width, ground), '#0b1026')
    pen, left = ImageDraw.Draw(picture), 0
    while left < width:
        wide, roof = generator.integers(60, 130), generator.integers(20, ground - 120)
        pen.rectangle((left, roof, left + wide, ground), fill=f'hsl(230, 25%, {8 + left % 7}%)')
        for x in range(left + 8, left + wide - 12, 16):
            for y in range(roof + 10, ground - 16, 22):
                if generator.random() < 0.4:
                    lit = f'hsl({generator.integers(25, 55)}, 80%, {generator.integers(25, 65)}%)'
                    pen.rectangle((x, y, x + 8, y + 12), fill=lit)
        left += wide + generator.integers(0, 14)
    houses = numpy.asarray(picture.filter(ImageFilter.GaussianBlur(0.8)), numpy.float32)
    wet = houses[::-1][:height - ground] * 0.45
    wet = wet * (0.5 + texture(generator, width, height - ground, 8, 0.7)[..., None]) + 8
    return numpy.concatenate([houses, wet])


def night():
    """Cars with their lights on pass houses; the sensor is noisy."""
    generator = numpy.random.default_rng(101)
    world = street(generator, 1000, 500)
    frames = []
    for t in range(48):
        frame = seen(world, (854, 480), 40 + 1.1 * t, 8 + 2 * math.sin(t / 3))
        for car in range(5):
            x = (car * 260 + 13 * t) % 1300 - 200
            far = 940 - (car * 310 + 9 * t) % 1250
            for lamp in (0, 46):
                glow(frame, x + lamp, 390 + 8 * (car % 2), 13, (250, 235, 190))
                glow(frame, x + lamp, 440, 24, (60, 55, 40))
                glow(frame, far + lamp / 2, 330, 6, (240, 30, 20))
        glow(frame, 620, 120, 60, (50 * (t % 16 < 8), 10, 40))
        grain = generator.normal(0, 1, frame.shape[:2] + (1,))
        colour = generator.normal(0, 2.5, frame.shape)
        frames.append(eight_bit(frame + (3 + 0.025 * frame) * grain + colour))
    return frames


def person(generator, side):
    """Somebody in a patterned coat, seen from the front, RGBA."""
    cloth = texture(generator, side, 2 * side, 8, 0.75)[..., None]
    down, across = numpy.mgrid[0:2 * side, 0:side]
    kind, step = generator.integers(0, 3), generator.integers(4, 12)
    pattern = (down // step % 2, across // step % 2, (down // step + across // step) % 2)[kind]
    first, second = generator.uniform(30, 230, (2, 3))
    coat = numpy.where(pattern[..., None], first, second) * (0.55 + 0.9 * cloth)
    coat *= (1.15 - 0.5 * abs(across / side - 0.4))[..., None]
    skin = numpy.array((225, 175, 140)) * generator.uniform(0.45, 1) * (0.8 + 0.4 * cloth)
    face = numpy.hypot(across - side / 2, down - side * 0.36) < side * 0.3
    hair = face & (down < side * (0.26 + 0.1 * numpy.cos(9 * across / side)))
    body = (((across - side / 2) / (side * 0.48)) ** 4 + ((down - side * 1.4) / (side * 0.75)) ** 4
            < 1)
    colour = numpy.where(face[..., None], skin, coat)
    colour = numpy.where(hair[..., None], first * 0.3 * (0.5 + cloth), colour)
    cover = numpy.where(face | body, 255, 0)[..., None]
    return Image.fromarray(eight_bit(numpy.concatenate([colour, cover], axis=2)))


def crowd():
    """People who walk across a square; then, after a cut, nearer ones who jump."""
    generator = numpy.random.default_rng(102)
    frames = []
    for near, count, hue in ((0, 46, (150, 140, 130)), (1, 16, (170, 120, 60))):
        wall = texture(generator, 800, 450, 9, 0.7)[..., None] * numpy.array(hue) * 1.4
        people = [(person(generator, (52, 150)[near] + 3 * n), *generator.random(2))
                  for n in range(count)]
        for t in range(25):
            picture = Image.fromarray(eight_bit(wall))
            for n, (figure, x, pace) in enumerate(people):
                lean = figure.rotate(4 * math.sin(t / 3 + n), Image.Resampling.BICUBIC)
                step = (pace - 0.5) * (16, 5)[near] * t
                hop = abs(math.sin(t / (4 - 2 * near) + n)) * (5, 50)[near]
                down = (60 + 5.5 * n, 70 + 11 * n)[near]
                picture.paste(lean, (int((x * 900 + step) % 960 - 100), int(down - hop)), lean)
            frames.append(numpy.array(picture))
    return frames
