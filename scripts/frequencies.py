"""Learn which values names have, from the test suites of real projects.

    make frequencies

Runs the suites with every read of the code under test recorded, and writes the table that the
`frequency` predictor comes with. Downloads and installs on the first run, under `build/suites/`.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from bench.projects import NEVER, PROJECTS, Project, left_by, run_suite

from swerve.predict._baselines import normalised

_OUT = Path(__file__).parents[1] / "src" / "swerve" / "predict" / "frequencies.json"
_LIMIT_S = 400.0
_KINDS = ("name", "attribute", "call", "item")
#: A name is kept that was seen in so many projects, or at so many places.
_FEWEST_PROJECTS, _FEWEST_PLACES = 2, 5
_MOST_BYTES = 300_000
#: What is a word that other code might have: no sentences, no numbers.
_WORD = re.compile(r"[a-z_][a-z0-9_.:-]{0,39}")
#: Of the places of a name, the share below which a class is taken for an accident.
_ACCIDENT = 0.01

#: Kind and name, then class: the places it was seen at.
_Rows = dict[tuple[str, str], dict[str, set[tuple[str, str, int]]]]


def main() -> int:
    """Run all suites, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("projects", nargs="*", default=[project.name for project in PROJECTS])
    parser.add_argument("--out", type=Path, default=_OUT)
    parser.add_argument("--keep", action="store_true", help="take what earlier runs recorded")
    options = parser.parse_args()
    rows: _Rows = {}
    sources: dict[str, dict[str, object]] = {}
    for project in sorted(PROJECTS, key=lambda each: each.name):
        if project.name in NEVER:
            raise ValueError(f"{project.name} is what swerve is measured with")
        if project.name in options.projects:
            found = _recorded(project, options.keep)
            if found:
                sources[project.name] = {"version": project.version, "events": _places(found)}
                _add(rows, project.name, found)
    text = _written(rows, sources)
    options.out.write_text(text, "utf-8")
    print(f"{len(sources)} projects, {len(text):,} bytes: {options.out}")
    return 0 if sources else 1


def _recorded(project: Project, keep: bool) -> list[Any]:
    """The events of a project, each (kind, name, file, line, class, count)."""
    try:
        ran = left_by(project, "recording")
        if not (keep and ran.found):
            ran = run_suite(project, "recording", _LIMIT_S)
    except (subprocess.SubprocessError, OSError) as error:
        print(f"{project.title:24} could not be installed: {error}", flush=True)
        return []
    ends = Counter(ran.outcomes.values())
    found = ran.found if isinstance(ran.found, list) else []
    print(f"{project.title:24} {ends['passed']:6} of {len(ran.outcomes):6} tests passed, ", end="")
    print(f"{len(found):7} kinds of events", flush=True)
    return found if ends["passed"] else []


def _places(events: list[Any]) -> int:
    """How many classes were seen, each once a line and name."""
    return len({tuple(event[:5]) for event in events})


def _add(rows: _Rows, project: str, events: list[Any]) -> None:
    for kind, name, file, line, word, _ in events:
        whole = normalised(name)[0]
        if _WORD.fullmatch(whole):
            row = rows.setdefault((kind, whole), {})
            row.setdefault(word, set()).add((project, file, line))


def _written(rows: _Rows, sources: dict[str, dict[str, object]]) -> str:
    """The table as text, one name a line; the rarest names go until it is small enough."""
    fewest = 1
    while True:
        table = _table(rows, fewest)
        parts = [f'"sources":{json.dumps(sources, sort_keys=True)}']
        for kind in _KINDS:
            names = table.get(kind, {})
            lines = [f"{json.dumps(name)}:{_compact(names[name])}" for name in sorted(names)]
            parts.append(f'"{kind}":{{\n' + ",\n".join(lines) + "\n}")
        text = "{" + ",\n".join(parts) + "}\n"
        if len(text.encode()) <= _MOST_BYTES:
            return text
        fewest += 1


def _table(rows: _Rows, fewest: int) -> dict[str, dict[str, dict[str, int]]]:
    table: dict[str, dict[str, dict[str, int]]] = {}
    for (kind, name), row in rows.items():
        places = {place for seen in row.values() for place in seen}
        if len(places) < fewest:
            continue
        if (
            len({project for project, _, _ in places}) < _FEWEST_PROJECTS
            and len(places) < _FEWEST_PLACES
        ):
            continue
        least = _ACCIDENT * sum(map(len, row.values()))
        counts = {word: len(seen) for word, seen in row.items() if len(seen) >= least}
        table.setdefault(kind, {})[name] = counts
    return table


def _compact(counts: dict[str, int]) -> str:
    ordered = dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
    return json.dumps(ordered, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
