"""Animations of letters: a desktop, and a page."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFont

WORDS = ('the quick campaign sends a short message with one picture to every phone that asked for '
         'it and waits until the evening has come before it counts who looked').split()


def line(number, words=8):
    return ' '.join(WORDS[(number * 5 + k * k) % len(WORDS)] for k in range(words))


def screen():
    """A desktop: text is typed, a list is scrolled, a window is dragged."""
    typed = ' '.join(line(n) for n in range(9))
    frames = []
    for t in range(60):
        picture = Image.new('RGB', (960, 600), '#35507c')
        pen = ImageDraw.Draw(picture)
        pen.rectangle((0, 0, 960, 28), fill='#20242c')
        pen.text((12, 5), f'Files   Edit   View        10:{20 + t // 20}', fill='#e8e8e8',
                 font=ImageFont.load_default(16))
        listing(pen, 560, 60, max(0, min(20, t - 30)) * 6)
        move = max(0, t - 50) * 12
        editor(pen, 40 + move, 60 + move // 2, typed[:min(t, 45) * 6], t % 8 < 4)
        cursor(pen, 300 + 200 * math.sin(t / 14) + move, 300 + 90 * math.cos(t / 11))
        frames.append(numpy.array(picture))
    return frames


def window(pen, left, top, width, height, title):
    pen.rounded_rectangle((left, top, left + width, top + height), 8, fill='#fbfbfd',
                          outline='#9098a8')
    pen.rectangle((left + 1, top + 8, left + width - 1, top + 26), fill='#dfe3ea')
    pen.text((left + 60, top + 7), title, fill='#303440', font=ImageFont.load_default(14))
    for n, colour in enumerate(('#f05a50', '#f5bd40', '#5ac050')):
        pen.ellipse((left + 10 + 16 * n, top + 10, left + 21 + 16 * n, top + 21), fill=colour)


def editor(pen, left, top, text, caret):
    window(pen, left, top, 480, 380, 'message.txt')
    rows = [text[k:k + 52] for k in range(0, len(text), 52)] or ['']
    for n, row in enumerate(rows):
        pen.text((left + 14, top + 40 + 22 * n), row, fill='#202228',
                 font=ImageFont.load_default(16))
    if caret:
        end = left + 16 + pen.textlength(rows[-1], font=ImageFont.load_default(16))
        pen.rectangle((end, top + 42 + 22 * (len(rows) - 1), end + 1, top + 60
                       + 22 * (len(rows) - 1)), fill='#2060e0')


def listing(pen, left, top, offset):
    window(pen, left, top, 360, 460, 'Sent')
    for n in range(24):
        y = top + 34 + 34 * n - offset
        if top + 30 < y < top + 430:
            pen.ellipse((left + 12, y, left + 36, y + 24), fill=f'hsl({n * 53 % 360}, 60%, 55%)')
            pen.text((left + 46, y + 4), line(n, 6)[:40], fill='#404450',
                     font=ImageFont.load_default(14))


def cursor(pen, x, y):
    pen.polygon([(x, y), (x, y + 18), (x + 5, y + 13), (x + 12, y + 13)], fill='black',
                outline='white')


def scroll():
    """Black letters on paper that move up, as an article on a phone does."""
    page = Image.new('RGB', (800, 1500), '#fffdf8')
    pen = ImageDraw.Draw(page)
    for n in range(52):
        head = n % 9 == 0
        pen.text((40, 20 + 28 * n), line(n, 4 if head else 10)[:72],
                 fill='#b02030' if head else '#202020',
                 font=ImageFont.load_default(24 if head else 19))
    return [numpy.array(page.crop((0, 7 * t, 800, 7 * t + 600))) for t in range(60)]
