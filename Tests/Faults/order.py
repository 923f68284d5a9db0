"""Whether an output is durable before the ledger says that it is there."""

import collections
import json
import os

Event = collections.namedtuple("Event", "name failed target other bytes")


def read(log):
    """The calls that a shim has logged."""
    events = []
    for line in log.read_text(errors="surrogateescape").splitlines():
        _, name, failed, target, other, digits = line.split("\t")
        events.append(Event(name, int(failed), os.path.abspath(target), os.path.abspath(other),
                            bytes.fromhex(digits)))
    return events


def faults(events, output, attachments):
    """A line for each call that comes too early. `attachments` are the manifest's."""
    wrong = folders(events)
    for place, event in enumerate(events):
        if event.name == "rename" and "/staging/" in event.target and not event.failed:
            wrong += staged(events, place)
    for attachment in attachments:
        wrong += commit(events, output / attachment["file"], attachment)
    return wrong


def staged(events, place):
    """A staged file is synced when it is written, and only then renamed."""
    file, name = events[place].target, events[place].other
    before = [event.name for event in events[:place] if event.target == file and not event.failed]
    if not before or before[-1] != "sync":
        return [f"{name}: it is renamed without a sync, or was written after it"]
    return []


def commit(events, file, attachment):
    """A final name is durable before the ledger has it, and then the ledger is made durable."""
    named = [place for place, event in enumerate(events)
             if event.name == "rename" and event.other == str(file) and not event.failed]
    # JSONEncoder writes slashes with a backslash.
    words = [f'"{key}":{json.dumps(attachment[key])}'.replace("/", "\\/").encode()
             for key in ("file", "sha256")]
    written = [place for place, event in enumerate(events)
               if all(word in event.bytes for word in words)]
    if len(named) != 1 or not written:
        return [f"{file}: {len(named)} renames, {len(written)} writes to the ledger"]
    if not has_sync(events[named[0]:written[0]], str(file.parent)):
        return [f"{file}: the ledger has it before its folder is synced"]
    if not has_sync(events[written[0]:], events[written[0]].target):
        return [f"{file}: the ledger is not synced after it"]
    return []


def folders(events):
    """A new folder is synced in the one around it before anything gets a name in it."""
    wrong = []
    for place, event in enumerate(events):
        if event.name != "mkdir" or event.failed:
            continue
        ends = [later for later in range(place, len(events)) if events[later].name == "rename"
                and events[later].other.startswith(event.target + "/")]
        if not has_sync(events[place:ends[0] if ends else None], os.path.dirname(event.target)):
            wrong.append(f"{event.target}: the folder is used before it is durable")
    return wrong


def has_sync(events, target):
    return any(event.name == "sync" and event.target == target and not event.failed
               for event in events)
