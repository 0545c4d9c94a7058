from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from tests.tell.builders import effect, found, function, named, pair, report, witness
from tests.tell.example import full_report
from tests.tell.hostile import hostile_reports

from swerve.model import (
    FailOn,
    FunctionReport,
    InterfaceDifference,
    LeftOut,
    Listed,
    Outside,
    Problem,
    Report,
    Side,
    Verdict,
)
from swerve.tell import console_for, render_text

_GOLDEN = Path(__file__).parent / "golden"
_SGR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the developer's terminal announces is not to reach these tests."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TERM"):
        monkeypatch.delenv(name, raising=False)


def shown(
    made: Report,
    width: int = 100,
    *,
    fail_on: FailOn = FailOn.CHANGED,
    colour: bool = False,
    encoding: str = "utf-8",
) -> str:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, errors="strict", newline="\n")
    console = Console(
        file=stream,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
    )
    render_text(made, console, fail_on=fail_on)
    stream.flush()
    return raw.getvalue().decode(encoding)


def edited(old: str, new: str, verdict: Verdict = Verdict.CHANGED) -> FunctionReport:
    return found(verdict, pair(function(source=old), function(source=new)))


# --- the whole ----------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_full_example(width: int) -> None:
    """To accept a new look: delete the file, run the test twice, and read the difference."""
    expected = _GOLDEN / f"full_report_{width}.txt"
    text = shown(full_report(), width)
    if not expected.exists():
        expected.write_text(text, encoding="utf-8")
        pytest.fail(f"wrote {expected}; look at it and run again")
    assert text == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [40, 80, 120])
def test_colour_adds_nothing_but_colour(width: int) -> None:
    coloured = shown(full_report(), width, colour=True)
    assert coloured != shown(full_report(), width)
    assert _SGR.sub("", coloured) == shown(full_report(), width)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "shift_jis"])
def test_encodings_without_the_symbols_get_others(encoding: str) -> None:
    text = shown(full_report(), encoding=encoding)
    assert "x changed" in text
    assert "v preserved" in text
    assert "~ likely preserved" in text
    assert "? inconclusive" in text


@pytest.mark.slow
@given(
    hostile_reports(),
    st.sampled_from([20, 40, 80, 120, 200]),
    st.sampled_from(["utf-8", "ascii", "latin-1", "shift_jis"]),
    st.booleans(),
)
def test_nothing_in_a_report_can_touch_the_terminal(
    made: Report, width: int, encoding: str, colour: bool
) -> None:
    """The code under review may be written to fool the reviewer."""
    text = shown(made, width, encoding=encoding, colour=colour)
    plain = _SGR.sub("", text) if colour else text
    for line in plain.split("\n"):
        assert line.isprintable()
        assert cell_len(line) <= width


@pytest.mark.slow
@given(hostile_reports())
def test_hostile_text_brings_no_colour_of_its_own(made: Report) -> None:
    assert _SGR.sub("", shown(made, colour=True)) == shown(made)


def test_markup_is_text() -> None:
    text = shown(report(found(of=pair(function("[red]f[/red]")), reason=":smile: [bold]")))
    assert "[red]f[/red]" in text
    assert ":smile: [bold]" in text


# --- order and summary --------------------------------------------------------------------------


def test_the_worst_comes_first() -> None:
    breaking = (InterfaceDifference("parameter `a` removed", True, "f(a=...)"),)
    made = report(
        named("preserved", Verdict.PRESERVED),
        named("likely", Verdict.LIKELY_PRESERVED),
        named("unsure", Verdict.INCONCLUSIVE),
        found(of=pair(function("breaks")), interface=breaking),
        named("differs", Verdict.CHANGED),
        found(Verdict.CHANGED, pair(function("unmeant")), witnesses=(witness("unintended"),)),
    )
    names = ["unmeant", "differs", "breaks", "unsure", "likely", "preserved"]
    heads = [line for line in shown(made).splitlines() if line[:1] in set("✗≈✓?")]
    assert [line[20:].split()[0] for line in heads] == names


