"""Animations of programs: one on a telephone, one in a terminal."""

import numpy
from PIL import Image, ImageDraw, ImageFont

from scenes.scenery import eight_bit, texture
from scenes.written import line

WIDTH, HEIGHT, BAR = 540, 960, 96


def photo(seed, width, height):
    """A small picture of nothing in particular."""
    generator = numpy.random.default_rng(seed)
    low, high = generator.uniform(0, 255, (2, 3))
    share = texture(generator, width, height, 7, 0.6)[..., None]
    return Image.fromarray(eight_bit(low * (1 - share) + high * share))


def feed():
    page = Image.new('RGB', (WIDTH, 2400), '#eef0f4')
    pen = ImageDraw.Draw(page)
    for n in range(11):
        top = 18 + 212 * n
        pen.rounded_rectangle((18, top, 522, top + 194), 18, fill='white', outline='#d5d9e2')
        page.paste(photo(110 + n, 150, 150), (38, top + 22))
        pen.text((208, top + 24), line(n, 3)[:22].capitalize(), fill='#15181f',
                 font=ImageFont.load_default(24))
        for row in range(3):
            pen.text((208, top + 62 + 26 * row), line(3 * n + row, 6)[:32], fill='#69707f',
                     font=ImageFont.load_default(18))
        pen.rounded_rectangle((208, top + 146, 300, top + 178), 16, fill='#e5edff')
        pen.text((230, top + 151), 'Open', fill='#2b5fe3', font=ImageFont.load_default(18))
    return page


def detail():
    page = Image.new('RGB', (WIDTH, HEIGHT - BAR), 'white')
    page.paste(photo(140, WIDTH, 380), (0, 0))
    pen = ImageDraw.Draw(page)
    pen.text((28, 410), 'Evening market', fill='#15181f', font=ImageFont.load_default(40))
    for row in range(8):
        pen.text((28, 478 + 32 * row), line(row + 5, 9)[:48], fill='#50566a',
                 font=ImageFont.load_default(20))
    pen.rounded_rectangle((28, 760, 512, 830), 35, fill='#2b5fe3')
    pen.text((212, 778), 'Reserve', fill='white', font=ImageFont.load_default(30))
    return page


def eased(share):
    share = min(1, max(0, share))
    return share * share * (3 - 2 * share)


def swipe():
    """A list flung upwards twice, a page that is swiped in, a button that is touched."""
    first, second, frames = feed(), detail(), []
    for t in range(60):
        offset = round(620 * eased(t / 14) + 760 * eased((t - 17) / 16))
        aside = round(WIDTH * eased((t - 36) / 9))
        picture = Image.new('RGB', (WIDTH, HEIGHT), '#2b5fe3')
        picture.paste(first.crop((0, offset, WIDTH, offset + HEIGHT - BAR)), (-aside // 3, BAR))
        picture.paste(second, (WIDTH - aside, BAR))
        pen = ImageDraw.Draw(picture)
        pen.text((28, 34), 'Nearby' if aside < 270 else '<  Back', fill='white',
                 font=ImageFont.load_default(32))
        if t > 48:
            reach = 6 * (t - 48)
            pen.ellipse((270 - reach, 891 - reach / 2, 270 + reach, 891 + reach / 2),
                        outline='#a8c2ff', width=6)
        if t < 5 or 16 < t < 22:
            y = 700 - 60 * (t % 17)
            pen.ellipse((380, y, 430, y + 50), fill='#c3c8d4', outline='#8a90a0')
        frames.append(numpy.array(picture))
    return frames


def terminal():
    """Green letters on black: a command is typed, its log runs, lines move up."""
    font, rows = ImageFont.load_default(17), ['operator@relay ~ ']
    frames = []
    for t in range(64):
        if t < 16:
            rows[0] = 'operator@relay ~ ' + './send --all --verbose'[:int(1.5 * t)]
        else:
            for n in range(1 + t % 3):
                rows.append(f'[{t * 37 % 60:02}:{n * 17 + 5:02}] 0x{t * 7919 % 65536:04x} '
                            + line(3 * t + n, 7)[:44] + ('  OK' if (t + n) % 5 else '  retry'))
        picture = Image.new('RGB', (800, 500), '#040a06')
        pen = ImageDraw.Draw(picture)
        for down, row in enumerate(rows[-23:]):
            bright = '#b6ff9a' if row.endswith('retry') or row[0] == 'o' else '#2fd158'
            for across, letter in enumerate(row):
                pen.text((14 + 11 * across, 10 + 21 * down), letter, fill=bright, font=font)
        if t % 6 < 3 or t > 16:
            end, last = 14 + 11 * len(rows[-1]), 10 + 21 * (min(len(rows), 23) - 1)
            pen.rectangle((end + 3, last + 2, end + 12, last + 19), fill='#2fd158')
        frames.append(numpy.array(picture))
    return frames
