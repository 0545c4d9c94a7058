"""Is swerve right about what authors of real commits meant?

    make bench-judged REPOS=FOLDER [ARGUMENTS="--only click,lark"]

`judged.tsv` names differences that swerve finds in commits of public projects, and what two readers
say of each, independently and without knowing what swerve says: language models that read the
message, the diff and the tests. Into some commits a mistake was put beside what the message says;
the row has it. FOLDER holds clones of the projects, bare or not. Each is installed with what its
tests need into an environment of its own, under `build/judged/`. A difference on which the readers
do not agree is not counted.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.functions import clone_of
from bench.mutating import mutations_of
from bench.results import Results, share, table
from bench.sdists import environment
from bench.source import Source

_HERE = Path(__file__).parent
_CACHE = _HERE.parent / "build" / "judged"
_LIMIT_S = 600.0
_ATTRIBUTE = re.compile(r"\.([A-Za-z_]\w*)")
_RAISED = re.compile(r"raised ([\w.]+)")
_LABELS = ("intended", "unintended", "unclear")
#: Who commits the mistakes; their versions may be asked for by tools that install.
_AS = {
    **{f"GIT_{who}_NAME": "bench" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "bench@example.org" for who in ("AUTHOR", "COMMITTER")},
    "SETUPTOOLS_SCM_PRETEND_VERSION": "99.0",
}


class Row(NamedTuple):
    """One difference."""

    project: str
    commit: str
    #: A mistake, as JSON: the file, the function, the line, what kind it is, and which of several
    #: of that kind; often empty.
    put_in: str
    function: str
    #: What tells it apart from others of the function: the kind, how both versions end, and the
    #: attribute that differs.
    what: str
    one: str
    other: str

    @property
    def label(self) -> str:
        """What both readers say; empty where they do not agree."""
        return self.one if self.one == self.other else ""


def main(words: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repos", type=Path, help="the folder with the clones")
    parser.add_argument("--only", default="", help="names of projects, with commas")
    parser.add_argument("--results", type=Path, default=_CACHE / "results.jsonl")
    options = parser.parse_args(words)
    os.environ.update(_AS)
    only = set(filter(None, options.only.split(",")))
    rows = [row for row in rows_of() if not only or row.project.rpartition("/")[2] in only]
    results = Results(options.results, keep=True)
    for project in dict.fromkeys(row.project for row in rows):
        clone = clone_of(options.repos, project)
        if clone is None:
            print(f"no clone of {project} in {options.repos}: left out", file=sys.stderr)
            continue
        ready = _Ready(project, clone)
        changes = dict.fromkeys((row.commit, row.put_in) for row in rows if row.project == project)
        for commit, put_in in changes:
            place = f"{project}@{commit} {put_in}".strip()
            if place not in results.rows:
                results.add({"id": place, "judged": ready.judged(commit, put_in)})
                print(place, flush=True)
    _tell(rows, results)
    return 0


def rows_of() -> list[Row]:
    """What is known."""
    with (_HERE / "judged.tsv").open(encoding="utf-8", newline="") as file:
        return [Row(**row) for row in csv.DictReader(file, delimiter="\t")]


def what_differs(witness: dict[str, Any]) -> str:
    """What tells a difference apart, in whatever call it shows."""
    ends = [found[1] if (found := _RAISED.match(witness[side])) else "" for side in ("old", "new")]
    attributes = _ATTRIBUTE.findall(witness["path"])
    return " ".join((witness["kind"], *(end or "-" for end in ends), *attributes[-1:]))


class _Ready:
    """A project that is installed, and its commits."""

    def __init__(self, project: str, clone: Path) -> None:
        folder = _CACHE / project.rpartition("/")[2]
        self._clone = folder / "clone"
        if not self._clone.is_dir():
            subprocess.run(["git", "clone", "--quiet", clone, self._clone], check=True)
        self._python = folder / "venv" / "bin" / "python"
        if not self._python.is_file():
            environment(folder / "venv", "--editable", str(self._clone), *_needs(project))

    def judged(self, commit: str, put_in: str) -> dict[str, list[list[str]]]:
        """By function, what differs and what it was judged to be, and how sure that is."""
        checked = self._with_mistake(commit, json.loads(put_in)) if put_in else commit
        command = [sys.executable, "-m", "swerve", "check", checked, "--format", "json"]
        ran = subprocess.run(
            [*command, "--python", str(self._python)],
            cwd=self._clone,
            capture_output=True,
            text=True,
            timeout=_LIMIT_S,
            check=False,
        )
        if not ran.stdout:
            print(f"{checked}: {ran.stderr.strip()}", file=sys.stderr)
            return {}
        return {
            each["id"]: [
                [what_differs(one), one["judgement"] or "", one["confidence"]]
                for one in each["witnesses"]
            ]
            for each in json.loads(ran.stdout)["functions"]
        }

    def _with_mistake(self, commit: str, mistake: dict[str, Any]) -> str:
        """A commit with a mistake in it, and the message of the one that it is made from."""
        source = Source(self._git("show", f"{commit}:{mistake['path']}"))
        found = [
            each
            for each in mutations_of(source, source.functions[mistake["function"]])
            if (each.line, each.kind) == (mistake["line"], mistake["kind"])
        ]
        text = source.edited(found[mistake["number"]].edit)
        with tempfile.TemporaryDirectory() as folder:
            index = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
            self._git("read-tree", commit, more=index)
            blob = self._git("hash-object", "-w", "--stdin", given=text).strip()
            entry = f"100644,{blob},{mistake['path']}"
            self._git("update-index", "--cacheinfo", entry, more=index)
            tree = self._git("write-tree", more=index).strip()
        message = self._git("log", "-1", "--format=%B", commit)
        parent = self._git("rev-parse", f"{commit}^").strip()
        return self._git("commit-tree", tree, "-p", parent, given=message).strip()

    def _git(self, *words: str, given: str = "", more: dict[str, str] | None = None) -> str:
        return subprocess.run(
            ["git", "-C", str(self._clone), *words],
            input=given,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **(more or {})},
        ).stdout


def _needs(project: str) -> Sequence[str]:
    """What the tests of a project need."""
    lines = (_HERE / "judged_needs.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines).get(project, "pytest").split()


def _tell(rows: Sequence[Row], results: Results) -> None:
    groups = {
        "as committed": [row for row in rows if not row.put_in],
        "with a mistake put in": [row for row in rows if row.put_in],
        "all": rows,
    }
    head = ("differences", "labelled", "agreed", "found again", "precision", "recall")
    print(table((*head, "intended right", "unclear"), [
        (name, *_scores(of, results)) for name, of in groups.items()
    ]))  # fmt: skip


def _scores(rows: Iterable[Row], results: Results) -> Iterator[object]:
    rows = [*rows]
    agreed = [row for row in rows if row.label]
    said = Counter((row.label, found) for row in agreed if (found := _said(row, results)))
    both = said["unintended", "unintended"]
    yield from (len(rows), len(agreed), said.total())
    yield share(both, both + said["intended", "unintended"] + said["unclear", "unintended"])
    yield share(both, sum(said["unintended", each] for each in _LABELS))
    yield share(said["intended", "intended"], sum(said[each, "intended"] for each in _LABELS))
    yield share(sum(said[each, "unclear"] for each in _LABELS), said.total())


def _said(row: Row, results: Results) -> str:
    """What a difference was judged to be; empty where it was not found again.

    What is only possibly not meant counts as unclear: nobody is told to act on it.
    """
    place = f"{row.project}@{row.commit} {row.put_in}".strip()
    for what, judgement, confidence in (
        results.rows.get(place, {}).get("judged", {}).get(row.function, ())
    ):
        if what == row.what:
            is_guess = judgement == "unintended" and confidence == "low"
            return "unclear" if is_guess else str(judgement)
    return ""


if __name__ == "__main__":
    sys.exit(main())
