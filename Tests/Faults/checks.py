"""What must be so after a disturbed run, and after the run that follows it."""

import json
import pathlib
import shutil
import sqlite3
import tempfile


def leftovers(output):
    """What lies where only a running program may have something."""
    return [str(path.relative_to(output)) for name in ("staging", "waiting")
            for path in (output / ".pushmedia" / name).glob("*")]


def torn(files, waiting, references):
    """Files under final names that are not one of an undisturbed run, whole."""
    wrong = []
    whole = {digest for reference in references for digest in reference.files.values()}
    for name, digest in files.items():
        if digest not in [reference.files.get(name) for reference in references]:
            wrong.append(f"{name} is torn, or nobody knows it")
    return wrong + [f"{name} is torn" for name, digest in waiting.items() if digest not in whole]


def one_line(ended, meaning):
    """What is wrong with how a run says that it cannot go on."""
    lines = ended.error.splitlines()
    if len(lines) != 1 or not lines[0].startswith("pushmedia: "):
        return [f"{len(lines)} lines on stderr: {ended}"]
    # After a failed COMMIT, SQLite does not tell errno.
    if meaning and meaning not in lines[0] and "the ledger cannot be used: " not in lines[0]:
        return [f"not the words {meaning!r}: {lines[0]}"]
    return []


def recorded(output):
    """The attachments that the ledger knows, by source, as a copy of it tells."""
    ledger = output / ".pushmedia" / "ledger.sqlite"
    if not ledger.exists():
        return {}
    with tempfile.TemporaryDirectory() as folder:
        for end in ("", "-wal", "-journal"):
            if pathlib.Path(f"{ledger}{end}").exists():
                shutil.copy(f"{ledger}{end}", folder)
        connection = sqlite3.connect(f"{folder}/ledger.sqlite")
        try:
            rows = connection.execute("SELECT key, value FROM result").fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            rows = []
        finally:
            connection.close()
    assets = {key.decode(): json.loads(value)["asset"] for key, value in rows}
    return {source: asset for source, asset in assets.items() if asset.get("attachment")}


def finished(output, files, reference):
    """Inode and time of every output that is published, recorded, and still wanted."""
    sums = {asset["source"]: asset["sourceSHA256"] for asset in reference.manifest["assets"]}
    done = {}
    for source, asset in recorded(output).items():
        attachment = asset["attachment"]
        is_here = files.get(attachment["file"]) == attachment["sha256"]
        if is_here and sums.get(source) == asset["sourceSHA256"]:
            done[source] = identity(output / attachment["file"])
    return done


def identity(path):
    return path.stat().st_ino, path.stat().st_mtime_ns


def repeated(output, done, reference):
    """Finished work that was done again."""
    wrong = []
    for asset in reference.manifest["assets"]:
        if asset["source"] not in done or not asset["attachment"]:
            continue
        file = asset["attachment"]["file"]
        if not (output / file).exists() or identity(output / file) != done[asset["source"]]:
            wrong.append(f"{file} was finished and was made again")
    return wrong


def differences(files, reference):
    """How the output folder is not that of an undisturbed run."""
    wrong = [f"{name} is missing" for name in reference.files if name not in files]
    for name, digest in files.items():
        if name not in reference.files:
            wrong.append(f"{name} is too much")
        elif digest != reference.files[name]:
            wrong.append(f"{name} differs")
    return wrong
