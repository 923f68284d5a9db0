"""PNG, APNG and GIF files, written byte by byte so that each can have its oddity."""

import struct
import zlib


# PNG's number for 3 and for 4 channels.
COLOUR_TYPE = {3: 2, 4: 6}


def png_chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png_rows(rows):
    return zlib.compress(b"".join(b"\0" + row for row in rows), 9)


def write_png(path, width, height, depth, colour_type, *chunks):
    header = struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header))
        file.write(b"".join(png_chunk(*chunk) for chunk in chunks) + png_chunk(b"IEND", b""))


def save_png(canvas, path):
    image = (b"IDAT", png_rows(canvas.rows))
    write_png(path, canvas.width, canvas.height, 8, COLOUR_TYPE[canvas.channels], image)


def save_apng(frames, hundredths, path):
    width, height = frames[0].width, frames[0].height
    chunks, number = [(b"acTL", struct.pack(">II", len(frames), 0))], 0
    for index, frame in enumerate(frames):
        place = struct.pack(">IIIII", number, width, height, 0, 0)
        chunks.append((b"fcTL", place + struct.pack(">HHBB", hundredths, 100, 0, 0)))
        number += 1
        if index == 0:
            chunks.append((b"IDAT", png_rows(frame.rows)))
        else:
            chunks.append((b"fdAT", struct.pack(">I", number) + png_rows(frame.rows)))
            number += 1
    write_png(path, width, height, 8, COLOUR_TYPE[frames[0].channels], *chunks)


def lzw(indexes, bits):
    """GIF's compression, in blocks of up to 255 bytes."""
    clear, end = 1 << bits, (1 << bits) + 1
    out, buffer, filled = bytearray(), 0, 0
    table, width, following, prefix = {}, bits + 1, end + 1, None

    def emit(code):
        nonlocal buffer, filled
        buffer |= code << filled
        filled += width
        while filled >= 8:
            out.append(buffer & 255)
            buffer >>= 8
            filled -= 8

    emit(clear)
    for index in indexes:
        if prefix is None:
            prefix = index
            continue
        key = prefix << 8 | index
        if key in table:
            prefix = table[key]
            continue
        emit(prefix)
        table[key] = following
        if following == 1 << width:
            width += 1
        following += 1
        prefix = index
        if following == 4096:
            emit(clear)
            table, width, following = {}, bits + 1, end + 1
    emit(prefix)
    emit(end)
    out.append(buffer & 255)
    blocks = (out[at : at + 255] for at in range(0, len(out), 255))
    return b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def save_gif(frames, delays, path, loops=0, trailer=True):
    """Frames of few colours; those with 4 channels are cleared before the next one is drawn."""
    first = frames[0]
    n, seen = first.channels, {}
    drawn = []
    for frame in frames:
        cache = {}
        for row in frame.rows:
            key = bytes(row)
            if key not in cache:
                pixels = [key[at : at + n] for at in range(0, len(key), n)]
                cache[key] = bytes(seen.setdefault(pixel, len(seen)) for pixel in pixels)
        drawn.append(b"".join(cache[bytes(row)] for row in frame.rows))
    bits = max(2, (len(seen) - 1).bit_length())
    clear = next((index for colour, index in seen.items() if n == 4 and colour[3] == 0), None)
    palette = b"".join(colour[:3] for colour in seen).ljust(3 << bits, b"\0")
    with open(path, "wb") as file:
        file.write(
            b"GIF89a" + struct.pack("<HHBBB", first.width, first.height, 0xF0 | bits - 1, 0, 0)
        )
        file.write(palette + b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", loops, 0))
        for indexes, delay in zip(drawn, delays):
            flags = 0x04 if clear is None else 0x09
            file.write(b"\x21\xf9\x04" + struct.pack("<BHBB", flags, delay, clear or 0, 0))
            file.write(b"\x2c" + struct.pack("<HHHHBB", 0, 0, first.width, first.height, 0, bits))
            file.write(lzw(indexes, bits))
        file.write(b";" if trailer else b"")
