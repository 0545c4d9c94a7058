"""Does swerve say what docs/how-it-works.md claims it says?"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from swerve.apps.cli import main

ROOT = Path(__file__).resolve().parents[2]
_EXAMPLE = re.compile(r"```diff\n(.*?)```\n((?:> `[^\n]+\n)+)", re.DOTALL)
_CLAIM = re.compile(r"> `([^`]+)` is `([a-z-]+)`: ([^\n]+)\n")


def _text() -> str:
    return (ROOT / "docs" / "how-it-works.md").read_text("utf-8")


def _side(diff: str, sign: str) -> str:
    lines = diff.splitlines(keepends=True)
    return "".join(line[1:] for line in lines if line[0] in (" ", sign))


@pytest.mark.parametrize(("diff", "claims"), _EXAMPLE.findall(_text()))
def test_an_example_gets_the_verdicts_it_shows(
    diff: str, claims: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.py", tmp_path / "new.py"
    old.write_text(_side(diff, "-"), "utf-8")
    new.write_text(_side(diff, "+"), "utf-8")
    main(["diff", str(old), str(new), "--no-run", "--format", "json"])
    functions = json.loads(capsys.readouterr().out)["functions"]
    said = [(f["name"], f["verdict"], f["reason"]) for f in functions]
    assert sorted(said) == sorted(_CLAIM.findall(claims))
    assert len(said) == claims.count("\n")


def test_every_diff_on_the_page_is_an_example() -> None:
    assert len(_EXAMPLE.findall(_text())) == _text().count("```diff\n") > 5
