"""What does swerve say of mistakes and of rewrites in applications, whose objects only tests build?

    make bench-applications REPOS=FOLDER [ARGUMENTS="--mistakes 12 --rewrites 6 --only httpx"]
    make bench-applications REPOS=FOLDER ARGUMENTS="--effects 30 --mistakes 0 --rewrites 0 --each"

Makes small mistakes in functions of four of the projects of `make bench-commits`, one at a time,
and checks the work tree. A mistake is real when swerve finds it, or the tests do that name the
module or the function. Then the same with rewrites that are known to change nothing. With
`--effects`, also mistakes in what functions do to the world around them. Those that neither swerve
nor the tests find are counted, since they may be none.
"""

from __future__ import annotations

import argparse
import difflib
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.commits import Project, make_ready, projects_of
from bench.confined import Ran, run_confined, seen_inside
from bench.effect_mistakes import effect_mistakes_of
from bench.mutants import means_something_else
from bench.mutating import Mutation, mutations_of
from bench.results import Results, middle, most, share, table
from bench.rewriting import Around, applied, rewrites_of
from bench.source import FunctionNode, Source

from swerve.model import DifferenceKind
from swerve.source import Selection
from swerve.tell.words import DIFFERS_AT

PROJECTS = ("django-import-export", "httpx", "luigi", "scrapy")
_MISTAKE, _EFFECT, _REWRITE = "mistake", "effect", "rewrite"
_CHECK_S, _SUITE_S = 300.0, 90.0
#: Test files that are run for one mistake, those that name the function first.
_MOST_FILES = 6
#: Lines of an edit that are shown.
_MOST_LINES = 12
#: Where the settings of projects for Django are.
_SETTINGS = "tests/settings.py"
#: Exit status of pytest when tests failed, and how it names them.
_FAILED = 1
_FAILING = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
#: What pytest says goes where the end of it can be read from outside.
_PROGRAM = "import sys, pytest; sys.stdout = sys.stderr; sys.exit(pytest.main(sys.argv[1:]))"
_SUITE = (
    *("-q", "--no-header", "--tb=no", "-W", "ignore", "-o", "addopts="),
    *("-p", "no:cacheprovider", "-p", "no:randomly"),
)