@pytest.mark.parametrize(
    ("fail_on", "ending"),
    [
        (FailOn.CHANGED, "1 changed · 3.4 s. Exit 1: 1 function changed (--fail-on changed)."),
        (FailOn.NEVER, "1 changed · 3.4 s. Exit 0: no objections (--fail-on never)."),
    ],
)
def test_the_last_line_announces_the_exit_status(fail_on: FailOn, ending: str) -> None:
    made = report(named("f", Verdict.CHANGED))
    assert shown(made, fail_on=fail_on).splitlines()[-1] == ending


@pytest.mark.parametrize(
    ("made", "words"),
    [
        pytest.param(report(files=0), "no Python file differs.", id="no file"),
        pytest.param(
            report(files=2),
            "2 Python files differ, but no function differs or uses what differs.",
            id="no function",
        ),
        pytest.param(
            report(files=0, left_out=(LeftOut("a.py", "test code"), LeftOut("b.py", "test code"))),
            "all 2 files that differ were left out (test code). Use --include PATTERN",
            id="all left out",
        ),
        pytest.param(
            report(problems=(Problem("x", "a.py", None, "It does not parse.", ""),)),
            "Nothing could be checked: see the problems above.",
            id="only problems",
        ),
        pytest.param(
            report(added=(Listed("f", "a.py", 1, True),)),
            "functions were only added or removed.",
            id="only added",
        ),
        pytest.param(
            report(outside=(Outside("a.py", 1, "A = 1", "A = 2"),)),
            "no function in the files that differ uses what differs.",
            id="only outside functions",
        ),
    ],
)
def test_nothing_to_check_says_why(made: Report, words: str) -> None:
    assert words in " ".join(shown(made).split())


def test_an_interrupted_run_says_so_first() -> None:
    lines = shown(report(named("f"), interrupted=True)).splitlines()
    assert lines[1] == "Interrupted: the results so far follow."


def test_several_commits_are_counted() -> None:
    assert '"One" and 1 more' in shown(report(named("f"), words=("One\n\nx", "Two")))


# --- one function -------------------------------------------------------------------------------


def test_a_preserved_function_takes_one_line() -> None:
    made = report(found(reason="same code " * 30))
    assert sum("same code" in line for line in shown(made).splitlines()) == 1


def test_same_names_are_told_apart_by_their_place() -> None:
    one, other = pair(function("f", path="a.py")), pair(function("f", path="b.py"))
    text = shown(report(found(of=one), found(of=other)))
    assert "a.py:1" in text
    assert "b.py:1" in text


def test_private_breaks_are_marked_as_private() -> None:
    breaking = (InterfaceDifference("parameter `a` removed", True, "_f(a=...)"),)
    text = shown(report(found(of=pair(function("_f")), interface=breaking)))
    assert "breaking (private): parameter `a` removed; breaks _f(a=...)" in text


def test_many_witnesses_are_cut_short() -> None:
    text = shown(report(found(Verdict.CHANGED, witnesses=(witness(),) * 9)))
    assert text.count("call ") == 3
    assert "6 more calls differ" in text


@pytest.mark.parametrize("verdict", [Verdict.PRESERVED, Verdict.LIKELY_PRESERVED])
def test_code_that_behaves_alike_is_not_shown(verdict: Verdict) -> None:
    assert "return 2" not in shown(report(edited("return 1", "return 2", verdict)))


# --- the lines that differ ----------------------------------------------------------------------


def test_sides_stand_side_by_side_with_their_numbers() -> None:
    text = shown(report(edited("def f():\n    return 1", "def f():\n    # note\n    return 2")))
    assert re.search(r"^    1   def f\(\): +│ 1   def f\(\):$", text, re.M)
    assert re.search(r"^ +│ 2 \+     # note$", text, re.M)
    assert re.search(r"^    2 -     return 1 +│ 3 \+     return 2$", text, re.M)


