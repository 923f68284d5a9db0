"""Animations of a globe and of a map."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFont

from scenes.scenery import eight_bit, texture


def surface(generator, octaves, roughness):
    """Noise around a globe, without a seam, 1024 x 2048."""
    noise = texture(generator, 2560, 1024, octaves, roughness)
    fade = numpy.linspace(0, 1, 512)
    noise[:, :512] = noise[:, :512] * fade + noise[:, 2048:] * (1 - fade)
    return noise[:, :2048]


def planet(generator):
    height, fine = surface(generator, 9, 0.58), surface(generator, 10, 0.8)[..., None]
    north = abs(numpy.linspace(-1, 1, 1024))[:, None, None]
    level = height[..., None]
    sea = numpy.array((12, 44, 110)) + 190 * (level - 0.35).clip(0, 0.2)
    land = (numpy.array((52, 110, 46)) * (1 - level) + numpy.array((190, 160, 100)) * level)
    colours = numpy.where(level > 0.52, land * (0.6 + 0.8 * fine), sea)
    return numpy.where(north + 0.2 * fine > 0.97, numpy.array((235, 240, 245)), colours)


def globe():
    """A planet with clouds that turns before stars, half of it in the night."""
    generator, (width, height) = numpy.random.default_rng(106), (1280, 800)
    ground = planet(generator)
    clouds = ((surface(generator, 9, 0.62) - 0.5) * 4).clip(0, 0.9)
    down, across = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    u, v = (across - 640) / 340, (down - 400) / 340
    reach = numpy.hypot(u, v)
    depth = numpy.sqrt((1 - reach ** 2).clip(0))
    light = (0.75 * depth - 0.6 * u - 0.3 * v).clip(0.03)[..., None]
    row = ((numpy.arcsin(v.clip(-1, 1)) / math.pi + 0.5) * 1023).astype(int)
    turned = numpy.arctan2(u, depth + 1e-6) / (2 * math.pi) * 2048
    air = numpy.array((70, 130, 255)) * numpy.exp(-((reach - 1) / 0.05) ** 2)[..., None] * 0.7
    sky = air * (0.5 - 0.6 * u - 0.3 * v).clip(0, 1)[..., None]
    for x, y, bright in generator.random((260, 3)):
        sky[int(y * height), int(x * width)] += 40 + 200 * bright
    cover = ((1 - reach) * 340).clip(0, 1)[..., None]
    frames = []
    for t in range(30):
        seen = ground[row, (turned + 1100 + 14 * t).astype(int) % 2048]
        cloud = clouds[row, (turned + 300 + 17 * t).astype(int) % 2048][..., None]
        lit = (seen * (1 - cloud) + 245 * cloud) * light * 1.15 + air * light
        frames.append(eight_bit(sky * (1 - cover) + lit * cover))
    return frames


def town():
    """Streets, a park, a river and houses, at twice the size."""
    generator = numpy.random.default_rng(107)
    sheet = Image.new('RGB', (2600, 1700), '#f1ede4')
    pen = ImageDraw.Draw(sheet)
    for left in range(40, 2600, 260):
        for top in range(40, 1700, 210):
            for _ in range(5):
                x, y = left + generator.integers(20, 160), top + generator.integers(16, 120)
                wide, high = generator.integers(24, 70), generator.integers(20, 56)
                pen.rectangle((x, y, x + wide, y + high), fill='#e2d9cb', outline='#cfc4b2',
                              width=2)
    pen.rounded_rectangle((820, 250, 1340, 670), 40, fill='#c6e5b3')
    river = [(x, 1180 + 150 * math.sin(x / 420)) for x in range(-50, 2700, 30)]
    pen.line(river, fill='#9fcbee', width=130, joint='curve')
    for width, colour in ((34, '#d6cdbd'), (26, '#ffffff')):
        for left in range(40, 2600, 260):
            pen.line((left, 0, left, 1700), fill=colour, width=width)
        for top in range(40, 1700, 210):
            pen.line((0, top, 2600, top), fill=colour, width=width)
        pen.line((0, 1500, 2600, 150), fill='#f7d774' if width == 26 else '#d9b24a',
                 width=width + 10)
    for n, name in enumerate(('Mill Lane', 'Quay', 'High Street', 'Old Park', 'Station')):
        pen.text((150 + 480 * n, 300 + 260 * (n * 2 % 5)), name, fill='#5d5a52',
                 font=ImageFont.load_default(44), stroke_width=5, stroke_fill='#f6f3ec')
    return sheet


def route():
    """A line that grows along the streets of a map that follows it."""
    stops = [(300, 1510), (300, 1090), (820, 1090), (820, 670), (1600, 670), (1600, 250),
             (2120, 250)]
    path = [(a[0] + (b[0] - a[0]) * k / 10, a[1] + (b[1] - a[1]) * k / 10)
            for a, b in zip(stops, stops[1:]) for k in range(10)]
    sheet, frames = town(), []
    for t in range(60):
        picture = sheet.copy()
        pen = ImageDraw.Draw(picture)
        pen.line([path[0], *path[:t + 1]], fill='#1d5fd1', width=22, joint='curve')
        x, y = path[t]
        reach = 40 + 8 * (t % 6)
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), outline='#7fb0ff', width=8)
        pen.ellipse((x - 28, y - 28, x + 28, y + 28), fill='#1d5fd1', outline='white', width=8)
        left, top = 2 * int(min(350, 6 * max(0, t - 16))), 2 * int(max(0, 250 - 5 * max(0, t - 8)))
        view = picture.crop((left, top, left + 1800, top + 1200))
        frames.append(numpy.array(view.resize((900, 600), Image.Resampling.BOX)))
    return frames
