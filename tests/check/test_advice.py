"""Does every inconclusive function come with something to do?"""

from __future__ import annotations

from dataclasses import replace

import pytest

from swerve.check.advice import advised
from swerve.model import (
    Cause,
    CauseKind,
    Effort,
    Evidence,
    FunctionReport,
    Learned,
    ModuleImports,
    Pair,
    Problem,
    Runtime,
    Verdict,
)
from swerve.source import pair_in

_OLD = "def f(x):\n    if x:\n        return 1\n    return 2\n"


def _report(*ran: int, runs: int = 0) -> FunctionReport:
    pair = pair_in("m.py", _OLD, _OLD.replace("return 2", "return 3"), "f")
    assert isinstance(pair, Pair)
    evidence = Evidence("generate", runs, 2, ran, ran, "")
    return FunctionReport(pair, Verdict.INCONCLUSIVE, "open", 1.0, evidence=(evidence,))


def _runtime(why: str, *hints: str) -> Runtime:
    problems = tuple(Problem("import-failed", "m.py", None, "", hint) for hint in hints)
    imports = ModuleImports("m.py", "m", "m", why)
    return Runtime("python", "3.11", "running", "strict", modules=(imports,), problems=problems)


def test_lines_that_never_ran_are_named() -> None:
    assert "old line 4" in advised(_report(2, 3, runs=9), Effort.NORMAL).advice
    assert "line 4" not in advised(_report(2, 4, runs=9), Effort.NORMAL).advice


def test_more_effort_is_advised_until_there_is_no_more() -> None:
    for report in (_report(), _report(4, runs=9)):
        assert "--effort deep" in advised(report, Effort.NORMAL).advice
        said = advised(report, Effort.DEEP).advice
        assert said.endswith(".")
        assert "--effort" not in said


def test_what_keeps_the_module_from_being_imported_comes_first() -> None:
    missing = _runtime("`serial` was not found", "Install serial.")
    assert advised(_report(), Effort.NORMAL, missing).advice == "Install serial."
    assert "importable" in advised(_report(), Effort.NORMAL, _runtime("it failed")).advice
    assert "importable" not in advised(_report(), Effort.NORMAL, _runtime("")).advice


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (replace(_report(), alarm="a contradicts b"), "by hand"),
        (replace(_report(), learned=Learned(doubts=("a test flips",))), "by hand"),
        (replace(_report(), advice="Correct the contract."), "Correct the contract."),
        (replace(_report(), verdict=Verdict.CHANGED), ""),
    ],
)
def test_what_else_is_known_decides(report: FunctionReport, expected: str) -> None:
    said = advised(report, Effort.NORMAL).advice
    assert said == "" if not expected else expected in said


def test_code_that_was_not_to_run_can_be_run() -> None:
    assert "--no-run" in advised(_report(), Effort.NORMAL, ran=False).advice


def test_of_a_function_that_is_only_affected_the_used_one_is_advised() -> None:
    report = _report()
    causes = (Cause(CauseKind.READS, "reads `LIMIT`, which changed"),)
    affected = replace(report, pair=replace(report.pair, causes=causes))
    assert "what it uses" in advised(affected, Effort.DEEP).advice
