"""Animations of smooth shades."""
import math
import subprocess

import numpy

from scenes.scenery import eight_bit


def drifting(width, height, count, speed, colours):
    """Soft lights of the colours that drift over each other."""
    down, across = numpy.mgrid[0:height, 0:width].astype(numpy.float32) / width
    frames = []
    for t in range(count):
        total = numpy.zeros((height, width, 3), numpy.float32)
        weight = numpy.full((height, width, 1), 0.02, numpy.float32)
        for n, colour in enumerate(colours):
            angle = speed * t * (1 + n / 3) + 2.1 * n
            x = 0.5 + 0.35 * math.cos(angle)
            y = height / width * (0.5 + 0.4 * math.sin(1.3 * angle))
            near = numpy.exp(-((across - x) ** 2 + (down - y) ** 2) / 0.08)[..., None]
            total += near * numpy.array(colour)
            weight += near
        frames.append(eight_bit(total / weight))
    return frames


def gradient():
    return drifting(640, 360, 40, 0.05, [(250, 90, 60), (60, 80, 220), (250, 220, 120)])


def aurora():
    return drifting(720, 480, 50, 0.03,
                    [(20, 200, 160), (90, 40, 180), (10, 20, 60), (230, 90, 160)])


def fractal():
    """FFmpeg's zoom into the Mandelbrot set."""
    width, height, count = 1280, 720, 30
    source = f'mandelbrot=s={width}x{height}:rate=12:start_scale=0.9:end_scale=0.05:end_pts=60'
    done = subprocess.run(['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', source,
                           '-frames:v', str(count), '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
                          stdout=subprocess.PIPE, check=True)
    return list(numpy.frombuffer(done.stdout, numpy.uint8).reshape(-1, height, width, 3))
