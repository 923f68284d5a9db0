"""How close two pictures are. Structural similarity: windows of 8 x 8, 4 apart, the mean of red,
green and blue."""
import numpy

GREY = 128
C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2


def on_grey(frame):
    """Its red, green and blue on grey, and its alpha or None."""
    if frame.mode == 'RGBA':
        frame = frame.convert('RGBa')
    if frame.mode != 'RGBa':
        return numpy.asarray(frame.convert('RGB')), None
    pixels = numpy.frombuffer(frame.tobytes(), numpy.uint8).reshape(frame.height, frame.width, 4)
    alpha = pixels[..., 3]
    lack = numpy.rint((255 - alpha.astype(numpy.float32)) * (GREY / 255)).astype(numpy.uint16)
    laid = numpy.minimum(pixels[..., :3] + lack[..., None], 255)
    return laid.astype(numpy.uint8), alpha


def windows(values):
    """Sums over the windows."""
    rows = values[0::4] + values[1::4] + values[2::4] + values[3::4]
    cells = rows[:, 0::4] + rows[:, 1::4] + rows[:, 2::4] + rows[:, 3::4]
    pairs = cells[:-1] + cells[1:]
    return pairs[:, :-1] + pairs[:, 1:]


def similarity(a, b):
    """Structural similarity of two pictures of at least 8 x 8."""
    height, width = a.shape[0] // 4 * 4, a.shape[1] // 4 * 4
    a, b = (part[:height, :width].astype(numpy.float32) for part in (a, b))
    mean_a, mean_b = windows(a) / 64, windows(b) / 64
    square, product = windows(a * a + b * b) / 64, windows(a * b) / 64
    squares, both = mean_a * mean_a + mean_b * mean_b, mean_a * mean_b
    alike = ((2 * both + C1) * (2 * (product - both) + C2)
             / ((squares + C1) * (square - squares + C2)))
    return float(alike.mean())


def square_error(a, b):
    difference = a.astype(numpy.int16) - b
    return float(numpy.square(difference, dtype=numpy.int32).mean())


def disagreement(a, b):
    """The share of pixels that are clear in one and not in the other."""
    if a is None and b is None:
        return 0.0
    opaque_a = True if a is None else a > 127
    opaque_b = True if b is None else b > 127
    return float(numpy.not_equal(opaque_a, opaque_b).mean())
