"""What comes of the answers to `swerve approve`?"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from tests.apps.approve.test_drafting import seen

from swerve.apps.approve import grouped
from swerve.apps.cli import _approve, main
from swerve.apps.cli._approve import Closer


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Differences of three kinds are there, and the folder that contracts go to."""
    groups = grouped([seen("8 9 12 5 -1 -2 -9")])
    monkeypatch.setattr(_approve, "looked_closer", lambda *_: Closer(tmp_path, groups, ()))
    return tmp_path


@pytest.mark.parametrize(
    ("said", "status", "cases"),
    [
        pytest.param("accept\naccept\naccept\n", 0, ["value", "error", "message"], id="all"),
        pytest.param("a\ns\na\n", 1, ["value", "message"], id="one is skipped"),
        pytest.param("what?\n\nskip\nA\nquit\n", 1, ["error"], id="the last one stays open"),
        pytest.param("q\n", 1, [], id="quit at once"),
        pytest.param("accept\n", 2, [], id="input ends before the second answer"),
        pytest.param("", 2, [], id="no answer"),
    ],
)
def test_answers(
    said: str, status: int, cases: list[str], found: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    assert main(["approve"]) == status
    file = found / "contracts/shop.py"
    titles = {"value": "value", "error": "raises ValueError", "message": "the message of KeyError"}
    text = file.read_text("utf-8") if file.exists() else ""
    assert [kind for kind, title in titles.items() if f'with case("{title}"):' in text] == cases


def test_a_kind_is_named(
    found: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["approve", "--kind", "error", "--yes"]) == 1
    out = capsys.readouterr().out
    assert "1 of 1: error" in out
    assert "    call   f(-1)\n    old    returned -1\n    new    raised ValueError(-1)\n" in out
    assert out.endswith("wrote contracts/shop.py: f\n")
