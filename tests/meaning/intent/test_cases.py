"""Words and outputs of invented projects go in, the judgement a person would give comes out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from swerve.meaning.intent import OfflineJudge, Question, Shown, set_aside
from swerve.model import Intent, Words, WordsKind

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_FOLDER = Path(__file__).parent / "cases"
_CASES = [
    pytest.param(case, id=f"{file.stem}: {case['name']}")
    for file in sorted(_FOLDER.glob("*.toml"))
    for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
]


def _question(case: dict[str, Any]) -> Question:
    words = (
        Words("title", case["title"], WordsKind.TITLE),
        Words("body", case.get("body", ""), WordsKind.DESCRIPTION),
    )
    return Question(
        Intent(tuple(each for each in words if each.text)),
        Shown(case["test"].strip() + "\n", case["old"].strip() + "\n", case["new"].strip() + "\n"),
    )


@pytest.mark.parametrize("case", _CASES)
def test_judgement(case: dict[str, Any]) -> None:
    question = _question(case)
    aside = set_aside(question)
    assert (aside.rule if aside else "") == case.get("rule", "")
    if aside is None:
        judged = OfflineJudge().judge(question)
        assert judged.judgement == case["expected"], judged.why
        assert judged.is_coincidental_fix == case.get("coincidental_fix", False), judged.why
        assert judged.why.strip()
