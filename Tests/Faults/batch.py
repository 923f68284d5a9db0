"""The batch that is run: its sources, and what becomes of them when nothing disturbs it."""

import hashlib
import json
import os
import shutil

import media

NAMES = ("first", "again")  # `again` is run in the output folder of `first`


def make(folder):
    """Both source folders. What is in both is the same file."""
    first = {
        "keep.png": media.png(48, 32, 5),
        "text.png": media.png(40, 40, 7, comment=b"hello" * 20),
        "deep.png": media.png(24, 24, 5, depth=16),
        "hero.png": media.png(40, 30, 9),
        "hero.bmp": media.bmp(32, 24, media.stripes),
        "sub/sky.bmp": media.bmp(64, 48, media.stripes),
        "sub/tone.wav": media.wav(4000),
        "page.jpg": b"<html>not found</html>",
        "empty.gif": b"",
    }
    # A name is free now, one output gets another type, one has none any more, one is new.
    again = dict(first)
    del again["hero.bmp"]
    again["sub/sky.bmp"] = media.bmp(64, 48, media.shades)
    again["text.png"] = first["text.png"][:60]
    again["new/more/late.png"] = media.png(32, 32, 11)
    for name, data in first.items():
        put(folder / "first" / name, data)
    for name, data in again.items():
        target = folder / "again" / name
        if first.get(name) == data:
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(folder / "first" / name, target)
        else:
            put(target, data)


def put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def digests(folder):
    """The digest of every file in a folder by its name, but for the program's own."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.rglob("*")
            if path.is_file() and path.relative_to(folder).parts[0] != ".pushmedia"}


class Reference:
    """What an undisturbed run of a batch leaves behind."""

    def __init__(self, name, sources, output, ended):
        self.name, self.sources, self.code = name, sources, ended.code
        self.files = digests(output)
        self.manifest = json.loads((output / "manifest.json").read_bytes())
        self.sources_before = look(sources)

    def sources_changed(self):
        return look(self.sources) != self.sources_before


def look(folder):
    """Everything of a folder that must not change."""
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_ino, path.read_bytes())
            for path in folder.rglob("*") if path.is_file()}


def copy(base, output):
    """An output folder to run in: empty, or like another."""
    if base:
        shutil.copytree(base, output)
    else:
        output.mkdir()