@dataclass(frozen=True, slots=True)
class Edited:
    """A file of a project with one function written otherwise."""

    id: str
    #: Which of the three it is: a mistake, one in an effect, or a rewrite.
    group: str
    kind: str
    file: str
    function: str
    text: str


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An edit that could be made."""

    kind: str
    line: int
    #: The text of the file with it; `None` where it would not read as meant.
    write: Callable[[], str | None]


@dataclass(slots=True)
class Tree:
    """The work tree of a project, at its newest commit."""

    project: Project
    #: Test files by name, with what they hold.
    tests: dict[str, str] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    _fails: dict[tuple[str, ...], tuple[str, ...] | None] = field(default_factory=dict)

    def read(self) -> None:
        """Read its Python files."""
        subprocess.run(["git", "checkout", "--quiet", "--force", "."], cwd=self._folder, check=True)
        selection = Selection()
        listed = subprocess.run(
            ["git", "ls-files", "*.py"],
            cwd=self._folder,
            check=True,
            capture_output=True,
            text=True,
        )
        packages = self._packages(listed.stdout.split())
        for file in listed.stdout.split():
            why = selection.why_left_out(file)
            text = (self._folder / file).read_text("utf-8")
            if why == "test code":
                self.tests[file] = text
            elif why is None and file.partition("/")[0] in packages:
                self.sources[file] = Source(text)

    @property
    def _folder(self) -> Path:
        return self.project.clone

    @staticmethod
    def _packages(files: Sequence[str]) -> set[str]:
        """Folders at the top with a package in them, but for documentation and examples."""
        tops = {file.partition("/")[0] for file in files if file.endswith("__init__.py")}
        return {top for top in tops if top not in ("docs", "examples", "tests", "test", "extras")}

    def mistakes(self, count: int, chance: random.Random) -> Iterator[Edited]:
        """Mistakes in so many functions."""

        def found(source: Source, function: FunctionNode) -> Iterator[_Candidate]:
            for each in mutations_of(source, function):
                yield _Candidate(each.kind, each.line, partial(source.edited, each.edit))

        for edited in self._drawn(count, chance, found):
            yield replace(edited, group=_MISTAKE)

    def effects(self, count: int, chance: random.Random) -> Iterator[Edited]:
        """Mistakes in effects of so many functions: of each kind as many, in as many files."""
        waiting: dict[str, list[tuple[str, str, Mutation]]] = {}
        for file, source in self.sources.items() if count else ():
            for name, function in source.functions.items():
                for each in effect_mistakes_of(source, function):
                    waiting.setdefault(each.kind, []).append((file, name, each))
        for kind in sorted(waiting):
            chance.shuffle(waiting[kind])
        kinds: Counter[str] = Counter()
        files: Counter[str] = Counter()
        while any(waiting.values()) and kinds.total() < count:
            few = {kind: len(found) for kind, found in waiting.items() if found}
            kind = min(few, key=lambda each: (kinds[each], few[each], each))
            file, name, mistake = min(waiting[kind], key=lambda each: files[each[0]])
            text = self.sources[file].edited(mistake.edit)
            if means_something_else(self.sources[file].text, text):
                kinds[kind] += 1
                files[file] += 1
                place = f"{self.project.name}/{file}:{mistake.line}:{kind}"
                yield Edited(place, _EFFECT, kind, file, name, text)
                for found in waiting.values():
                    found[:] = [each for each in found if each[:2] != (file, name)]
            else:
                waiting[kind].remove((file, name, mistake))

    def rewrites(self, count: int, chance: random.Random) -> Iterator[Edited]:
        """Rewrites of so many functions."""
        around = Around((*self.tests.values(), *(each.text for each in self.sources.values())))

        def found(source: Source, function: FunctionNode) -> Iterator[_Candidate]:
            for each in rewrites_of(source, function, around):
                yield _Candidate(each.kind, each.line, partial(applied, source, each))

        return self._drawn(count, chance, found)

    def _drawn(
        self,
        count: int,
        chance: random.Random,
        candidates: Callable[[Source, FunctionNode], Iterator[_Candidate]],
    ) -> Iterator[Edited]:
        """One edit in each of so many functions, kinds that are rare before others."""
        if not count:
            return
        places = [
            (file, name) for file, source in self.sources.items() for name in source.functions
        ]
        chance.shuffle(places)
        kinds: Counter[str] = Counter()
        for file, name in places:
            source = self.sources[file]
            found = list(candidates(source, source.functions[name]))
            chance.shuffle(found)
            found.sort(key=lambda each: kinds[each.kind])
            for each in found:
                text = each.write()
                if text is not None and means_something_else(source.text, text):
                    kinds[each.kind] += 1
                    place = f"{self.project.name}/{file}:{each.line}:{each.kind}"
                    yield Edited(place, _REWRITE, each.kind, file, name, text)
                    break
            if kinds.total() == count:
                return

    def ask(self, edited: Edited, *, with_suite: bool) -> dict[str, Any]:
        """What swerve and the tests say of an edit."""
        place = self._folder / edited.file
        place.write_text(edited.text, "utf-8")
        try:
            what = {"id": edited.id, "group": edited.group, "kind": edited.kind}
            where = {"function": edited.function, "diff": self._diff(edited)}
            row = {**what, **where, **self._checked(edited)}
            return {**row, "suite": self._suite(edited) if with_suite else ""}
        finally:
            place.write_text(self.sources[edited.file].text, "utf-8")

    def _diff(self, edited: Edited) -> list[str]:
        """The lines that an edit takes away and brings."""
        old, new = self.sources[edited.file].text.splitlines(), edited.text.splitlines()
        lines = list(difflib.unified_diff(old, new, lineterm="", n=0))[2:]
        return [line for line in lines if not line.startswith("@@")]

    def _checked(self, edited: Edited) -> dict[str, Any]:
        command = [sys.executable, "-m", "swerve", "check", "--format", "json"]
        command += ["--python", str(self.project.python)]
        started = time.monotonic()
        try:
            ran = subprocess.run(
                command,
                cwd=self._folder,
                capture_output=True,
                text=True,
                timeout=_CHECK_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"verdict": "inconclusive", "by": [], "seconds": _CHECK_S, "why": "not finished"}
        seconds = time.monotonic() - started
        functions = json.loads(ran.stdout)["functions"]
        own = [each for each in functions if each["id"].endswith(f"::{edited.function}")]
        found = next((each for each in functions if each["verdict"] == "changed"), None)
        told = own[0] if own and (found is None or own[0]["verdict"] == "changed") else found
        if told is None:
            return {"verdict": "not seen", "by": [], "seconds": seconds, "why": ""}
        by = [f"{each['engine']} {each['realism']}" for each in told["witnesses"]]
        row = {"verdict": told["verdict"], "by": by, "seconds": seconds, "why": told["reason"]}
        at = [_differs_at(each) for each in told["witnesses"]]
        return {**row, "at": at, "told": told["id"], "notes": [*map(_noted, told["evidence"])]}

    def _suite(self, edited: Edited) -> str:
        """Whether tests that pass without a mistake fail with it."""
        name = edited.function.rpartition(".")[2]
        module = Path(edited.file).stem
        words = [re.compile(rf"\b{re.escape(each)}\b") for each in (name, module)]
        ranked = sorted(
            (file for file, text in self.tests.items() if any(each.search(text) for each in words)),
            key=lambda file: ([not each.search(self.tests[file]) for each in words], file),
        )
        files = tuple(file for file in ranked if "test" in Path(file).stem)[:_MOST_FILES]
        if not files:
            return "no tests"
        failing = self._failing(files, edited)
        if failing is None:
            return "not finished"
        files = tuple(file for file in files if file not in failing)
        if not files:
            return "no tests"
        once = ("-x", *(f"--deselect={test}" for test in failing), *files)
        ran = self._pytest(*once)
        if ran.status is None:
            return "not finished"
        if ran.status != _FAILED:
            return "passed"
        return "failed" if self._before(edited, *once).status == 0 else "unsteady"

    def _failing(self, files: tuple[str, ...], edited: Edited) -> tuple[str, ...] | None:
        """Tests that fail without a mistake, too, and files that cannot be imported.

        `None` where they do not come to an end.
        """
        if files not in self._fails:
            ran = self._before(edited, "-rfE", *files)
            found = None if ran.status is None else tuple(_FAILING.findall(ran.words))
            self._fails[files] = found
        return self._fails[files]

    def _before(self, edited: Edited, *words: str) -> Ran:
        """Run tests on the project as it is."""
        place = self._folder / edited.file
        place.write_text(self.sources[edited.file].text, "utf-8")
        try:
            return self._pytest(*words)
        finally:
            place.write_text(edited.text, "utf-8")

    def _pytest(self, *words: str) -> Ran:
        """Run tests where a mistake can do no harm but to this clone."""
        program = ["-c", _PROGRAM, *_SUITE, *words]
        tree = seen_inside(self._folder)
        seen = {"PYTHONPATH": tree}
        if "pytest-django" in self.project.needs and _SETTINGS in self.tests:
            folder, _, module = _SETTINGS.removesuffix(".py").rpartition("/")
            seen = {"PYTHONPATH": f"{tree}:{tree}/{folder}", "DJANGO_SETTINGS_MODULE": module}
        return run_confined(self.project.python, self._folder, program, _SUITE_S, seen)


def main(words: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repos", type=Path, help="the folder with the repositories")
    parser.add_argument("--mistakes", type=int, default=50, help="in each project")
    parser.add_argument("--rewrites", type=int, default=25, help="in each project")
    parser.add_argument("--effects", type=int, default=0, help="in each project")
    parser.add_argument("--each", action="store_true", help="tell all about each mistake")
    parser.add_argument("--only", default="", help="names of projects, with commas")
    parser.add_argument("--no-tests", action="store_true", help="leave the tests out")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--results", type=Path, default=Path("build/applications.jsonl"))
    options = parser.parse_args(words)
    names = options.only.split(",") if options.only else PROJECTS
    results = Results(options.results, keep=True)
    for project in projects_of():
        if project.name not in names:
            continue
        tree = Tree(make_ready(project, options.repos))
        tree.read()
        chance = random.Random(options.seed)  # noqa: S311 - to be made again
        edits = [*tree.mistakes(options.mistakes, chance), *tree.rewrites(options.rewrites, chance)]
        chance = random.Random(options.seed)  # noqa: S311 - the same ones, whatever came before
        edits += tree.effects(options.effects, chance)
        for number, edited in enumerate(edits, 1):
            if edited.id in results.rows:
                continue
            with_suite = edited.group != _REWRITE and not options.no_tests
            row = tree.ask(edited, with_suite=with_suite)
            results.add(row)
            told = f"{row['verdict']} {','.join(row['by'])} {row['seconds']:.1f} s {row['suite']}"
            print(f"{number}/{len(edits):<4} {edited.id:70} {told}", flush=True)
    rows = list(results.rows.values())
    if options.each:
        _tell_each([row for row in rows if row["group"] != _REWRITE])
    _tell(rows)
    return 0


def _differs_at(witness: dict[str, Any]) -> str:
    """Where the two sides part, as people are told."""
    path: str = witness.get("path", "")
    where = path if any(step in path for step in ".[{") else ""
    return witness.get("place") or where or DIFFERS_AT[DifferenceKind(witness["kind"])]


def _noted(evidence: dict[str, Any]) -> str:
    """What an engine did, in a line."""
    reached = f"{evidence['reached_old']} + {evidence['reached_new']}"
    lines = f"{reached} of {evidence['changed_lines']} changed lines"
    return f"{evidence['engine']}: {evidence['runs']} runs, {lines}; {evidence['note']}"


def _tell_each(rows: Sequence[dict[str, Any]]) -> None:
    for row in rows:
        by = f" by {row['by'][0]}, differs at {row['at'][0]}" if row["by"] else ""
        print(f"\n{row['id']}  {row['function']}")
        print(f"    {row['verdict']}{by}; tests: {row['suite']}; {row['seconds']:.1f} s")
        for line in row["diff"][:_MOST_LINES]:
            print(f"    {line}")
        if row["verdict"] != "changed":
            print(f"    {row['why']}")
            for note in row.get("notes", ()):
                print(f"    {note}")
        elif not row["told"].endswith(f"::{row['function']}"):
            print(f"    found in {row['told']}")


def _tell(rows: Sequence[dict[str, Any]]) -> None:
    groups = {
        group: [row for row in rows if row["group"] == group]
        for group in (_MISTAKE, _EFFECT, _REWRITE)
    }
    projects = [(name, f"{name}/") for name in PROJECTS]
    for group, title in ((_MISTAKE, "mistakes"), (_EFFECT, "effects")):
        if groups[group]:
            parts = [
                (name, [row for row in groups[group] if row["id"].startswith(start)])
                for name, start in projects
            ]
            _tell_found("project", title, parts)
    if groups[_EFFECT]:
        kinds = sorted({row["kind"] for row in groups[_EFFECT]})
        parts = [(kind, [row for row in groups[_EFFECT] if row["kind"] == kind]) for kind in kinds]
        _tell_found("kind", "effects", parts)
        neither = sum(not _is_real(row) for row in groups[_EFFECT])
        print(f"\nfound neither by swerve nor by the tests, so maybe no mistakes: {neither}")
    if groups[_REWRITE]:
        verdicts = ("changed", "likely-preserved", "preserved", "inconclusive", "not seen")
        lines = []
        for name, start in (*projects, ("all", "")):
            of = [row for row in groups[_REWRITE] if row["id"].startswith(start)]
            count = Counter(row["verdict"] for row in of)
            lines.append((name, len(of), *(count[verdict] for verdict in verdicts)))
        print()
        print(table(("project", "rewrites", *verdicts), lines))


def _tell_found(
    title: str, what: str, parts: Sequence[tuple[str, Sequence[dict[str, Any]]]]
) -> None:
    """How many of some mistakes are found, by project or by kind."""
    head = (title, what, "real", "tests", "replay", "vary", "others", "all", "share")
    everything = [row for _, of in parts for row in of]
    print()
    lines = [_line(name, of) for name, of in (*parts, ("all", everything))]
    print(table((*head, "median s", "95% s"), lines))


def _is_real(row: dict[str, Any]) -> bool:
    """Whether swerve or the tests found a mistake."""
    return bool(row["verdict"] == "changed" or row["suite"] == "failed")


def _line(name: str, of: Sequence[dict[str, Any]]) -> tuple[object, ...]:
    found = [row for row in of if row["verdict"] == "changed"]
    killed = [row for row in of if row["suite"] == "failed"]
    real = [row for row in of if _is_real(row)]
    by = Counter(row["by"][0].partition(" ")[0] if row["by"] else "" for row in found)
    seconds = [row["seconds"] for row in of]
    others = len(found) - by["replay"] - by["vary"]
    return (
        *(name, len(of), len(real), len(killed), by["replay"], by["vary"], others),
        *(len(found), share(len(found), len(real)), middle(seconds), most(seconds)),
    )


if __name__ == "__main__":
    sys.exit(main())
