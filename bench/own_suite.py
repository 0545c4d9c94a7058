"""Does a library's own suite notice a mistake in its code?

Only the tests run that come by the function, which one run with coverage of each test tells. Tests
that fail on the code as it is are left out.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.confined import Ran, run_confined, seen_inside
from bench.libraries import Ready, tree_with

_FIRST_RUN_S = 900.0
_LEAST_S = 30.0
#: A mutant may take so many times what its tests take on the code as it is.
_PATIENCE = 5.0
_BASELINE = "baseline.json"
#: pytest's own status for tests that failed, and for those that could not even be collected.
_FAILED = (1, 2)
_RECORDER = """
import json, sys, pytest

class Recorder:
    seconds, failed = {}, []
    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)

recorder = Recorder()
status = pytest.main(sys.argv[2:], plugins=[recorder])
with open(sys.argv[1], "w") as out:
    json.dump({"seconds": recorder.seconds, "failed": recorder.failed}, out)
"""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What the suite does on the code as it is."""

    #: Test -> seconds, for those that pass.
    seconds: Mapping[str, float]
    failed: tuple[str, ...]
    #: File -> line -> tests that run it; the empty name stands for importing.
    lines: Mapping[str, Mapping[int, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the suite said."""

    #: "killed", "survived" or "timeout".
    outcome: str
    seconds: float
    #: How many tests came by the function.
    tests: int


class OwnSuite:
    """The suite of one library. What it said about a text is kept."""

    def __init__(self, ready: Ready) -> None:
        self._ready = ready
        self._kept = ready.notes / "suite.jsonl"
        self._baseline: Baseline | None = None
        self._known = {key: Answer(**answer) for key, answer in _rows(self._kept)}

    def ask(self, file: str, text: str, lines: range) -> Answer:
        """Run the tests that come by some lines of a file, with another text in its place."""
        key = hashlib.sha256(f"{file}\0{text}".encode()).hexdigest()
        if key not in self._known:
            self._known[key] = answer = self._asked(file, text, lines)
            row = {"outcome": answer.outcome, "seconds": answer.seconds, "tests": answer.tests}
            with self._kept.open("a") as kept:
                kept.write(json.dumps([key, row]) + "\n")
        return self._known[key]

    def _asked(self, file: str, text: str, lines: range) -> Answer:
        baseline = self.baseline()
        tests = _tests_by(baseline, file, lines)
        seconds = sum(baseline.seconds[test] for test in tests or baseline.seconds)
        with tree_with(self._ready, {file: text}) as tree:
            ran = self._run(tree, tests, _LEAST_S + _PATIENCE * seconds)
        if ran.status is None:
            outcome = "timeout"
        elif ran.status in (0, *_FAILED):
            outcome = "killed" if ran.status else "survived"
        else:  # it took pytest with it
            outcome = "killed"
        return Answer(outcome, round(ran.seconds, 2), len(tests))

    def _run(self, tree: Path, tests: list[str], limit_s: float) -> Ran:
        words = ["-x", "-q", *self._options()]
        words += [f"--deselect={test}" for test in self.baseline().failed]
        (tree / "arguments").write_text("\n".join(tests or self._ready.library.tests))
        environment = self._environment(tree)
        return run_confined(
            self._ready.python, tree, ["-m", "pytest", *words, "@arguments"], limit_s, environment
        )

    def baseline(self) -> Baseline:
        """What the suite does on the code as it is, found out once."""
        if self._baseline is None:
            kept = self._ready.notes / _BASELINE
            if not kept.is_file():
                kept.write_text(json.dumps(self._first_run()))
            found = json.loads(kept.read_text())
            lines = {
                file: {int(line): tuple(tests) for line, tests in by_line.items()}
                for file, by_line in found["lines"].items()
            }
            self._baseline = Baseline(found["seconds"], tuple(found["failed"]), lines)
        return self._baseline

    def _first_run(self) -> dict[str, object]:
        library = self._ready.library
        cover = [f"--cov={library.code}", "--cov-context=test", "--cov-report="]
        with tree_with(self._ready, {}) as tree:
            words = ["-c", _RECORDER, "outcome.json", "-q", *self._options(), *cover]
            environment = self._environment(tree)
            ran = run_confined(
                self._ready.python, tree, [*words, *library.tests], _FIRST_RUN_S, environment
            )
            if not (tree / "outcome.json").is_file():
                raise RuntimeError(f"the suite of {library.title} did not end: {ran.words[-2000:]}")
            outcome = json.loads((tree / "outcome.json").read_text())
            lines = _lines_in(tree / ".coverage", f"{seen_inside(tree)}/")
        failed = sorted(set(outcome["failed"]))
        seconds = {test: s for test, s in outcome["seconds"].items() if test not in failed}
        return {"seconds": seconds, "failed": failed, "lines": lines}

    def _options(self) -> list[str]:
        seeded = ["--hypothesis-seed=0"] if "hypothesis" in self._ready.library.needs else []
        return ["-p", "no:cacheprovider", "-o", "addopts=", *seeded]

    def _environment(self, tree: Path) -> dict[str, str]:
        return {"PYTHONPATH": f"{seen_inside(tree)}/{self._ready.library.root}"}


def _tests_by(baseline: Baseline, file: str, lines: range) -> list[str]:
    """The tests that come by some lines; none where all have to be run to know."""
    by_line = baseline.lines.get(file, {})
    found = dict.fromkeys(test for line in lines for test in by_line.get(line, ()))
    if "" in found:
        return []
    return [test for test in found if test in baseline.seconds]


def _lines_in(data: Path, root: str) -> dict[str, dict[int, list[str]]]:
    """Which tests ran which lines, as coverage.py has written it down."""
    found: dict[str, dict[int, list[str]]] = {}
    names = "join file on file.id = file_id join context on context.id = context_id"
    with sqlite3.connect(data) as database:
        rows = [
            (path, context, _numbers_in(bits))
            for path, context, bits in database.execute(
                f"select path, context, numbits from line_bits {names}"  # noqa: S608 - see above
            )
        ]
        # What it writes instead when the project wants to know about branches.
        rows += database.execute(
            f"select path, context, json_group_array(tono) from arc {names} "  # noqa: S608
            "where tono > 0 group by path, context"
        )
    for path, context, numbers in rows:
        lines = found.setdefault(path.removeprefix(root), {})
        test = context.rpartition("|")[0]  # behind it: setup, run or teardown
        for number in set(json.loads(numbers) if isinstance(numbers, str) else numbers):
            lines.setdefault(number, []).append(test)
    return found


def _numbers_in(bits: bytes) -> list[int]:
    return [
        number * 8 + bit for number, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1
    ]


def _rows(path: Path) -> list[tuple[str, dict[str, Any]]]:
    return [json.loads(line) for line in path.open()] if path.is_file() else []
