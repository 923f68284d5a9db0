"""The programs, each run on an animation with the time it takes and the likeness it reaches."""
import dataclasses
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import likeness

PATIENCE = 300


@dataclasses.dataclass
class Score:
    bytes: int
    seconds: float
    like: likeness.Likeness


def plain(score):
    return score if isinstance(score, str) else dataclasses.asdict(score)


def restored(score):
    if isinstance(score, str):
        return score
    return Score(**score | {'like': likeness.Likeness(**score['like'])})


def encoder(program):
    return lambda source, made, box: [program, source, made, box]


def gifsicle(source, made, box):
    return ['gifsicle', '-O3', '--lossy=80', '--resize-fit', f'{box}x{box}', source, '-o', made]


def vipsthumbnail(source, made, box):
    return ['vipsthumbnail', f'{source}[n=-1]', '-s', f'{box}x{box}>', '-o', made]


def pushmedia(program):
    """The whole product, which takes a folder for what it writes: see `finish`."""
    return lambda source, made, box: [program, 'prepare', source, '--out', f'{made}.d', '--force']


def finish(made):
    """Puts the animation that the whole product wrote in its place."""
    folder = pathlib.Path(f'{made}.d')
    if not folder.exists():
        return
    written = sorted(folder.rglob('*.gif'))
    if len(written) != 1:
        raise RuntimeError(f'{len(written)} animations in {folder}')
    written[0].replace(made)
    shutil.rmtree(folder)


def user_time(command):
    """Runs it alone, and gives the user time of the whole process and its children."""
    environment = os.environ | {'VIPS_CONCURRENCY': '1', 'OMP_NUM_THREADS': '1'}
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=said, env=environment)
        status, usage = wait(process)
        if status:
            said.seek(0)
            words = said.read().decode(errors='replace').strip()[-300:]
            raise RuntimeError(f'{command[0]} ended with {status}: {words}')
    return usage.ru_utime


def wait(process):
    deadline = time.monotonic() + PATIENCE
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(0.002)


def run(tools, source, box, rounds, folder):
    """{tool: Score or the reason it has none}, alternating, the quickest round of each."""
    seconds, failures = {}, {}
    for turn in range(rounds):
        for name in list(tools)[::-1 if turn % 2 else 1]:
            made = result(folder, source, name)
            try:
                taken = user_time(tools[name](source, made, box))
                finish(made)
                seconds[name] = min(taken, seconds.get(name, taken))
            except (RuntimeError, OSError, ValueError) as problem:
                failures[name] = str(problem)
    return {name: failures.get(name) or score(source, result(folder, source, name), box, taken)
            for name, taken in ({name: 0 for name in tools} | seconds).items()}


def result(folder, source, name):
    return folder / f'{source.stem}.{name}.gif'


def score(source, made, box, seconds):
    try:
        like = likeness.compare(source, made, box)
    except (OSError, ValueError, AttributeError, SyntaxError) as problem:
        return f'cannot be compared: {problem}'
    return Score(made.stat().st_size, seconds, like)
