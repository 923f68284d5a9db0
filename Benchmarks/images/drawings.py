"""Generated pictures: what a campaign team owns besides photographs, always the same."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont


def draw(folder):
    """Writes them, and returns their paths."""
    pictures = {'screenshot.png': screenshot(), 'red-on-blue.png': letters(), 'chart.png': chart(),
                'gradient.png': gradient(), 'landscape.png': landscape(), 'rings.png': rings()}
    for name, picture in pictures.items():
        picture.save(folder / name)
    return [folder / name for name in pictures]


def screenshot():
    picture = Image.new('RGB', (1500, 1200), '#f4f4f7')
    pen = ImageDraw.Draw(picture)
    for row in range(24):
        top = 20 + 48 * row
        pen.rounded_rectangle((20, top, 1480, top + 42), 8, fill='white', outline='#c0c4cc')
        pen.ellipse((32, top + 6, 62, top + 36), fill=f'hsl({row * 37 % 360}, 70%, 55%)')
        pen.text((80, top + 10), f'Message {row}: your order {7919 * row % 9973} has been sent',
                 fill='#202228', font=ImageFont.load_default(20))
    return picture


def letters():
    picture = Image.new('RGB', (1400, 1400), '#1030a0')
    pen = ImageDraw.Draw(picture)
    for row in range(12):
        pen.text((40, 40 + 110 * row), 'SALE - 50 % off everything', fill='#f02020',
                 font=ImageFont.load_default(40 + 4 * row))
    return picture


def chart():
    picture = Image.new('RGB', (1280, 960), 'white')
    pen = ImageDraw.Draw(picture)
    for line in range(6):
        points = [(x, 480 + 300 * math.sin(x / (60 + 20 * line) + line))
                  for x in range(40, 1240, 4)]
        pen.line(points, fill=f'hsl({line * 60}, 80%, 45%)', width=3)
    for x in range(40, 1241, 100):
        pen.line((x, 40, x, 920), fill='#d0d0d0')
    return picture


def gradient():
    y, x = numpy.mgrid[0:1300, 0:1300] / 1300
    planes = [200 + 50 * x, 120 + 90 * y, 90 + 100 * (1 - x) * y]
    return Image.fromarray(numpy.stack(planes, axis=2).astype(numpy.uint8))


def landscape():
    """Noise of all sizes, as in a photograph of rocks under a sky."""
    generator = numpy.random.default_rng(1)
    total = numpy.zeros((1536, 2048, 3))
    for octave in range(9):
        size = (2 ** octave * 4, 2 ** octave * 3)
        noise = Image.fromarray(generator.integers(0, 256, (size[1], size[0], 3), numpy.uint8))
        total += numpy.asarray(noise.resize((2048, 1536), Image.Resampling.BICUBIC)) / 2 ** octave
    ground = total / total.max() * numpy.array([230, 190, 140])
    sky = numpy.linspace(255, 180, 1536)[:, None, None] * numpy.array([0.6, 0.8, 1])
    horizon = (numpy.mgrid[0:1536, 0:2048][0] > 600 + 60 * numpy.sin(numpy.arange(2048) / 200))
    mixed = numpy.where(horizon[..., None], ground, sky + generator.normal(0, 2, ground.shape))
    return Image.fromarray(mixed.clip(0, 255).astype(numpy.uint8)).filter(
        ImageFilter.GaussianBlur(0.8))


def rings():
    """Finer and finer towards the edge: what a poor reduction turns into other rings."""
    y, x = numpy.mgrid[-700:700, -700:700]
    wave = 127.5 + 120 * numpy.cos((x * x + y * y) / 700)
    return Image.fromarray(wave.astype(numpy.uint8)).convert('RGB')
