"""Animations of few pixels or few colours."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFont


def tiny():
    """A coin of 16 x 16 blocks that turns over grass."""
    frames = []
    for t in range(24):
        picture = Image.new('RGB', (32, 32), '#5c94fc')
        pen = ImageDraw.Draw(picture)
        pen.rectangle((0, 26, 31, 31), fill='#00a800')
        for x in range(0, 32, 4):
            pen.point((x + t // 6 % 2, 25), fill='#b8f818')
        wide = round(7 * abs(math.cos(t * math.pi / 12)))
        pen.ellipse((16 - wide, 7, 16 + wide, 22), fill='#fca044', outline='#7c2800')
        if wide > 3:
            pen.rectangle((15, 11, 16, 18), fill='#f8d878')
        frames.append(numpy.array(picture.resize((64, 64), Image.Resampling.NEAREST)))
    return frames


def game():
    """A hero who hops along a level of tiles."""
    generator = numpy.random.default_rng(8)
    tiles = generator.integers(0, 6, (8, 8, 8))
    colours = numpy.array([(92, 148, 252), (200, 76, 12), (252, 188, 176), (0, 168, 0),
                           (128, 208, 16), (0, 0, 0)], numpy.uint8)
    ground = (2 + 3 * abs(numpy.sin(numpy.arange(100) / 5))).astype(int)
    level = numpy.zeros((30, 100), int)
    for x, high in enumerate(ground):
        level[30 - 3 * high:, x] = 1 + (x // 3) % 7
    drawn = numpy.zeros((240, 800), int)
    for (y, x), tile in numpy.ndenumerate(level):
        if tile:
            drawn[8 * y:8 * y + 8, 8 * x:8 * x + 8] = tiles[tile]
    frames = []
    for t in range(50):
        view = colours[drawn[:, 6 * t:6 * t + 320]]
        hero = int(130 - 40 * abs(math.sin(t / 6)))
        view[hero:hero + 24, 140:156] = (248, 56, 0)
        view[hero + 8:hero + 16, 144:152] = (252, 216, 168)
        frames.append(view)
    return frames


def one_bit():
    """Line art and shades in black and white dots, as on an old handheld."""
    down, across = numpy.mgrid[0:480, 0:640].astype(numpy.float32)
    frames = []
    for t in range(40):
        shade = 150 + 100 * numpy.sin(across / 140 + t / 6) * numpy.cos(down / 90)
        picture = Image.fromarray(shade.clip(0, 255).astype(numpy.uint8))
        pen = ImageDraw.Draw(picture)
        for k in range(8):
            angle = t / 10 + k * math.pi / 4
            pen.line((320, 240, 320 + 200 * math.cos(angle), 240 + 200 * math.sin(angle)), fill=0,
                     width=3)
        pen.ellipse((240, 160, 400, 320), fill=255, outline=0, width=4)
        pen.text((275, 222), f'LEVEL {t // 10 + 1}', fill=0, font=ImageFont.load_default(24))
        frames.append(numpy.array(picture.convert('1').convert('RGB')))
    return frames


def banner():
    """An advertisement of 468 x 60 that holds and wipes between three lines."""
    lines = ('Spring sale starts today', '30 % off all walking shoes', 'Only until Sunday  >')
    cards = []
    for n, text in enumerate(lines):
        card = Image.new('RGB', (468, 60), ('#0a5c36', '#123a7a', '#8a1c2c')[n])
        ImageDraw.Draw(card).text((24, 14), text, fill='white', font=ImageFont.load_default(28))
        cards.append(card)
    frames = []
    for n in range(3):
        for k in range(10):
            edge = max(0, k - 3) * 468 // 7
            card = cards[n].copy()
            card.paste(cards[(n + 1) % 3].crop((0, 0, edge, 60)), (0, 0))
            frames.append(numpy.array(card))
    return frames
