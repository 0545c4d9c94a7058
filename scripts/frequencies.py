"""Learn which values names have, from events that were collected.

    make frequencies EVENTS=FOLDER

Writes the table that the `frequency` predictor comes with, from the events that `make corpus` or
`swerve model collect` wrote to a folder.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from swerve.predict.training.events import event_files, read, refuse_excluded
from swerve.predict.training.train import Frequencies, made_up_by_runs

_OUT = Path(__file__).parents[1] / "src" / "swerve" / "predict" / "frequencies.json"
_MOST_BYTES = 300_000


def main() -> int:
    """Read all events, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=_OUT)
    options = parser.parse_args()
    frequencies = Frequencies()
    sources: dict[str, dict[str, object]] = {}
    for path in event_files(options.folder):
        header, files = read(path)
        refuse_excluded((header.project,))
        if header.origin != "observed":
            continue
        count = 0
        for file in files:
            if not file.is_test:
                events = tuple(made_up_by_runs(file))
                count += len(events)
                frequencies.add((header.project, file.file, event) for event in events)
        sources[header.project] = {"version": header.version, "events": count}
        print(f"{header.project:24} {header.version:12} {count:8,} events", flush=True)
    if not sources:
        print(f"no events in {options.folder}", file=sys.stderr)
        return 1
    text = frequencies.text(sources, _MOST_BYTES)
    options.out.write_text(text, "utf-8")
    print(f"{len(sources)} projects, {len(text):,} bytes: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
