"""Pictures with the detail of photographs, made of noise, and a camera that looks at them."""
import numpy
from PIL import Image


def texture(generator, width, height, octaves=8, roughness=0.55):
    """Noise of all sizes, height x width, from 0 to 1."""
    total = numpy.zeros((height, width), numpy.float32)
    for octave in range(octaves):
        size = (3 * 2 ** octave, 2 * 2 ** octave)
        noise = Image.fromarray(generator.random((size[1], size[0]), numpy.float32))
        total += numpy.asarray(noise.resize((width, height), Image.Resampling.BICUBIC)
                               ) * roughness ** octave
    total -= total.min()
    return total / total.max()


def landscape(seed, width, height):
    """A sky with clouds, ranges of hills, and a ground of stones; float, 0 to 255."""
    generator = numpy.random.default_rng(seed)
    hue = generator.uniform(-25, 25, 3)
    down = numpy.linspace(0, 1, height, dtype=numpy.float32)[:, None]
    clouds = texture(generator, width, height, 7, 0.5)
    sky = numpy.stack([90 + 110 * down + 90 * clouds, 130 + 70 * down + 60 * clouds,
                       210 + 20 * down + 20 * clouds], axis=2)
    picture = sky
    for layer in range(4):
        line = texture(generator, width, 2, 7, 0.5)[0]
        top = height * (0.25 + 0.17 * layer + 0.18 * line)
        ground = texture(generator, width, height, 9, 0.62)[..., None]
        colour = numpy.array([70 + 45 * layer, 95 + 25 * layer, 110 - 20 * layer]) + hue * layer / 2
        below = numpy.arange(height)[:, None] > top
        picture = numpy.where(below[..., None], colour * (0.35 + 1.1 * ground), picture)
    return picture.clip(0, 255).astype(numpy.float32)


def seen(picture, size, left, top, scale=1.0, turn=0.0):
    """What a camera sees of the picture from a place that need not be a whole pixel."""
    width, height = size
    cos, sin = scale * numpy.cos(turn), scale * numpy.sin(turn)
    middle = (left + width / 2, top + height / 2)
    corners = (cos, -sin, middle[0] - cos * width / 2 + sin * height / 2,
               sin, cos, middle[1] - sin * width / 2 - cos * height / 2)
    view = Image.fromarray(picture.clip(0, 255).astype(numpy.uint8)).transform(
        size, Image.Transform.AFFINE, corners, Image.Resampling.BICUBIC)
    return numpy.asarray(view, numpy.float32)


def ball(frame, x, y, radius, colour, spin=0.0):
    """Lays a shaded ball with meridians on the frame, in place."""
    height, width = frame.shape[:2]
    top, bottom = max(0, int(y - radius - 2)), min(height, int(y + radius + 2))
    left, right = max(0, int(x - radius - 2)), min(width, int(x + radius + 2))
    if top >= bottom or left >= right:
        return
    down, across = numpy.mgrid[top:bottom, left:right].astype(numpy.float32)
    u, v = (across - x) / radius, (down - y) / radius
    reach = u * u + v * v
    depth = numpy.sqrt((1 - reach).clip(0))
    light = (0.25 + 0.75 * (0.6 * depth - 0.5 * u - 0.6 * v).clip(0)
             + 0.9 * (0.6 * depth - 0.5 * u - 0.6 * v).clip(0) ** 20)
    stripe = 0.8 + 0.2 * numpy.sign(numpy.sin(6 * (numpy.arctan2(u, depth + 1e-3) + spin)))
    shade = (numpy.array(colour) * (light * stripe)[..., None]).clip(0, 255)
    cover = ((1 - numpy.sqrt(reach)) * radius + 0.5).clip(0, 1)[..., None]
    part = frame[top:bottom, left:right]
    part[...] = part * (1 - cover) + shade * cover


def eight_bit(frame):
    return numpy.rint(frame.clip(0, 255)).astype(numpy.uint8)
