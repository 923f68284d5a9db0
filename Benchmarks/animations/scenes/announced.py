"""Animations that announce something: a logo, a countdown, fireworks."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFont

from scenes.scenery import eight_bit


def mark():
    """How much of each pixel the logo covers, 0 to 1."""
    picture = Image.new('L', (1600, 900))
    pen = ImageDraw.Draw(picture)
    corners = [(430 + 230 * math.cos(k * math.pi / 3), 450 + 230 * math.sin(k * math.pi / 3))
               for k in range(6)]
    pen.polygon(corners, fill=255)
    pen.polygon([(430, 300), (540, 560), (430, 500), (320, 560)], fill=0)
    pen.text((730, 450), 'Nordwind', fill=255, font=ImageFont.load_default(170), anchor='lm')
    pen.rectangle((736, 570, 1420, 582), fill=255)
    return numpy.asarray(picture.resize((800, 450), Image.Resampling.BOX), numpy.float32) / 255


def logo():
    """A logo that is uncovered on one colour, and over which light runs."""
    cover = mark()
    across = numpy.arange(800, dtype=numpy.float32)[None, :] + numpy.arange(450)[:, None] * 0.5
    ground, paint = numpy.array((22, 30, 84)), numpy.array((64, 190, 200))
    frames = []
    for t in range(50):
        shown = cover * ((60 * t - across) / 40).clip(0, 1) if t < 20 else cover
        light = numpy.exp(-((across - (34 * (t - 16))) / 60) ** 2)[..., None]
        lit = paint + (255 - paint) * light
        halo = 26 * light * (t > 12)
        frames.append(eight_bit((ground + halo) * (1 - shown[..., None]) + lit * shown[..., None]))
    return frames


def countdown():
    """Digits as tall as the picture that shrink while a ring runs out."""
    grounds = ('#f2545b', '#f5a623', '#2d9c72', '#2f6fd6', '#7a3fb5', '#111418')
    frames = []
    for t in range(48):
        turn, part = divmod(t, 8)
        picture = Image.new('RGB', (1440, 1440), grounds[turn])
        pen = ImageDraw.Draw(picture)
        pen.ellipse((120, 120, 1320, 1320), outline='#ffffff', width=16)
        pen.arc((170, 170, 1270, 1270), -90, 270 - 45 * part, fill='#ffffff', width=60)
        size = 900 - 30 * part if turn < 5 else 300 + 40 * part
        pen.text((720, 720), f'{5 - turn}' if turn < 5 else 'NOW', fill='#ffffff', anchor='mm',
                 font=ImageFont.load_default(size))
        frames.append(numpy.array(picture.resize((720, 720), Image.Resampling.BOX)))
    return frames


def fireworks():
    """Sparks that fly apart, fall and fade on black, with their smoke."""
    generator = numpy.random.default_rng(105)
    width, height = 960, 540
    sky, frames = numpy.zeros((height, width, 3), numpy.float32), []
    bursts = [(n * 5, generator.uniform(150, 810), generator.uniform(90, 260),
               generator.uniform(40, 255, 3), generator.normal(0, 1, (260, 2)),
               generator.uniform(10, 22)) for n in range(11)]
    for t in range(60):
        sky *= 0.87
        for start, x, y, colour, way, force in bursts:
            age = t - start
            if -8 <= age < 0:
                sparks(sky, numpy.array([[x, y - age * 34]]), numpy.array((255, 200, 120)))
            elif 0 <= age < 22:
                reach = force * 7 * (1 - 0.88 ** age)
                aim = way / numpy.hypot(way[:, :1], way[:, 1:]).clip(1)
                places = numpy.array((x, y)) + reach * aim + (0, 0.22 * age ** 2)
                twinkle = generator.uniform(0.4, 1.8, (260, 1)) * (1 - age / 24)
                sparks(sky, places, (colour + 40) * twinkle + 120 * (age < 3))
        frames.append(eight_bit(sky))
    return frames


def sparks(sky, places, colours):
    """Adds a dot of 3 x 3 at each of the places."""
    height, width = sky.shape[:2]
    x, y = numpy.rint(places).astype(int).T
    for v, u in numpy.ndindex(3, 3):
        weight = (0.25, 0.5, 0.25)[v] * (0.25, 0.5, 0.25)[u] * 4
        place = ((y + v - 1).clip(0, height - 1), (x + u - 1).clip(0, width - 1))
        numpy.add.at(sky, place, colours * weight)
