"""The animations of the benchmark, always the same: generated, or made of packaged photographs."""
import dataclasses
import hashlib
import pathlib
from typing import Callable

from PIL import Image
from scenes import (announced, blocks, cutouts, drawn, earthly, filmed, inked, liquid, moving,
                    phone, photographed, shaded, small, waving, written, zoomed)
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
    Animation('cuts', TUNED, 480, 15, moving.cuts, by_ffmpeg('bayer:bayer_scale=4', 'single')),
    Animation('slideshow', TUNED, 480, 8, moving.slideshow, by_ffmpeg('sierra2_4a')),
    Animation('aurora', TUNED, 480, 20, shaded.aurora, by_ffmpeg('bayer:bayer_scale=5')),
    Animation('fractal', TUNED, 1024, 12, shaded.fractal, by_ffmpeg('floyd_steinberg', 'diff')),
    Animation('scroll', TUNED, 480, 20, written.scroll, by_ffmpeg('none')),
    Animation('confetti', TUNED, 480, 20, drawn.confetti, by_ffmpeg('none')),
    Animation('chart', TUNED, 1024, 12, drawn.chart, by_ffmpeg('bayer:bayer_scale=5', 'diff')),
    Animation('pulsing', TUNED, 256, 20, cutouts.pulsing,
              by_pillow(128, Image.Dither.FLOYDSTEINBERG, disposal=2)),
    Animation('game', TUNED, 480, 20, small.game, by_pillow(64)),
    Animation('banner', TUNED, 480, 8, small.banner, by_pillow(64)),
    Animation('night', HELD, 480, 15, filmed.night, by_ffmpeg('sierra2_4a')),
    Animation('crowd', HELD, 480, 12, filmed.crowd, by_ffmpeg('sierra2', 'single')),
    Animation('caustics', HELD, 480, 15, liquid.caustics, by_ffmpeg('bayer:bayer_scale=2')),
    Animation('lava', HELD, 480, 20, liquid.lava, by_ffmpeg('heckbert')),
    Animation('pebbles', HELD, 1024, 10, zoomed.pebbles, by_ffmpeg('floyd_steinberg')),
    Animation('globe', HELD, 1024, 12, earthly.globe, by_ffmpeg('bayer:bayer_scale=4')),
    Animation('route', HELD, 480, 15, earthly.route, by_ffmpeg('none', 'diff')),
    Animation('swipe', HELD, 480, 20, phone.swipe, by_ffmpeg('sierra2_4a', 'diff')),
    Animation('terminal', HELD, 480, 10, phone.terminal, by_ffmpeg('none')),
    Animation('comic', HELD, 480, 15, inked.comic, by_ffmpeg('none')),
    Animation('halftone', HELD, 480, 12, inked.halftone, by_pillow(4)),
    Animation('logo', HELD, 480, 20, announced.logo, by_ffmpeg('floyd_steinberg', 'diff')),
    Animation('countdown', HELD, 480, 8, announced.countdown, by_pillow(48)),
    Animation('fireworks', HELD, 480, 20, announced.fireworks, by_ffmpeg('sierra2_4a')),
    Animation('mascot', HELD, 480, 16, waving.mascot, by_pillow(200, disposal=2)),
    Animation('spinner', HELD, 480, 12, blocks.spinner, by_pillow(16)),
    Animation('arcade', HELD, 480, 20, blocks.arcade, by_pillow(16)),
]
if photographed.FOLDER.is_dir():
    ANIMATIONS += [
        Animation('dune', TUNED, 480, 20, photographed.dune, by_ffmpeg('sierra2_4a')),
        Animation('rain', TUNED, 480, 15, photographed.rain, by_ffmpeg('bayer:bayer_scale=3')),
        Animation('flowers', TUNED, 480, 10, photographed.flowers, by_ffmpeg('floyd_steinberg')),
        Animation('wings', HELD, 480, 15, zoomed.wings, by_ffmpeg('bayer:bayer_scale=1')),
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
