"""How long did each engine take?"""

from __future__ import annotations

from dataclasses import replace

from swerve.model import (
    Change,
    Function,
    FunctionReport,
    Intent,
    Module,
    Pair,
    Report,
    Verdict,
    evidence_about,
)
from swerve.tell.timings import timing_lines

NOTHING = Function("f", Module("m.py", ""), 1, 1, 1)


def test_engines_are_told_by_the_time_that_they_took() -> None:
    functions = []
    for number, took in enumerate((0.25, 1.5)):
        pair = Pair(f"m.py::f{number}", NOTHING, NOTHING, ())
        spent = (("static", 0.0), ("generate", took))
        evidence = tuple(
            replace(evidence_about(pair, name, ""), seconds=seconds) for name, seconds in spent
        )
        functions.append(FunctionReport(pair, Verdict.CHANGED, "", took, evidence=evidence))
    report = Report(Change("a", "b", Intent(), ()), tuple(functions), 2.5)
    assert list(timing_lines(report, 0.75)) == [
        "first verdict after 0.8 s",
        "generate: 1.8 s on 2 functions, at most 1.5 s",
        "static: 0.0 s on 2 functions, at most 0.0 s",
        "all: 2.5 s",
    ]
