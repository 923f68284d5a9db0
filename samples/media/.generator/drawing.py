"""A canvas, and what the samples show: a landscape and a clock."""

import colorsys
import math

RED, GREEN, BLUE, YELLOW = (230, 20, 20), (20, 180, 40), (20, 40, 220), (240, 220, 20)
BLACK, WHITE, SLATE, NIGHT = (0, 0, 0), (255, 255, 255), (90, 100, 120), (30, 34, 48)

# 3x5 letters, one octal digit a row.
FONT = {
    "0": "75557", "1": "26227", "2": "71747", "3": "71317", "4": "55711", "5": "74717",
    "6": "74757", "7": "71222", "8": "75757", "9": "75717", "A": "25755", "B": "65656",
    "C": "34443", "D": "65556", "E": "74647", "F": "74644", "G": "34553", "H": "55755",
    "I": "72227", "J": "11152", "K": "55655", "L": "44447", "M": "57755", "N": "65555",
    "O": "25552", "P": "65644", "Q": "25563", "R": "65655", "S": "34216", "T": "72222",
    "U": "55557", "V": "55522", "W": "55775", "X": "55255", "Y": "55222", "Z": "71247",
    ".": "00002", " ": "00000",
}


class Canvas:
    """Rows of 8-bit pixels, 3 or 4 channels, to draw on; what falls outside is left out."""

    def __init__(self, width, height, colour):
        self.width, self.height, self.channels = width, height, len(colour)
        self.rows = [bytearray(bytes(colour) * width) for _ in range(height)]

    def copy(self):
        twin = Canvas.__new__(Canvas)
        twin.width, twin.height, twin.channels = self.width, self.height, self.channels
        twin.rows = [bytearray(row) for row in self.rows]
        return twin

    def bytes(self):
        return b"".join(self.rows)

    def fill(self, left, top, right, bottom, colour):
        left, right = max(0, int(left)), min(self.width, int(right))
        if left >= right:
            return
        n = self.channels
        span = bytes((*colour, 255)[:n]) * (right - left)
        for row in self.rows[max(0, int(top)) : max(0, int(bottom))]:
            row[left * n : right * n] = span

    def disc(self, x, y, radius, colour):
        for line in range(int(y - radius), int(y + radius) + 1):
            half = math.sqrt(max(0, radius**2 - (line + 0.5 - y) ** 2))
            self.fill(round(x - half), line, round(x + half), line + 1, colour)

    def text(self, x, y, size, string, colour):
        """Centred on x, y; `size` is the side of one dot of a letter."""
        left, top = int(x - size * (4 * len(string) - 1) / 2), int(y - size * 2.5)
        for index, letter in enumerate(string):
            for line, digit in enumerate(FONT[letter]):
                for column in range(3):
                    if int(digit) & 4 >> column:
                        across, down = left + size * (4 * index + column), top + size * line
                        self.fill(across, down, across + size, down + size, colour)

    def corners(self):
        """Four squares with their letters, those off the centre of their square."""
        side = min(self.width, self.height) // 5
        right, bottom, dot = self.width - side, self.height - side, max(1, side // 16)
        for x, y, colour, name in (
            (0, 0, RED, "R"),
            (right, 0, GREEN, "G"),
            (0, bottom, BLUE, "B"),
            (right, bottom, YELLOW, "Y"),
        ):
            self.fill(x, y, x + side, y + side, colour)
            self.text(x + side / 2, y + side * (0.2 if y else 0.8), dot, name, WHITE)

    def ppm(self, path):
        with open(path, "wb") as file:
            file.write(b"P6 %d %d 255\n" % (self.width, self.height) + self.bytes())


def landscape(width, height, label):
    """A chart that looks like a photo: sky, sun, hills, a strip of hues and one of greys."""
    picture = Canvas(width, height, WHITE)
    for y in range(height):
        depth = y / height
        sky = int(110 + 130 * depth), int(160 + 70 * depth), int(230 - 60 * depth)
        picture.fill(0, y, width, y + 1, sky)
    picture.disc(width * 0.68, height * 0.3, height * 0.1, (255, 236, 170))
    step = max(1, width // 500)
    for layer, colour in enumerate([(120, 140, 150), (80, 115, 95), (50, 85, 60)]):
        for x in range(0, width, step):
            turn = x / width
            wave = math.sin(turn * (7 + 4 * layer) + layer * 2)
            wave += 0.4 * math.sin(turn * 31 + layer)
            picture.fill(x, height * (0.52 + 0.12 * layer + 0.05 * wave), x + step, height, colour)
    left, right = width * 0.3, width * 0.7
    for index in range(24):
        hue = [int(255 * part) for part in colorsys.hsv_to_rgb(index / 24, 0.85, 0.95)]
        edge = [int(left + (right - left) * (index + end) / 24) for end in (0, 1)]
        picture.fill(edge[0], height * 0.78, edge[1], height * 0.85, hue)
        picture.fill(edge[0], height * 0.85, edge[1], height * 0.92, [index * 255 // 23] * 3)
    picture.text(width / 2, height * 0.45, max(2, width // (5 * len(label))), label, WHITE)
    picture.corners()
    return picture


def clock(base, seconds, number):
    """One picture of a clip: the hand turns once in 4 s, a square flashes with each beep."""
    picture = base.copy()
    width, height = base.width, base.height
    side, lying = min(width, height), width > height
    x, y = (width * 0.34, height * 0.46) if lying else (width / 2, height * 0.36)
    radius = min(side * 0.28, width * 0.15) if lying else side * 0.3
    angle = seconds / 4 * 2 * math.pi
    picture.disc(x, y, radius, WHITE)
    for point in range(0, 41):
        reach = radius * 0.85 * point / 40
        picture.disc(x + reach * math.sin(angle), y - reach * math.cos(angle), radius / 14, BLACK)
    dot = max(1, side // 60)
    x, y = (width * 0.68, height * 0.36) if lying else (width / 2, height * 0.6)
    picture.text(x, y, dot, "%.2f S" % seconds, WHITE)
    picture.text(x, y + 9 * dot, dot, "NO %d" % number, WHITE)
    if seconds % 1 < 0.15:
        picture.fill(x - 6 * dot, y + 16 * dot, x + 6 * dot, y + 22 * dot, WHITE)
    progress = 0.25 + seconds % 4 / 8
    picture.fill(width * 0.25, height * 0.88, width * progress, height * 0.92, WHITE)
    return picture
