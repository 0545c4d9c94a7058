"""`swerve judge`: rows in, judgements out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from swerve.apps.cli import main

_ROW = {
    "id": "shop-1",
    "title": "Refactor Cart.total",
    "body": "",
    "commits": ["wip", "fixup"],
    "test": "from shop import Cart\nprint(Cart([1]).total())\n",
    "old_output": "1\n",
    "new_output": "2\n",
}


def _file(folder: Path, *rows: object) -> str:
    file = folder / "rows.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return str(file)


def test_each_row_gets_a_judgement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noise = {**_ROW, "id": "shop-2", "new_output": "1 \n"}
    assert main(["judge", _file(tmp_path, _ROW, noise)]) == 0
    output = capsys.readouterr()
    first, second = map(json.loads, output.out.splitlines())
    assert first == {
        "id": "shop-1",
        "judgement": "unintended",
        "why": "The change is described as a refactoring, but the result differs.",
        "rule": None,
        "coincidental_fix": False,
        "notes": [],
    }
    assert (second["judgement"], second["rule"]) == ("unclear", "noise:layout")
    assert output.err == (
        "2 judged: 1 unintended, 0 intended, 1 unclear; 1 of them set aside by a rule\n"
    )


def test_scores_and_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{**_ROW, "label": "unintended"}, {**_ROW, "id": "shop-2", "label": "intended"}]
    assert main(["judge", _file(tmp_path, *rows), "--score"]) == 0
    assert capsys.readouterr().err.splitlines()[1:] == [
        "unintended: precision 50.0%, recall 100.0%, F1 66.7% (1 right, 1 wrong, 0 missed)",
        "  shop-2: labelled intended, judged unintended",
        "    The change is described as a refactoring, but the result differs.",
    ]


def test_a_score_without_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", _file(tmp_path, _ROW), "--score"]) == 0
    assert capsys.readouterr().err.endswith("no row has a label\n")


def test_broken_rows_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", _file(tmp_path, {"id": "x", "test": ""}, _ROW)]) == 2
    output = capsys.readouterr()
    assert "swerve: line 1: `old_output` and `new_output` missing" in output.err
    assert [json.loads(line)["id"] for line in output.out.splitlines()] == ["shop-1"]
