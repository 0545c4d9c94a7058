"""Collect again what the value model was trained with.

    make corpus [PROJECTS="attrs click"]

Gets the source distributions that docs/dev/corpus.tsv lists, makes an environment for each, and
runs their suites as `swerve model collect` does. What is there already is not collected again; a
suite that was stopped goes on. Downloads and environments are kept under `build/corpus/`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.sdists import downloaded, environment, pip, unpack

from swerve.apps.collect import Collected, Wanted, collect
from swerve.model import Settings
from swerve.model.errors import SwerveError
from swerve.predict.training.events import Header, event_files, read, refuse_excluded

_ROOT = Path(__file__).parents[1]
_LIST = _ROOT / "docs" / "dev" / "corpus.tsv"
_WORK = _ROOT / "build" / "corpus"
_COLUMNS = ("name", "version", "events", "files", "passed", "needs", "options")
#: What suites have in common. Their own needs are in the list.
_TOOLS = (
    *("pytest<9", "pytest-asyncio", "pytest-benchmark", "pytest-datadir", "pytest-httpbin"),
    *("pytest-httpserver", "pytest-lazy-fixtures", "pytest-localserver", "pytest-mock"),
    *("pytest-regressions", "pytest-subtests", "attrs", "babel", "chardet", "cloudpickle"),
    *("email-validator", "flaky", "freezegun", "html5lib", "hypothesis", "importlib_metadata"),
    *("lxml", "markupsafe", "mock", "msgpack", "packaging", "python-dateutil", "pytz", "pyyaml"),
    *("requests", "responses", "setuptools<81", "simplejson", "six", "toml", "tomli_w", "trio"),
    "typing_extensions",
)


@dataclass(frozen=True, slots=True)
class Row:
    """One project of the list."""

    name: str
    version: str
    #: As last collected: places, source files, tests that passed. Empty before that.
    events: str = ""
    files: str = ""
    passed: str = ""
    #: Distributions that its tests need beside the usual ones.
    needs: str = ""
    #: Of `swerve model collect`.
    options: str = ""


def main(words: Sequence[str] | None = None) -> int:
    """Collect from all projects; 1 when nothing came of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("projects", nargs="*", help="only these")
    parser.add_argument("--list", type=Path, default=_LIST)
    parser.add_argument("--out", type=Path, default=_WORK / "events")
    parser.add_argument(
        "--update", action="store_true", help="only write the counts of --out into the list"
    )
    options = parser.parse_args(words)
    rows = read_list(options.list)
    if options.update:
        write_list(options.list, updated(rows, options.out))
        return 0
    failed = []
    for row in rows:
        if not options.projects or row.name in options.projects:
            print(f"{row.name:24} {row.version:12} ", end="", flush=True)
            why = _try_to_collect(row, options.out)
            if why:
                failed.append(row.name)
                print(why, flush=True)
    if failed:
        print(f"nothing came of: {', '.join(failed)}")
    return 1 if failed else 0


def read_list(path: Path) -> list[Row]:
    """The projects of a list."""
    head, *lines = path.read_text("utf-8").splitlines()
    if tuple(head.split("\t")) != _COLUMNS:
        raise ValueError(f"{path} has other columns than {', '.join(_COLUMNS)}")
    return [Row(*line.split("\t")) for line in lines if line.strip()]


def write_list(path: Path, rows: Sequence[Row]) -> None:
    """Write a list of projects."""
    lines = ["\t".join(str(getattr(row, column)) for column in _COLUMNS) for row in rows]
    path.write_text("\n".join(["\t".join(_COLUMNS), *lines]) + "\n", "utf-8")


def updated(rows: Sequence[Row], folder: Path) -> list[Row]:
    """The list with the counts of what was collected."""
    headers: dict[tuple[str, str], Header] = {}
    for path in event_files(folder):
        header = read(path)[0]
        headers[_key(header.project, header.version)] = header
    found = []
    for row in rows:
        header = headers.get(_key(row.name, row.version), Header("", "", "", ""))
        counts = header.events, header.files, header.tests.get("passed", 0)
        events, files, passed = map(str, counts) if header.project else ("", "", "")
        found.append(replace(row, events=events, files=files, passed=passed))
    return found


def _key(name: str, version: str) -> tuple[str, str]:
    return name.lower().replace("_", "-").replace(".", "-"), version


def _try_to_collect(row: Row, out: Path) -> str:
    """Collect from one project; why nothing came of it, or nothing."""
    try:
        refuse_excluded((row.name,))
        python, source = _prepared(row)
        collected = collect(_wanted(row, source, python, out), _Silence())
    except SwerveError as error:
        return error.message
    except (subprocess.SubprocessError, OSError) as error:
        return f"could not be installed: {error}"
    print(_line(collected), flush=True)
    return ""


class _Silence:
    def ran(self, done: int, total: int, tests: int, events: int) -> None:
        """A line a project is enough."""


def _line(collected: Collected) -> str:
    header = collected.header
    tests = ", ".join(f"{count} {word}" for word, count in header.tests.items())
    suite = f"{collected.done}/{collected.total} test files"
    return f"{header.files:5} files {header.events:8,} events, {suite}, {tests}"


def _wanted(row: Row, source: Path, python: Path, out: Path) -> Wanted:
    parser = argparse.ArgumentParser(prog=f"options of {row.name}")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--seconds", type=float, default=Wanted(source, out).seconds)
    parser.add_argument("--test-seconds", type=float, default=Wanted(source, out).test_seconds)
    parser.add_argument("--installed", action="store_true")
    settings = Settings(python=str(python))
    return Wanted(source, out, settings=settings, **vars(parser.parse_args(row.options.split())))


def _prepared(row: Row) -> tuple[Path, Path]:
    """The interpreter and the sources of a project, made on the first call."""
    place = _WORK / "projects" / f"{row.name}-{row.version}"
    source, done = place / "source", place / "installed"
    python = place / "venv" / "bin" / "python"
    wanted = " ".join((*row.needs.split(), *_TOOLS))
    if done.is_file() and done.read_text() == wanted:
        return python, source
    shutil.rmtree(place, ignore_errors=True)
    unpack(downloaded(row.name, row.version, _WORK / "sdists"), source)
    environment(place / "venv", f"{row.name}=={row.version}", *row.needs.split())
    try:
        pip("--python", str(python), "install", *_TOOLS)
    except subprocess.CalledProcessError:  # one of them does not go with the project
        for tool in _TOOLS:
            try:
                pip("--python", str(python), "install", tool)
            except subprocess.CalledProcessError:
                continue
    done.write_text(wanted)
    return python, source


if __name__ == "__main__":
    sys.exit(main())
