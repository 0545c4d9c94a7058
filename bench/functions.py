"""Is swerve right about single functions of projects that nobody here works on?

    make bench-functions REPOS=FOLDER [ARGUMENTS="--only zarr-python,beets"]

`functions.tsv` names commits that edit one function each, of public projects, and says whether that
changes what the function does: language models that knew nothing of swerve's answers read the
commit, its tests and the callers. FOLDER holds clones of the projects, bare or not, under their
name, `name.git` or `owner+name/repo`. Both versions of the file go to `swerve pairs`, so nothing is
installed.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.results import middle, share, table

_TRUTH = Path(__file__).with_name("functions.tsv")
#: A label that is less sure than this is not counted.
_SURE = 0.7
_ANSWERS = {"changed": "changed", "preserved": "preserved", "likely-preserved": "preserved"}


class Row(NamedTuple):
    """One commit that edits one function."""

    set: str
    project: str
    commit: str
    path: str
    function: str
    label: str
    sure: str
    why: str

    @property
    def id(self) -> str:
        """What its answer is found by."""
        return f"{self.project}@{self.commit}"


def main(words: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repos", type=Path, help="the folder with the clones")
    parser.add_argument("--only", default="", help="names of projects or sets, with commas")
    parser.add_argument("--save", type=Path, help="keep the answers in this file")
    options = parser.parse_args(words)
    only = set(filter(None, options.only.split(",")))
    rows = [
        row for row in rows_of() if not only or only & {row.set, row.project.rpartition("/")[2]}
    ]
    found = {project: clone_of(options.repos, project) for project in {row.project for row in rows}}
    for project in sorted(project for project, clone in found.items() if clone is None):
        print(f"no clone of {project} in {options.repos}: left out", file=sys.stderr)
    kept = [(row, clone) for row in rows if (clone := found[row.project]) is not None]
    with tempfile.TemporaryDirectory() as folder:
        pairs = Path(folder, "pairs.jsonl")
        with pairs.open("w", encoding="utf-8") as file:
            for row, clone in kept:
                try:
                    file.write(json.dumps(_pair(row, clone)) + "\n")
                except subprocess.CalledProcessError:
                    print(f"{row.id}: the clone lacks this commit: left out", file=sys.stderr)
        command = [sys.executable, "-m", "swerve", "pairs", str(pairs)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    answers = {row["id"]: row for row in map(json.loads, done.stdout.splitlines())}
    if options.save:
        options.save.write_text(done.stdout, encoding="utf-8")
    _print([row for row, _ in kept if row.id in answers and float(row.sure) >= _SURE], answers)
    return 0 if answers else 1


def rows_of() -> list[Row]:
    """What is known."""
    with _TRUTH.open(encoding="utf-8", newline="") as file:
        return [Row(**row) for row in csv.DictReader(file, delimiter="\t")]


def clone_of(folder: Path, project: str) -> Path | None:
    """The clone of a project, if there is one."""
    owner, _, name = project.partition("/")
    places = (name, f"{name}.git", f"{owner}+{name}/repo", f"{owner}+{name}", f"{owner}/{name}")
    return next((folder / each for each in places if (folder / each).is_dir()), None)


def _pair(row: Row, clone: Path) -> dict[str, str]:
    """Both versions of the file, as `swerve pairs` reads them."""
    return {
        "id": row.id,
        "path": row.path,
        "function": row.function,
        "old_file": _shown(clone, f"{row.commit}^:{row.path}"),
        "new_file": _shown(clone, f"{row.commit}:{row.path}"),
    }


def _shown(clone: Path, what: str) -> str:
    command = ["git", "-C", str(clone), "show", what]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, errors="replace"
    ).stdout


def _print(rows: Sequence[Row], answers: dict[str, dict[str, object]]) -> None:
    counts: dict[str, Counter[tuple[str, str]]] = {}
    seconds: dict[str, list[float]] = {}
    for row in rows:
        answer = answers[row.id]
        said = _ANSWERS.get(str(answer["verdict"]), "inconclusive")
        for group in (f"{row.set} {row.project.rpartition('/')[2]}", f"{row.set} all"):
            if row.label != "unclear":
                counts.setdefault(group, Counter())[row.label, said] += 1
            seconds.setdefault(group, []).append(float(str(answer["seconds"])))
    lines = []
    for group, count in sorted(counts.items()):
        hits, false = count["changed", "changed"], count["preserved", "changed"]
        changed = sum(n for (label, _), n in count.items() if label == "changed")
        preserved = count.total() - changed
        open_ = sum(n for (_, said), n in count.items() if said == "inconclusive")
        lines.append(
            (
                group,
                str(count.total()),
                share(hits, hits + false),
                share(hits, changed),
                share(count["preserved", "preserved"], preserved),
                share(open_, count.total()),
                middle(seconds[group]),
            )
        )
    heads = ("", "functions", "precision", "recall", "preserved", "inconclusive", "median s")
    print(table(heads, lines))


if __name__ == "__main__":
    sys.exit(main())
