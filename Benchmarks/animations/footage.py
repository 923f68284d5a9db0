"""The animations of the benchmark, always the same: generated, or made of packaged photographs."""
import dataclasses
import hashlib
import pathlib
from typing import Callable

from PIL import Image
from scenes import cutouts, drawn, moving, photographed, shaded, small, written
from scenes.exporting import by_ffmpeg, by_pillow


@dataclasses.dataclass(frozen=True)
class Animation:
    name: str
    half: str
    box: int
    rate: int
    frames: Callable
    write: Callable


TUNED, HELD = 'tuned', 'held-out'
ANIMATIONS = [
    Animation('handheld', TUNED, 480, 15, moving.handheld, by_ffmpeg('sierra2_4a')),
    Animation('pan', TUNED, 480, 20, moving.pan, by_ffmpeg('bayer:bayer_scale=3')),
    Animation('product', TUNED, 1024, 12, moving.product, by_ffmpeg('sierra2_4a')),
    Animation('gradient', TUNED, 480, 15, shaded.gradient, by_ffmpeg('floyd_steinberg')),
    Animation('screen', TUNED, 480, 10, written.screen, by_ffmpeg('none')),
    Animation('cartoon', TUNED, 480, 20, drawn.cartoon, by_ffmpeg('none')),
    Animation('turning', TUNED, 256, 20, cutouts.turning, by_pillow(disposal=2)),
    Animation('tiny', TUNED, 480, 10, small.tiny, by_pillow(32)),
    Animation('one-bit', TUNED, 480, 12, small.one_bit, by_pillow(2)),
    Animation('cuts', HELD, 480, 15, moving.cuts, by_ffmpeg('bayer:bayer_scale=4', 'single')),
    Animation('slideshow', HELD, 480, 8, moving.slideshow, by_ffmpeg('sierra2_4a')),
    Animation('aurora', HELD, 480, 20, shaded.aurora, by_ffmpeg('bayer:bayer_scale=5')),
    Animation('fractal', HELD, 1024, 12, shaded.fractal, by_ffmpeg('floyd_steinberg', 'diff')),
    Animation('scroll', HELD, 480, 20, written.scroll, by_ffmpeg('none')),
    Animation('confetti', HELD, 480, 20, drawn.confetti, by_ffmpeg('none')),
    Animation('chart', HELD, 1024, 12, drawn.chart, by_ffmpeg('bayer:bayer_scale=5', 'diff')),
    Animation('pulsing', HELD, 256, 20, cutouts.pulsing,
              by_pillow(128, Image.Dither.FLOYDSTEINBERG, disposal=2)),
    Animation('game', HELD, 480, 20, small.game, by_pillow(64)),
    Animation('banner', HELD, 480, 8, small.banner, by_pillow(64)),
]
if photographed.FOLDER.is_dir():
    ANIMATIONS += [
        Animation('dune', TUNED, 480, 20, photographed.dune, by_ffmpeg('sierra2_4a')),
        Animation('rain', HELD, 480, 15, photographed.rain, by_ffmpeg('bayer:bayer_scale=3')),
        Animation('flowers', HELD, 480, 10, photographed.flowers, by_ffmpeg('floyd_steinberg')),
    ]


def named(name):
    return next(animation for animation in ANIMATIONS if animation.name == name)


def source(animation, folder):
    """Its GIF in the folder, written if it is not there."""
    path = folder / f'{animation.name}.gif'
    if not path.exists():
        part = path.with_suffix('.part.gif')
        animation.write(animation.frames(), animation.rate, part)
        part.rename(path)
    return path


def edition():
    """Changes with the code that draws and writes the animations."""
    here = pathlib.Path(__file__)
    code = [here, *sorted((here.parent / 'scenes').glob('*.py'))]
    return hashlib.sha256(b''.join(path.read_bytes() for path in code)).hexdigest()[:16]
