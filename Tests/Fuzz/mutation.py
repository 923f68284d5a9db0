"""Media files with damage, each made from a number."""

import random
import struct
import zlib

# Words that stand before sizes, counts and offsets.
MARKS = (b"ftyp", b"moov", b"mvhd", b"tkhd", b"stsd", b"stts", b"stsz", b"stsc", b"stco", b"avcC",
         b"esds", b"elst", b"meta", b"iloc", b"ipco", b"ispe", b"IHDR", b"IDAT", b"PLTE", b"iCCP",
         b"eXIf", b"acTL", b"fcTL", b"fdAT", b"RIFF", b"VP8 ", b"VP8X", b"VP8L", b"ANIM", b"ANMF",
         b"fmt ", b"data", b"COMM", b"SSND", b"ID3", b"OggS", b"fLaC", b"Exif", b"NETSCAPE",
         b"\xff\xc0", b"\xff\xc2", b"\xff\xc4", b"\xff\xda", b"\xff\xe1", b"\xff\xe2",
         b"\x21\xf9\x04",
         b"\x1a\x45\xdf\xa3", b"\x16\x54\xae\x6b", b"strf", b"avih", b"idx1", b"II*\0", b"MM\0*")
WIDTHS = {2: "H", 4: "I"}


def mutate(seeds, run, number):
    """The name and the bytes of an input: one of the seeds with one to four kinds of damage."""
    chance = random.Random(f"{run}/{number}")
    seed = chance.choice(seeds)
    data = bytearray(seed.read_bytes())
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))):
        chance.choice(KINDS)(data, chance, seeds)
    if chance.random() < 0.7:
        mend_sums(data)
    return f"{number:07}{seed.suffix}", bytes(data)


def mend_sums(data):
    """Makes the check sums of a PNG's chunks right, so that somebody looks into them."""
    start = 8
    while data.startswith(b"\x89PNG") and start + 12 <= len(data):
        end = start + 8 + struct.unpack_from(">I", data, start)[0]
        if end + 4 > len(data):
            return
        struct.pack_into(">I", data, end, zlib.crc32(data[start + 4:end]))
        start = end + 4


def place(data, chance):
    """Somewhere, more often where headers are."""
    if not data:
        return 0
    kind = chance.random()
    if kind < 0.35:
        return chance.randrange(min(200, len(data)))
    if kind < 0.7:
        found = data.find(chance.choice(MARKS), chance.randrange(len(data)))
        if found >= 0:
            return min(len(data) - 1, max(0, found + chance.randint(-8, 40)))
    return chance.randrange(len(data))


def bits(data, chance, _):
    for _ in range(chance.choice((1, 1, 2, 8, 64))):
        if data:
            data[place(data, chance)] ^= 1 << chance.randrange(8)


def byte_values(data, chance, _):
    for _ in range(chance.choice((1, 1, 2, 8))):
        start = place(data, chance)
        length = min(chance.choice((1, 1, 1, 4, 16)), len(data) - start)
        data[start:start + length] = bytes((chance.choice((0, 255, 127, 128)),)) * length


def numbers(data, chance, _):
    """Extreme numbers of 16 and 32 bits."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        width = chance.choice(tuple(WIDTHS))
        top = 1 << (8 * width)
        value = chance.choice((0, 1, top - 1, top - 2, top // 2, top // 2 - 1, top // 4,
                               65535, 65536, 32768, len(data), len(data) + 1,
                               chance.randrange(top))) % top
        start = place(data, chance)
        if start + width <= len(data):
            form = chance.choice("<>") + WIDTHS[width]
            data[start:start + width] = struct.pack(form, value)


def truncation(data, chance, _):
    del data[place(data, chance):]


def splice(data, chance, seeds):
    """The beginning of this file and the end of another."""
    other = chance.choice(seeds).read_bytes()
    start = chance.randrange(len(other)) if other else 0
    data[place(data, chance):] = other[start:]


def block(data, chance):
    start = place(data, chance)
    return start, min(len(data), start + int(2 ** chance.uniform(0, 13)))


def doubled(data, chance, _):
    start, end = block(data, chance)
    data[start:start] = data[start:end] * chance.choice((1, 1, 2, 10))


def removed(data, chance, _):
    start, end = block(data, chance)
    del data[start:end]


def swapped(data, chance, _):
    first, second = sorted((block(data, chance), block(data, chance)))
    end = min(first[1], second[0])
    data[first[0]:second[1]] = (data[second[0]:second[1]] + data[end:second[0]]
                                + data[first[0]:end])


def noise(data, chance, _):
    start, end = block(data, chance)
    data[start:end] = chance.randbytes(end - start)


def tail(data, chance, _):
    data += chance.randbytes(int(2 ** chance.uniform(0, 12)))


KINDS = (bits, bits, byte_values, numbers, numbers, numbers, truncation, splice, doubled, removed,
         swapped, noise, tail)
