"""Animations of one picture that a camera moves into."""
import numpy

from scenes.photographed import photograph
from scenes.scenery import eight_bit, seen, texture

CELL = 70


def beach(seed, width, height):
    """Pebbles in wet sand, from above: the cells around scattered middles."""
    generator = numpy.random.default_rng(seed)
    rows, columns = height // CELL + 3, width // CELL + 3
    middles = generator.uniform(-0.42, 0.42, (rows, columns, 2)).astype(numpy.float32)
    down, across = numpy.mgrid[0:height, 0:width].astype(numpy.float32) / CELL + 1
    row, column = down.astype(int), across.astype(int)
    nearest = numpy.full((height, width), 9, numpy.float32)
    second, owner, lean = nearest.copy(), numpy.zeros((height, width), int), nearest.copy()
    for step in numpy.ndindex(3, 3):
        y, x = row + step[0] - 1, column + step[1] - 1
        v, u = (down - 0.5 - y - middles[y, x, 0], across - 0.5 - x - middles[y, x, 1])
        reach = numpy.hypot(v, u)
        closer = reach < nearest
        second = numpy.where(closer, nearest, numpy.minimum(second, reach))
        owner, lean = numpy.where(closer, y * columns + x, owner), numpy.where(closer, -v - u, lean)
        nearest = numpy.minimum(nearest, reach)
    rim = ((second - nearest - 0.05) / 0.25).clip(0, 1) ** 0.5
    stones = generator.normal(130, 38, (rows * columns, 1)).clip(50, 225)
    stones = stones * generator.normal((1.05, 0.98, 0.9), (0.09, 0.05, 0.1), (rows * columns, 3))
    speckle = texture(generator, width, height, 10, 0.85)
    veins = numpy.sin(26 * texture(generator, width, height, 6, 0.6) + owner % 7) ** 16
    stone = stones[owner] * (0.55 + 0.5 * speckle + 0.35 * lean)[..., None] + 40 * veins[..., None]
    shine = 110 * numpy.exp(-((lean - 0.55) / 0.12) ** 2) * rim * (0.4 + speckle)
    sand = numpy.array((74, 62, 48)) * (0.3 + 0.9 * speckle[..., None])
    return (sand * (1 - rim[..., None]) + (stone + shine[..., None]) * rim[..., None]).clip(0, 255)


def pebbles():
    """A slow zoom into pebbles with darkened corners, as a slide show does."""
    width, height = 1280, 852
    picture = beach(104, 1600, 1080)
    down, across = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    corners = 1 - 0.5 * (numpy.hypot(across / width - 0.5, down / height - 0.5) / 0.7) ** 3
    return [eight_bit(seen(picture, (width, height), 130 + 3 * t, 110 - 2 * t, 1.12 - 0.013 * t)
                      * corners[..., None]) for t in range(30)]


def wings():
    """A photograph that the camera backs away from and turns a little, brightening."""
    picture = photograph('TwoWings', 1440, 900)
    return [eight_bit(seen(picture, (720, 480), 360 - 1.5 * t, 210, 0.9 + 0.011 * t, 0.05 - t / 800)
                      * min(1, 0.2 + t / 15)) for t in range(44)]
