"""What does `swerve diff` say about two trees, and how long does a user wait for it?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

#: No change of one function may take so long.
_LIMIT_S = 300.0
#: The engines that run functions inside their project.
INSIDE = ("replay", "generate")


@dataclass(frozen=True, slots=True)
class Found:
    """A function that is called changed, and why."""

    function: str
    engine: str
    realism: str
    call: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of comparing two trees that differ in one function."""

    #: Of the function that differs most: "changed" when one is.
    verdict: str
    #: From the start of the command to its end.
    seconds: float
    found: tuple[Found, ...]
    #: What engines say where nothing was found, and what stood in their way.
    reasons: tuple[str, ...]

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that found something."""
        return tuple(dict.fromkeys(each.engine for each in self.found))

    def as_row(self) -> dict[str, Any]:
        """Plain data, for a file of results."""
        return {**asdict(self), "engines": self.engines}


def answer_from(row: dict[str, Any]) -> Answer:
    """The answer that was written to a file of results."""
    found = tuple(Found(**each) for each in row["found"])
    return Answer(row["verdict"], row["seconds"], found, tuple(row["reasons"]))


def ask(old: Path, new: Path, python: Path, cache: Path, words: Sequence[str] = ()) -> Answer:
    """Run `swerve diff` as a user would, with a cache of its own that stays from call to call."""
    started = time.monotonic()
    report, trouble = _report(old, new, python, cache, words, _LIMIT_S)
    seconds = round(time.monotonic() - started, 2)
    if report is None:
        return Answer("failed", seconds, (), (trouble,))
    functions = report["functions"]
    verdicts = [function["verdict"] for function in functions]
    order = ("changed", "inconclusive", "likely-preserved", "preserved")
    verdict = next((each for each in order if each in verdicts), "no functions")
    reasons = [function["reason"] for function in functions if function["verdict"] != "changed"]
    reasons += [problem["message"] for problem in report["problems"]]
    return Answer(verdict, seconds, tuple(_found(functions)), tuple(reasons))


def report_of(
    old: Path, new: Path, python: Path, cache: Path, words: Sequence[str], limit_s: float
) -> dict[str, Any]:
    """The whole report. Raises `RuntimeError` when there is none."""
    report, trouble = _report(old, new, python, cache, words, limit_s)
    if report is None:
        raise RuntimeError(trouble)
    return report


def _report(
    old: Path, new: Path, python: Path, cache: Path, words: Sequence[str], limit_s: float
) -> tuple[dict[str, Any] | None, str]:
    command = [sys.executable, "-m", "swerve", "diff", str(old), str(new)]
    command += ["--python", str(python), "--format", "json", "--fail-on", "never", *words]
    try:
        ran = subprocess.run(
            command,
            env={**os.environ, "SWERVE_CACHE": str(cache)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=limit_s,
            check=False,
            text=True,
        )
    except subprocess.TimeoutExpired:
        return None, f"no answer in {limit_s:g} s"
    if ran.returncode != 0:
        return None, ran.stderr[-2000:]
    report: dict[str, Any] = json.loads(ran.stdout)
    return report, ""


def _found(functions: list[dict[str, Any]]) -> list[Found]:
    names = ("engine", "realism", "call", "old", "new")
    return [
        Found(function["id"], *(witness[name] for name in names))
        for function in functions
        if function["verdict"] == "changed"
        for witness in function["witnesses"]
    ]
