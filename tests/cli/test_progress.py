"""The line with counts on standard error."""

from __future__ import annotations

import io

import pytest

from swerve.cli import _progress
from swerve.cli._progress import Progress
from swerve.model import Function, FunctionReport, Module, Pair, Verdict

NOTHING = Function("f", Module("m.py", ""), 1, 1, 1)


def answer(verdict: Verdict) -> FunctionReport:
    return FunctionReport(Pair("m.py::f", NOTHING, NOTHING, ()), verdict, "", 0.0)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "_REDRAW_S", 0)
    monkeypatch.setattr(_progress, "_LOG_S", 0)


def run(stream: io.StringIO) -> str:
    progress = Progress(stream)
    progress.started(3)
    for verdict in (Verdict.CHANGED, Verdict.PRESERVED, Verdict.PRESERVED):
        progress.finished(answer(verdict))
    progress.close()
    return stream.getvalue()


def test_a_terminal_sees_one_line_that_is_gone_at_the_end() -> None:
    drawn = run(Terminal())
    assert "\n" not in drawn
    assert drawn.endswith("\r\x1b[K")
    assert "swerve: 3/3 functions checked · 1 changed · 2 preserved" in drawn


def test_a_log_gets_whole_lines_without_escapes() -> None:
    logged = run(io.StringIO())
    assert "\x1b" not in logged
    assert "\r" not in logged
    assert logged.splitlines()[-1] == "swerve: 3/3 functions checked · 1 changed · 2 preserved"


def test_a_short_run_leaves_a_log_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "_LOG_S", 60)
    assert run(io.StringIO()) == ""
