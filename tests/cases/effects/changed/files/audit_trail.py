# Path.write_text replaces the trail with the last event where every event was appended to it.
# function: record_events
# shows: record_events([{"user": "ada", "action": "login"}, {"user": "ada", "action": "logout"}])
# effect: file audit/trail.jsonl

import json
from pathlib import Path

TRAIL = Path("audit/trail.jsonl")


def _append(entry):
    TRAIL.parent.mkdir(exist_ok=True)
    with TRAIL.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(entry, sort_keys=True) + "\n")


def record_events(events):
    """Keep every event that names a user; return how many were kept."""
    kept = 0
    for event in events:
        if not event.get("user"):
            continue
        _append(event)
        kept += 1
    return kept
# --- new ---
import json
from pathlib import Path

TRAIL = Path("audit/trail.jsonl")


def _append(entry):
    TRAIL.parent.mkdir(exist_ok=True)
    TRAIL.write_text(json.dumps(entry, sort_keys=True) + "\n", encoding="utf-8")


def record_events(events):
    """Keep every event that names a user; return how many were kept."""
    kept = [event for event in events if event.get("user")]
    for event in kept:
        _append(event)
    return len(kept)
