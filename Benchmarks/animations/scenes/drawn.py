"""Animations of flat colours."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFont


def cartoon():
    """Flat colours with outlines: a hopping creature, clouds, a sun that turns."""
    frames = []
    for t in range(50):
        picture = Image.new('RGB', (1280, 960), '#8fd3f4')
        pen = ImageDraw.Draw(picture)
        for k in range(12):
            angle = k * math.pi / 6 + t * math.pi / 150
            pen.line((1080, 180, 1080 + 180 * math.cos(angle), 180 + 180 * math.sin(angle)),
                     fill='#ffd030', width=14)
        pen.ellipse((980, 80, 1180, 280), fill='#ffe060', outline='#202020', width=8)
        for k in range(3):
            x = (k * 500 + 9 * t) % 1500 - 200
            for part in range(3):
                pen.ellipse((x + 60 * part, 120 + 40 * k, x + 60 * part + 110, 200 + 40 * k),
                            fill='white')
        pen.polygon([(0, 700), (400, 560), (900, 690), (1280, 600), (1280, 960), (0, 960)],
                    fill='#60b050', outline='#202020', width=8)
        creature(pen, 200 + 17 * t, 640 - 150 * abs(math.sin(t / 5)), math.sin(t / 2))
        frames.append(numpy.array(picture.resize((640, 480), Image.Resampling.BOX)))
    return frames


def creature(pen, x, y, swing):
    for side in (-1, 1):
        pen.line((x + 40 * side, y + 90, x + 40 * side + 40 * swing * side, y + 180),
                 fill='#202020', width=20)
    pen.ellipse((x - 110, y - 110, x + 110, y + 110), fill='#f07090', outline='#202020', width=10)
    for side in (-1, 1):
        pen.ellipse((x + 45 * side - 30, y - 60, x + 45 * side + 30, y), fill='white',
                    outline='#202020', width=6)
        pen.ellipse((x + 45 * side - 6, y - 40, x + 45 * side + 16, y - 14), fill='#202020')
    pen.arc((x - 50, y - 10, x + 50, y + 60), 20, 160, fill='#202020', width=10)


def chart():
    """Bars that rise and a line that is drawn over them."""
    frames = []
    for t in range(45):
        picture = Image.new('RGB', (2560, 1440), 'white')
        pen = ImageDraw.Draw(picture)
        pen.text((120, 60), 'Messages opened, by hour', fill='#202430',
                 font=ImageFont.load_default(72))
        for n in range(6):
            pen.line((120, 1280 - 200 * n, 2440, 1280 - 200 * n), fill='#d8dce4', width=3)
            pen.text((40, 1256 - 200 * n), str(20 * n), fill='#606878',
                     font=ImageFont.load_default(40))
        for n in range(12):
            grown = min(1, max(0, (t - 2 * n) / 10)) ** 0.5
            rise = grown * (300 + 600 * abs(math.sin(n * 1.7)))
            pen.rectangle((180 + 190 * n, 1280 - rise, 310 + 190 * n, 1280),
                          fill=f'hsl({200 + 6 * n}, 70%, {62 - 2 * n}%)')
        points = [(180 + 21 * k, 700 - 300 * math.sin(k / 14)) for k in range(t * 110 // 45)]
        if len(points) > 1:
            pen.line(points, fill='#f06030', width=12, joint='curve')
        frames.append(numpy.array(picture.resize((1280, 720), Image.Resampling.BOX)))
    return frames


def confetti():
    """Paper that falls and turns over one colour."""
    generator = numpy.random.default_rng(5)
    places = generator.uniform(0, 1, (160, 6))
    frames = []
    for t in range(48):
        picture = Image.new('RGB', (1920, 1080), '#2a1a5e')
        pen = ImageDraw.Draw(picture)
        for x, y, speed, hue, spin, size in places:
            left = (x * 1920 + 40 * math.sin(t / 6 + 9 * x)) % 1920
            top = (y * 1080 + t * (12 + 16 * speed)) % 1200 - 60
            turn = t * (0.1 + 0.4 * spin) + 6 * x
            a, b = 12 + 14 * size, (8 + 10 * size) * abs(math.cos(turn))
            pen.polygon([(left + a * math.cos(turn + k) * 1.2, top + b * math.sin(turn + k))
                         for k in (0.7, 2.4, 3.9, 5.6)], fill=f'hsl({hue * 360}, 85%, 60%)')
        frames.append(numpy.array(picture.resize((960, 540), Image.Resampling.BOX)))
    return frames
