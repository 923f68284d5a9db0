"""An animation with clear ground: a mascot."""
import math

import numpy
from PIL import Image, ImageDraw

SIDE, EDGE = 1280, '#3b2413'


def mascot():
    """A bear that waves, blinks and sways, on clear ground."""
    return [bear(t / 32 * 2 * math.pi, t % 16 in (9, 10)) for t in range(32)]


def bear(phase, blinks):
    picture = Image.new('RGBA', (SIDE, SIDE))
    pen = ImageDraw.Draw(picture)
    x, y = 600 + 24 * math.sin(phase), 470 + 10 * math.cos(2 * phase)
    limb(pen, (480, 1130), (500, 940), 150)
    limb(pen, (740, 1130), (720, 940), 150)
    limb(pen, (x - 190, 790), (x - 300, 960), 120)
    turn = 0.9 + 0.5 * math.sin(3 * phase)
    hand = (x + 210 + 270 * math.cos(turn), 760 - 270 * math.sin(turn))
    limb(pen, (x + 170, 790), hand, 120)
    pen.ellipse((x - 260, 640, x + 260, 1100), fill='#9a6234', outline=EDGE, width=16)
    pen.ellipse((x - 160, 740, x + 160, 1060), fill='#e8c79a')
    for side in (-1, 1):
        pen.ellipse((x + 200 * side - 95, y - 330, x + 200 * side + 95, y - 140), fill='#9a6234',
                    outline=EDGE, width=16)
        pen.ellipse((x + 200 * side - 50, y - 285, x + 200 * side + 50, y - 185), fill='#d98c7a')
    pen.ellipse((x - 300, y - 270, x + 300, y + 270), fill='#a86c3b', outline=EDGE, width=16)
    face(pen, x, y, blinks)
    return shaded(numpy.array(picture.resize((SIDE // 2,) * 2, Image.Resampling.BOX)))


def limb(pen, start, end, width):
    """A thick stroke with round ends and an edge."""
    for wide, colour in ((width, EDGE), (width - 32, '#9a6234')):
        pen.line((*start, *end), fill=colour, width=wide)
        for x, y in (start, end):
            pen.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=colour)


def face(pen, x, y, blinks):
    pen.ellipse((x - 130, y + 10, x + 130, y + 210), fill='#f0d9b5')
    for side in (-1, 1):
        middle = x + 120 * side
        if blinks:
            pen.arc((middle - 34, y - 60, middle + 34, y), 20, 160, fill=EDGE, width=14)
        else:
            pen.ellipse((middle - 36, y - 84, middle + 36, y), fill='#20130a')
            pen.ellipse((middle - 4, y - 72, middle + 22, y - 44), fill='white')
        pen.ellipse((middle + 50 * side - 40, y + 30, middle + 50 * side + 40, y + 90),
                    fill='#e58f76')
    pen.ellipse((x - 48, y + 24, x + 48, y + 92), fill='#20130a')
    pen.arc((x - 70, y + 70, x + 70, y + 170), 10, 170, fill=EDGE, width=14)


def shaded(pixels):
    """Light from above on the left, as on felt."""
    down, across = numpy.mgrid[0:pixels.shape[0], 0:pixels.shape[1]] / pixels.shape[0]
    light = 1.18 - 0.25 * down - 0.2 * across
    pixels[..., :3] = (pixels[..., :3] * light[..., None]).clip(0, 255)
    return pixels