def test_narrow_terminals_get_old_above_new() -> None:
    text = shown(report(edited("def f():\n    return 1", "def f():\n    return 2")), 99)
    assert "    2 -     return 1\n    2 +     return 2\n" in text


def test_long_differences_are_counted_not_shown() -> None:
    old = "\n".join(f"a{n} = {n}" for n in range(40))
    new = "\n".join(f"b{n} = -{n}" for n in range(40))
    text = shown(report(edited(old, new)))
    assert text.count(" - a") == 12
    assert "… 28 more lines" in text


def test_a_difference_far_to_the_right_is_in_view() -> None:
    start = "x = '" + "a" * 2000
    text = shown(report(edited(f"{start}OLD'", f"{start}NEW'")))
    assert "OLD" in text
    assert "NEW" in text


def test_a_huge_function_is_drawn_at_once() -> None:
    old = "\n".join(f"x = {n % 7}" for n in range(60_000))
    new = "\n".join(f"x = {n % 5}" for n in range(60_000))
    assert "more lines" in shown(report(edited(old, new)))


def test_tabs_are_expanded() -> None:
    assert "+     return 2" in shown(report(edited("if 1:\n\treturn 1", "if 1:\n\treturn 2")))


# --- beside the functions -----------------------------------------------------------------------


def test_a_caret_stays_under_its_place() -> None:
    """What stands before it may be wider on the terminal than in the file."""
    excerpt = "名 = '\x1b' (:\n         ^"
    problem = Problem("x", "a.py", Side.NEW, "It does not parse.", "Fix it.", 3, excerpt)
    lines = shown(report(problems=(problem,))).splitlines()
    code = next(line for line in lines if "(:" in line)
    caret = next(line for line in lines if line.strip() == "^")
    assert cell_len(code[: code.index(":")]) == caret.index("^")


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        pytest.param(
            "a\nb\nc\n",
            "a\nB\nc\n",
            ["diff         a", "- b", "+ B", "c"],
            id="one line of three",
        ),
        pytest.param("a\nb", None, ["old        'a\\nb'", "new        None"], id="one is gone"),
        pytest.param("a", "b", ["old        'a'", "new        'b'"], id="one line each"),
        pytest.param(
            "x\n",
            "x\n" + "a\n" * 9,
            ["diff         x", "+ a", "+ a", "+ a", "+ a", "… 5 more lines"],
            id="many lines",
        ),
    ],
)
def test_a_difference_in_a_file_is_a_small_diff(
    old: str, new: str | None, lines: list[str]
) -> None:
    told = shown(report(found(Verdict.CHANGED, witnesses=(effect(old, new),)))).splitlines()
    start = next(at for at, line in enumerate(told) if line.strip() == lines[0].strip())
    seen = [line.partition("differs at")[0].strip() for line in told[start : start + len(lines)]]
    assert seen == [line.strip() for line in lines]
    assert "differs at: file out.csv, line 2" in told[start + len(lines) - 1]


def test_many_added_functions_are_counted() -> None:
    added = tuple(Listed(f"f{n}", f"{n % 20}.py", 1, True) for n in range(400))
    text = shown(report(added=added))
    assert text.count("+ added") == 11
    assert "and 12 more" in text
    assert "and 200 more in 10 other files" in text


def test_left_out_files_are_summed_up_by_reason() -> None:
    left = (LeftOut("a", "test code"), LeftOut("b", "generated code"), LeftOut("c", "test code"))
    text = shown(report(named("f"), left_out=left))
    assert "3 files left out: 2 test code, 1 generated code (use --include to check them)" in text


# --- the console --------------------------------------------------------------------------------


def test_a_pipe_is_a_hundred_columns_wide_and_plain() -> None:
    stream = io.StringIO()
    console = console_for(stream)
    render_text(full_report(), console, fail_on=FailOn.CHANGED)
    assert console.width == 100
    assert "\x1b" not in stream.getvalue()


def test_columns_decides_on_the_width_of_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "66")
    assert console_for(io.StringIO()).width == 66
