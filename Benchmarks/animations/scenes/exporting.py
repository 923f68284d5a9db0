"""Writes frames as GIF the way the programs do that people export from."""
import subprocess

import numpy
from PIL import Image

CLEAR = 255


def by_ffmpeg(dither, statistics='full'):
    """One palette for all frames ('full', 'diff') or one for each ('single')."""
    def write(frames, rate, path):
        height, width = frames[0].shape[:2]
        fresh = ':new=1' if statistics == 'single' else ''
        palette = (f'split[a][b];[a]palettegen=stats_mode={statistics}[p];'
                   f'[b][p]paletteuse=dither={dither}{fresh}')
        subprocess.run(
            ['ffmpeg', '-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgb24',
             '-s', f'{width}x{height}', '-r', str(rate), '-i', '-', '-filter_complex', palette,
             '-threads', '1', '-filter_complex_threads', '1', str(path)],
            input=b''.join(frame.tobytes() for frame in frames), check=True)
    return write


def by_pillow(colours=256, dither=Image.Dither.NONE, disposal=0):
    """One palette for all frames; RGBA frames keep the last index for what is clear."""
    def write(frames, rate, path):
        palette = shared_palette(frames, min(colours, CLEAR))
        pages = [in_palette(frame, palette, dither) for frame in frames]
        clear = {'transparency': CLEAR} if frames[0].shape[2] == 4 else {}
        pages[0].save(path, save_all=True, append_images=pages[1:], loop=0, optimize=False,
                      duration=10 * round(100 / rate), disposal=disposal, **clear)
    return write


def shared_palette(frames, colours):
    some = frames[::max(1, len(frames) // 6)]
    seen = numpy.concatenate([visible(frame) for frame in some])[None]
    return Image.fromarray(seen).quantize(colours, Image.Quantize.MEDIANCUT)


def visible(frame):
    pixels = frame.reshape(-1, frame.shape[2])
    return pixels[pixels[:, 3] > 127, :3] if frame.shape[2] == 4 else pixels


def in_palette(frame, palette, dither):
    colours = numpy.ascontiguousarray(frame[..., :3])
    page = Image.fromarray(colours).quantize(palette=palette, dither=dither)
    if frame.shape[2] == 3:
        return page
    indices = numpy.array(page)
    indices[frame[..., 3] < 128] = CLEAR
    made = Image.fromarray(indices)
    made.putpalette(page.getpalette())
    return made
