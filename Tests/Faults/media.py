"""Small pictures and sounds, made of numbers."""

import io
import struct
import wave
import zlib


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, step, depth=8, comment=b""):
    """A pattern; `step` makes it another one."""
    channels = [(x * step + channel * 40) & 255 for x in range(width) for channel in range(3)]
    rows = b"".join(
        b"\0" + b"".join(bytes(((value + y * 3) & 255,)) * (depth // 8) for value in channels)
        for y in range(height))
    header = struct.pack(">2I5B", width, height, depth, 2, 0, 0, 0)
    text = chunk(b"tEXt", b"Comment\0" + comment) if comment else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + text
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def bmp(width, height, colour):
    """A picture whose pixels are told by their place; its rows are a multiple of 4 bytes."""
    pixels = b"".join(bytes(colour(x, y)) for y in range(height) for x in range(width))
    return (b"BM" + struct.pack("<I2HI", 54 + len(pixels), 0, 0, 54)
            + struct.pack("<Iii2H6I", 40, width, height, 1, 24, 0, len(pixels), 2835, 2835, 0, 0)
            + pixels)


def stripes(x, y):
    return (0, 0, 200) if (x + y) // 8 % 2 else (230, 230, 230)


def shades(x, y):
    return (x * 7 + y) & 255, (x * 3 + y * 5) & 255, (x * y) & 255


def wav(samples):
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"".join(
            struct.pack("<h", index * 997 % 8000 - 4000) for index in range(samples)))
    return file.getvalue()
