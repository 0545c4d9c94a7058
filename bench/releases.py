"""Which changes that a changelog states does swerve find between two releases?

    make bench-releases [ARGUMENTS="boltons idna"]

Runs `swerve diff` on the two releases of each library in `releases.tsv`, and puts what it finds
beside what the changelogs state about functions, which `stated.tsv` lists. That a function which a
statement is about is called changed does not say that it is this change: a person reads the
witness. With `--again` the reports of the last run are told once more.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.diffs import report_of
from bench.libraries import CACHE, Library, get_ready
from bench.results import share, table
from bench.sdists import downloaded, unpack
from bench.written_tests import tell_of_written, try_written

from swerve.model import is_public

_HERE = Path(__file__).parent
_LIMIT_S = 3600.0
_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Release:
    """A library, and the release before the one that is looked at."""

    library: Library
    before: str

    @property
    def title(self) -> str:
        """Name and both versions."""
        return f"{self.library.name} {self.before} -> {self.library.version}"


@dataclass(frozen=True, slots=True)
class Statement:
    """What a changelog says about the behaviour of a function."""

    name: str
    #: Where it is to be seen: names, with the end of the file before them where it takes that.
    functions: tuple[str, ...]
    says: str
    #: Whether it can be seen in principle, and on what condition.
    can_be_seen: str

    def is_about(self, function: str) -> bool:
        """Whether a function of a report, by its id, is one of those."""
        file, _, name = function.partition("::")
        for words in self.functions:
            place, colons, wanted = words.rpartition("::")
            is_there = name == wanted or name.startswith(f"{wanted}.") or not wanted
            if is_there and (not colons or file.endswith(place)):
                return True
        return False


def main(words: Sequence[str] | None = None) -> int:
    """Print what was found; 1 when it is less than 60% of what is stated."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("libraries", nargs="*", help="only these")
    parser.add_argument("--effort", default="normal")
    parser.add_argument(
        "--tests", action="store_true", help="also write tests, and run them on both sides"
    )
    parser.add_argument("--again", action="store_true", help="tell of the last run once more")
    parser.add_argument("--cache", type=Path, default=CACHE)
    options = parser.parse_args(words)
    statements = read_statements()
    lines = []
    for release in read_releases():
        name = release.library.name
        if options.libraries and name not in options.libraries:
            continue
        kept = options.cache / "results" / f"release-{name}.json"
        if not options.again:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(_compared(release, options)))
        if kept.is_file():
            stated = [each for each in statements if each.name == name]
            lines.append(_tell(release, stated, json.loads(kept.read_text())))
    totals = [sum(column) for column in zip(*(line[1:] for line in lines), strict=True)]
    head = ("release", "functions differ", "changed", "stated", "found", "not stated")
    print(table(head, [*lines, ("all", *totals)]))
    print(f"found of what is stated: {share(totals[3], totals[2])}")
    return 0 if totals[3] >= 0.6 * totals[2] else 1


def read_releases() -> list[Release]:
    """The releases that are compared."""
    found = []
    for name, old, new, code, needs, tests in _rows("releases.tsv"):
        rest = tuple(needs.split()), tuple(tests.split())
        found.append(Release(Library("release", name, new, code, *rest), old))
    return found


def read_statements() -> list[Statement]:
    """What changelogs state."""
    return [
        Statement(name, tuple(functions.split()), says, can_be_seen)
        for name, functions, says, can_be_seen in _rows("stated.tsv")
    ]


def _rows(file: str) -> list[list[str]]:
    lines = (_HERE / file).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def _compared(release: Release, options: argparse.Namespace) -> dict[str, Any]:
    library = release.library
    cache: Path = options.cache
    ready = get_ready(library, cache)
    old = ready.tree.parent / f"tree-{release.before}"
    if not old.is_dir():
        unpack(downloaded(library.name, release.before, cache / "sdists"), old)
    print(f"{release.title} ...", file=sys.stderr, flush=True)
    words = ["--effort", options.effort, "--include", f"{library.code}/**"]
    started = time.monotonic()
    with TemporaryDirectory() as written:
        words += ["--write-tests", written] if options.tests else []
        report = report_of(old, ready.tree, ready.python, cache / "swerve", words, _LIMIT_S)
        waited = time.monotonic() - started
        tried = try_written(ready, Path(written), old, ready.tree)
    return {**report, "waited": waited, "tests": [each.as_row() for each in tried]}


def _tell(
    release: Release, stated: list[Statement], report: dict[str, Any]
) -> tuple[str, int, int, int, int, int]:
    """Print a release as sections of Markdown; the line of the table for it."""
    functions = report["functions"]
    changed = {each["id"]: each for each in functions if each["verdict"] == "changed"}
    print(f"## {release.title}\n")
    print(f"{report['waited']:.0f} s, {len(functions)} functions differ\n")
    print("| stated | found | witness |\n| --- | --- | --- |")
    found = 0
    for statement in stated:
        about = [function for function in changed if statement.is_about(function)]
        found += bool(about)
        names = ", ".join(f"`{function.partition('::')[2]}`" for function in about)
        witness = _witness(changed[about[0]]) if about else f"({_why_not(statement, functions)})"
        print(f"| {statement.says} | {names or 'no'} | {witness} |")
    others = [each for each in changed if not any(one.is_about(each) for one in stated)]
    print("\nfound but not stated:\n")
    for function in sorted(others, key=lambda each: (not is_public(each.partition("::")[2]), each)):
        print(f"- `{function}`: {_witness(changed[function])}")
    print()
    if report["tests"]:
        tell_of_written([(release.library.name, test) for test in report["tests"]])
        print()
    return release.title, len(functions), len(changed), len(stated), found, len(others)


def _witness(function: dict[str, Any]) -> str:
    if not function["witnesses"]:
        return _short(function["reason"])
    first = function["witnesses"][0]
    parts = (first["call"], first["old"], first["new"])
    call, old, new = (_short(part).replace("|", "\\|") for part in parts)
    return f"{first['engine']}: `{call}` was `{old}`, is `{new}`"


def _why_not(statement: Statement, functions: list[dict[str, Any]]) -> str:
    about = [each for each in functions if statement.is_about(each["id"])]
    verdicts = ", ".join(f"{each['name']} {each['verdict']}" for each in about)
    return _short(f"can be seen: {statement.can_be_seen}; {verdicts or 'nothing differs there'}")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}..."


if __name__ == "__main__":
    sys.exit(main())
