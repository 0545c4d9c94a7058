"""`swerve run`: what is printed, for one snippet and for many."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from swerve.apps.cli import main

SNIPPET = """\
import requests

total = sum(order.amount for order in orders)
print("total", type(total).__name__)
if total is None:
    total = 0
raise LookupError("nothing")
"""


@pytest.fixture
def snippet(tmp_path: Path) -> Path:
    file = tmp_path / "snippet.py"
    file.write_text(SNIPPET)
    return file


def test_a_person_reads_output_values_ending_and_lines(
    snippet: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(snippet)]) == 0
    shown = capsys.readouterr().out
    assert "output     total int\n" in shown or "output     total float\n" in shown
    assert "injected   orders = " in shown
    assert "ended      raised by the code: LookupError: nothing\n" in shown
    assert "lines      5 of 6 executed; not executed: 6\n" in shown


def test_a_program_reads_the_same_as_json(
    snippet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.json"
    words = ["run", str(snippet), "--runs", "3", "--format", "json", "--output", str(file)]
    assert main(words) == 0
    assert capsys.readouterr().out == ""
    found = json.loads(file.read_text())
    assert found["schema"] == "swerve-run/1"
    assert (found["lines"], found["executed"], found["missed"]) == (6, 5, [6])
    assert len(found["runs"]) == 3
    first = found["runs"][0]
    assert (first["ended"], first["why"]) == ("raised", "LookupError: nothing")
    assert first["stdout"].startswith("total ")
    assert all(set(each) == {"path", "value", "line"} for each in first["injected"])


def test_standard_input_is_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"print(1 / 0)\n")))
    assert main(["run", "-"]) == 0
    assert "ended      raised by the code: ZeroDivisionError" in capsys.readouterr().out


def test_bodies_are_answered_line_by_line_and_broken_rows_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bodies.jsonl"
    rows = [
        json.dumps({"id": "whole", "body": "x = y\nreturn x\n"}),
        "no json",
        json.dumps({"id": "no body"}),
        "",
        json.dumps({"body": "if a:\n    b\n"}),
        json.dumps({"id": "no python", "body": "x = (\n"}),
    ]
    file.write_text("\n".join(rows))
    assert main(["run", "--bodies", str(file), "--jobs", "2", "--runs", "4"]) == 2
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert [(each["id"], each["lines"], each["finished"]) for each in found] == [
        ("whole", 2, True),
        ("line-5", 2, True),
        ("no python", 1, False),
    ]
    assert [each["executed"] for each in found] == [2, 2, 0]
    assert all(each["seconds"] > 0 for each in found)
    assert "swerve: line 2: not JSON" in err
    assert "swerve: line 3: `body` missing" in err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param([], "bad-usage", id="nothing to run"),
        pytest.param(["a.py", "--bodies", "b.jsonl"], "bad-usage", id="both"),
        pytest.param(["--bodies", "b.jsonl", "--format", "text"], "bad-usage", id="as text"),
        pytest.param(["missing.py"], "path-missing", id="no such file"),
        pytest.param(["--bodies", "missing.jsonl"], "path-missing", id="no such rows"),
    ],
)
def test_wrong_use_is_said(words: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", *words]) == 2
    assert f"docs/messages.md#{code}" in capsys.readouterr().err


def test_text_that_is_no_python_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "snippet.py"
    file.write_text("x = 1\ndef f(:\n")
    assert main(["run", str(file)]) == 2
    said = capsys.readouterr().err
    assert "line 2 does not parse" in said
    assert "docs/messages.md#bad-snippet" in said
