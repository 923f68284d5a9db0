"""Animations with clear ground: stickers."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFilter

from scenes.scenery import ball


def turning():
    """A soft star with a face that turns and swings, on clear ground."""
    return [star(512, 256 + 60 * math.sin(t / 40 * 2 * math.pi), 256,
                 1, t / 40 * 2 * math.pi) for t in range(40)]


def pulsing():
    """A heart of glass that beats, with a highlight, on clear ground."""
    return [heart(480, 0.7 + 0.25 * math.sin(t / 30 * 2 * math.pi) ** 3) for t in range(30)]


def star(side, x, y, scale, turn):
    picture = Image.new('RGBA', (side, side))
    pen = ImageDraw.Draw(picture)
    points = [(x + scale * r * math.cos(turn + k * math.pi / 7),
               y + scale * r * math.sin(turn + k * math.pi / 7))
              for k, r in enumerate([180, 110] * 7)]
    pen.polygon(points, fill='#ffb020', outline='#803000', width=8)
    pixels = numpy.array(picture.filter(ImageFilter.GaussianBlur(1.2)))
    down = numpy.linspace(1.15, 0.75, side)[:, None, None]
    pixels[..., :3] = (pixels[..., :3] * down).clip(0, 255)
    face = pixels[..., :3].astype(numpy.float32)
    for eye in (-0.5, 0.5):
        ball(face, x + 70 * math.cos(turn + eye), y + 70 * math.sin(turn + eye), 24,
             (240, 240, 255))
    pixels[..., :3] = face
    return pixels


def heart(side, scale):
    down, across = numpy.mgrid[0:side, 0:side].astype(numpy.float32)
    u, v = (across - side / 2) / (side * 0.38 * scale), (side * 0.48 - down) / (side * 0.38 * scale)
    body = (u * u + v * v - 0.6) ** 3 - u * u * v ** 3
    shine = numpy.exp(-((u + 0.4) ** 2 + (v - 0.45) ** 2) / 0.05)
    shade = 0.6 + 0.4 * numpy.exp(-(u * u + v * v) / 0.8)
    rgb = numpy.stack([235 * shade + 60 * shine, 40 * shade + 200 * shine,
                       80 * shade + 190 * shine], axis=2).clip(0, 255)
    alpha = numpy.where(body < 0, 255, 0)[..., None]
    return numpy.concatenate([rgb, alpha], axis=2).astype(numpy.uint8)
