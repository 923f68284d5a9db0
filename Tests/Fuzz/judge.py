"""What must be so of a batch that was prepared."""

import collections
import concurrent.futures
import json
import subprocess

Verdict = collections.namedtuple("Verdict", "faults outcomes failures decoded")

# Our side's failures that are an answer to hostile input, if one to look at.
LISTED = ("crashed", "timeout", "memory")
SHARE = 5  # one prepared output of so many is decoded by another program


def judge(programs, names, sources, output):
    """The faults of a batch, an outcome for each source, and what failed with which reason."""
    ended = programs.prepare(sources, output)
    if ended.code not in (0, 1) or ended.error:
        return Verdict([f"prepare ended with {ended.code}: {ended.error[:500]!r}"], {}, {}, 0)
    manifest = json.loads((output / "manifest.json").read_bytes())
    assets = {asset["source"]: asset for asset in manifest["assets"]}
    faults = []
    if len(manifest["assets"]) != len(names) or set(assets) != set(names):
        faults.append(f"{len(manifest['assets'])} rows for {len(names)} files")
    outcomes = {name: asset["status"] for name, asset in assets.items()}
    if (ended.code == 0) != all(status == "prepared" for status in outcomes.values()):
        faults.append(f"exit code {ended.code} does not fit the manifest")
    failures = {name: asset["reason"] for name, asset in assets.items()
                if asset["status"] == "failed"}
    faults += [f"{name} failed: {reason}" for name, reason in failures.items()
               if reason["code"] not in LISTED]
    prepared = {name: output / asset["attachment"]["file"] for name, asset in assets.items()
                if asset["status"] == "prepared"}
    faults += left(output, prepared)
    if prepared:
        checked = programs.verify(output)
        if checked.code != 0:
            faults.append(f"verify ended with {checked.code}: {complaints(checked)}")
    sample = [item for number, item in enumerate(sorted(prepared.items())) if number % SHARE == 0]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        faults += [text for text in pool.map(decode, sample) if text]
    return Verdict(faults, outcomes, failures, len(sample))


def complaints(ended):
    """The files that break a rule, and the rules."""
    lines = [line.strip() for line in ended.out.splitlines()
             if line.startswith(("FAIL", "    error"))]
    return " | ".join(lines + [ended.error])[:1500]


def left(output, prepared):
    """Files that are neither outputs nor expected."""
    known = {path.resolve() for path in prepared.values()} | {(output / "manifest.json").resolve()}
    wrong = [f"{path.name} is too much" for path in output.rglob("*") if path.is_file()
             and ".pushmedia" not in path.parts and path.resolve() not in known]
    return wrong + [f"{path} is left" for name in ("staging", "waiting")
                    for path in (output / ".pushmedia" / name).glob("*")]


def decode(item):
    """What FFmpeg has against an output."""
    name, path = item
    try:
        done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-f", "null", "-"],
                              capture_output=True, text=True, errors="replace", timeout=60,
                              check=False)
    except subprocess.TimeoutExpired:
        return f"{name}: ffmpeg does not get through {path.name} in a minute"
    if done.returncode or done.stderr:
        return f"{name}: ffmpeg of {path.name}: {done.stderr.strip()[:300]}"
    return None
