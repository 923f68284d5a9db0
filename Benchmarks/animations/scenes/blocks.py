"""Animations of large pixels: a wait, and an arcade."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFont


def spinner():
    """Dots that light up in turn above a bar that fills, 96 x 96."""
    frames = []
    for t in range(24):
        picture = Image.new('RGB', (48, 48), '#23252e')
        pen = ImageDraw.Draw(picture)
        for k in range(8):
            x = 22 + round(13 * math.cos(k * math.pi / 4))
            y = 18 + round(13 * math.sin(k * math.pi / 4))
            age = (t - k) % 8
            pen.rectangle((x, y, x + 3, y + 3),
                          fill=('#ffffff', '#ffd166', '#ef8354', '#8d5a97', '#4f5d75')[min(4, age)])
        pen.rectangle((3, 39, 44, 44), outline='#bfc0c0')
        pen.rectangle((5, 41, 5 + round(37 * t / 23), 42), fill='#06d6a0')
        frames.append(numpy.array(picture.resize((96, 96), Image.Resampling.NEAREST)))
    return frames


def sprite(generator, colour):
    """A creature of 11 x 8 pixels, the same on both sides; 0 is nothing."""
    half = generator.random((8, 6)) < 0.55
    half[2:6, 3:] = True
    half[3, 3] = False
    return numpy.concatenate([half, half[:, 4::-1]], axis=1).astype(int) * colour


def lay(field, shape, left, top):
    """Puts what is not 0 of the shape into the field."""
    height, width = shape.shape
    part = field[top:top + height, left:left + width]
    shape = shape[:part.shape[0], :part.shape[1]]
    part[shape > 0] = shape[shape > 0]


def arcade():
    """A ship shoots at rows of creatures before stars; pixels of 2 x 2."""
    generator = numpy.random.default_rng(108)
    colours = numpy.array([(8, 6, 24), (255, 90, 120), (255, 200, 60), (90, 230, 140),
                           (80, 190, 255), (255, 255, 255), (120, 120, 160), (70, 60, 110)],
                          numpy.uint8)
    kinds = [[sprite(generator, n + 1), sprite(generator, n + 1)] for n in range(4)]
    stars = generator.integers(0, (320, 240, 3), (120, 3))
    frames = []
    for t in range(60):
        field = numpy.zeros((240, 320), int)
        for x, y, near in stars:
            field[(y + t * (1 + near)) % 240, x] = 7 - near % 2
        ship = 150 + int(100 * math.sin(t / 11))
        for row, column in numpy.ndindex(4, 11):
            dead = (row * 11 + column) * 7 % 44 < t * 0.6
            x, y = 30 + 22 * column + int(20 * math.sin(t // 4 / 3)), 34 + 18 * row + t // 12 * 3
            if not dead:
                lay(field, kinds[row][t // 6 % 2], x, y)
        for shot in range(3):
            y = 210 - (t * 9 + shot * 70) % 210
            field[y:y + 6, ship + 6:ship + 8] = 5
        lay(field, numpy.tri(9, 14, 3, int) * numpy.tri(9, 14, 3, int)[:, ::-1] * 4, ship, 214)
        frames.append(scored(colours[field], 150 * (t // 3)))
    return frames


def scored(view, points):
    picture = Image.fromarray(view)
    pen = ImageDraw.Draw(picture)
    pen.fontmode = '1'
    pen.text((8, 6), f'SCORE {points:05}', fill=(255, 255, 255), font=ImageFont.load_default(14))
    return numpy.array(picture.resize((640, 480), Image.Resampling.NEAREST))
