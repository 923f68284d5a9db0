"""Animations as of print: a comic, and a halftone."""
import math

import numpy
from PIL import Image, ImageDraw, ImageFont

INK = '#111111'


def panel(width, height, paper, dots):
    """An empty panel with a thick edge and coloured dots that grow downwards."""
    picture = Image.new('RGB', (width, height), paper)
    pen = ImageDraw.Draw(picture)
    for row in range(0, height // 24 + 1):
        for x in range(12 * (row % 2), width, 24):
            size = 1 + 9 * row * 24 / height
            pen.ellipse((x - size, 24 * row - size, x + size, 24 * row + size), fill=dots)
    pen.rectangle((0, 0, width - 1, height - 1), outline=INK, width=18)
    return picture


def hero(pen, x, y, arm):
    pen.polygon([(x - 60, y + 120), (x - 260, y + 420), (x + 140, y + 360)], fill='#d8232f',
                outline=INK, width=14)
    pen.rounded_rectangle((x - 90, y + 90, x + 90, y + 380), 50, fill='#2456c8', outline=INK,
                          width=14)
    pen.line((x + 70, y + 140, x + 70 + 170 * math.cos(arm), y + 140 - 170 * math.sin(arm)),
             fill=INK, width=66)
    pen.line((x + 70, y + 140, x + 70 + 165 * math.cos(arm), y + 140 - 165 * math.sin(arm)),
             fill='#2456c8', width=40)
    pen.ellipse((x - 95, y - 90, x + 95, y + 110), fill='#f6c79a', outline=INK, width=14)
    pen.rectangle((x - 88, y - 20, x + 88, y + 24), fill=INK)
    for side in (-1, 1):
        pen.ellipse((x + 38 * side - 18, y - 14, x + 38 * side + 18, y + 18), fill='white')
    pen.arc((x - 40, y + 20, x + 40, y + 84), 20, 160, fill=INK, width=10)


def burst(pen, x, y, size, text):
    spikes = [(x + size * (1.6, 1.05)[k % 2] * math.cos(k * math.pi / 12),
               y + size * (1, 0.66)[k % 2] * math.sin(k * math.pi / 12)) for k in range(24)]
    pen.polygon(spikes, fill='#ffe02e', outline=INK, width=12)
    if size > 60:
        pen.text((x, y), text, fill='#d8232f', font=ImageFont.load_default(size * 0.7), anchor='mm',
                 stroke_width=5, stroke_fill=INK)


def slid(t, start):
    """How far a panel is from its place: it runs past it and comes back."""
    share = min(1, max(0, (t - start) / 9))
    return (1 - share) * math.cos(4 * share)


def comic():
    """Three panels that slide in, a hero who lifts an arm, a burst."""
    frames = []
    for t in range(42):
        page = Image.new('RGB', (1800, 1200), 'white')
        left = panel(860, 1120, '#bfe6ff', '#5ab0ea')
        hero(ImageDraw.Draw(left), 400, 460, 0.2 + 0.9 * min(1, max(0, (t - 12) / 8)))
        above, below = panel(840, 540, '#ffd9c2', '#ff9f6b'), panel(840, 540, '#d9f4cf', '#7fcf6a')
        burst(ImageDraw.Draw(above), 420, 270, 250 * min(1, max(0.02, (t - 18) / 6)), 'ZAP!')
        pen = ImageDraw.Draw(below)
        pen.rounded_rectangle((80, 90, 760, 330), 110, fill='white', outline=INK, width=14)
        pen.text((420, 210), 'Delivered in time!'[:max(0, t - 22)], fill=INK, anchor='mm',
                 font=ImageFont.load_default(68))
        page.paste(left, (40 - int(950 * slid(t, 0)), 40))
        page.paste(above, (930, 40 - int(640 * slid(t, 6))))
        page.paste(below, (930 + int(950 * slid(t, 12)), 620))
        frames.append(numpy.array(page.resize((900, 600), Image.Resampling.BOX)))
    return frames


def screened(amount, pitch, angle):
    """Where a clustered dot screen prints an amount of ink between 0 and 1."""
    down, across = numpy.mgrid[0:amount.shape[0], 0:amount.shape[1]] * (math.pi / pitch)
    u = across * math.cos(angle) + down * math.sin(angle)
    v = down * math.cos(angle) - across * math.sin(angle)
    return amount > 0.5 + 0.25 * (numpy.cos(2 * u) + numpy.cos(2 * v))


def halftone():
    """A ring and a moon that turn, printed in red and blue dots on cream."""
    down, across = numpy.mgrid[0:480, 0:640].astype(numpy.float32)
    inks = numpy.array([(250, 240, 215), (226, 62, 60), (40, 74, 150), (36, 24, 40)], numpy.uint8)
    frames = []
    for t in range(36):
        angle = t * math.pi / 18
        u, v = (across - 320) / 170, (down - 240) / 170
        depth = numpy.sqrt((1 - u * u - v * v).clip(0))
        light = u * math.cos(angle) + 0.4 * v + depth * math.sin(angle)
        disc = numpy.hypot(u, v) < 1
        ring = abs(numpy.hypot(u / 1.6, v / (0.25 + 0.2 * math.sin(angle))) - 1) < 0.14
        red = numpy.where(disc, 0.75 - 0.6 * light, 0.15 + 0.3 * down / 480)
        blue = numpy.where(disc, 0.45 - 0.6 * light, 0.3 - 0.25 * down / 480)
        blue = numpy.where(ring, 0.95, blue)
        frames.append(inks[screened(red, 7, 0.26) + 2 * screened(blue, 7, 1.31)])
    return frames
