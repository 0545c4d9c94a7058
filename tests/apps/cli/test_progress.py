"""The line with counts and the time that is left, on standard error."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from swerve.apps.cli import _progress
from swerve.apps.cli._progress import Line, Progress, doing, time_left
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
    assert re.search(r"swerve: comparing code ━+ 3/3 · 1 changed · 2 preserved", drawn)


def test_a_log_gets_whole_lines_without_escapes() -> None:
    logged = run(io.StringIO())
    assert "\x1b" not in logged
    assert "\r" not in logged
    assert logged.splitlines()[-1] == "swerve: comparing code 3/3 · 1 s · 1 changed · 2 preserved"


def test_a_short_run_leaves_a_log_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "_LOG_S", 60)
    assert run(io.StringIO()) == ""


def test_stages_have_names_and_totals_of_their_own() -> None:
    """A total that changes says why: what is counted goes by another name."""
    stream = io.StringIO()
    progress = Progress(stream)
    progress.started(3)
    progress.finished(answer(Verdict.PRESERVED))
    progress.finished(answer(Verdict.INCONCLUSIVE))
    progress.finished(answer(Verdict.INCONCLUSIVE))
    progress.running(2)
    progress.decided(answer(Verdict.CHANGED))
    progress.left_open(answer(Verdict.INCONCLUSIVE))
    progress.replaying(4, 9)
    progress.running(1)
    progress.decided(answer(Verdict.INCONCLUSIVE))
    progress.close()
    told = [re.sub(r" · ([^·]* left|1 s)", "", line) for line in stream.getvalue().splitlines()]
    assert told == [
        "swerve: comparing code 1/3 · 1 preserved",
        "swerve: comparing code 2/3 · 1 preserved",
        "swerve: comparing code 3/3 · 1 preserved",
        "swerve: running functions 1/2 · 1 preserved · 1 changed · f",
        "swerve: running functions 2/2 · 1 preserved · 1 changed · f",
        "swerve: running the project's tests 4/9",
        "swerve: running functions once more, for longer 1/1 · 1 preserved · 1 changed"
        " · 1 inconclusive · f",
    ]


@pytest.mark.parametrize(
    ("done", "total", "spent", "told"),
    [
        (0, 10, 30.0, ""),
        (10, 10, 30.0, ""),
        (5, 10, 1.0, "a moment"),
        (5, 10, 7.0, "about 7 s"),
        (1, 10, 4.0, "about 35 s"),
        (10, 110, 30.0, "about 5 min"),
        (1, 1000, 30.0, "about 8.3 h"),
    ],
)
def test_the_time_left_is_what_the_rest_takes_at_this_pace(
    done: int, total: int, spent: float, told: str
) -> None:
    assert time_left(done, total, spent) == told


def test_the_time_left_is_shown_after_a_while() -> None:
    stream = io.StringIO()
    line = Line(stream)
    line.begin("judging", 10)
    line._since = time.monotonic() - 28
    line.advance()
    line.close()
    assert stream.getvalue() == "swerve: judging 1/10 · about 4 min left\n"


def test_a_line_that_stays_stands_alone() -> None:
    stream = Terminal()
    line = Line(stream)
    line.begin("checking", 2)
    line.say("swerve: line 7: no JSON")
    line.close()
    assert "\r\x1b[Kswerve: line 7: no JSON\n" in stream.getvalue()


class Gone(io.StringIO):
    def write(self, _: str) -> int:
        raise BrokenPipeError


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_run_goes_on_when_nobody_reads_how_far_it_is(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would end there, without a report."""
    monkeypatch.setattr(Gone, "isatty", lambda _: is_terminal)
    progress = Progress(Gone())
    progress.started(1)
    progress.finished(answer(Verdict.CHANGED))
    progress.say("a line")
    progress.close()


def test_nothing_is_drawn_among_lines_that_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Terminal()
    monkeypatch.setattr(sys, "stderr", drawn)
    monkeypatch.setattr(sys, "stdout", Terminal())
    with doing("judging", 2, prints=True) as line:
        line.advance()
    assert drawn.getvalue() == ""


def test_an_old_terminal_gets_other_characters() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    stream.isatty = lambda: True  # type: ignore[method-assign]
    line = Line(stream)
    line.begin("checking", 2)
    line.advance()
    line.close()
    assert b"checking ##########---------- 1/2" in raw.getvalue()


@pytest.mark.slow
def test_a_real_terminal_shows_that_time_passes(tmp_path: Path) -> None:
    """Whoever waits for one long step sees the seconds count, without a word from the step."""
    program = (
        "import time\nfrom swerve.apps.cli._progress import doing\n"
        "with doing('waiting', 3):\n    time.sleep(3.5)\n"
    )
    parent, child = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", program], stderr=child) as process:
        os.close(child)
        drawn = b""
        while True:
            try:
                data = os.read(parent, 1000)
            except OSError:  # how Linux says that nobody writes any more
                break
            if not data:
                break
            drawn += data
    os.close(parent)
    assert process.returncode == 0
    assert "waiting ──────────────────── 0/3 · 3 s" in drawn.decode()
    assert drawn.endswith(b"\r\x1b[K")
