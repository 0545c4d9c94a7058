"""Does docs/comparing.md say what is so?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.observe.comparison.made_runs import difference, values_compared

from swerve.observe.comparison import RULES, RULES_WITH_A_WORD, Same
from swerve.worker.snapshot.snapshot import LIMITS

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "comparing.md").read_text("utf-8")
_EXAMPLE = re.compile(r"^\| `([^|]+)` \| `([^|]+)` \| (?:`(result[^|]*)` )?\|$", re.MULTILINE)


def test_every_rule_is_in_the_table_in_the_words_of_the_code() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+:?)` \| (.+?) \|$", PAGE, re.MULTILINE))
    named = {name: RULES.load(name).about for name in RULES.own}
    assert rows == {**named, **{f"{name}:": words for name, words in RULES_WITH_A_WORD.items()}}


@pytest.mark.parametrize(("old", "new", "path"), _EXAMPLE.findall(PAGE))
def test_an_example_differs_where_it_says(old: str, new: str, path: str) -> None:
    values = [eval(text) for text in (old, new)]  # noqa: S307 (our own page)
    if path:
        assert difference(*values).path == path
    else:
        assert values_compared(*values) == Same()


def test_there_are_examples() -> None:
    assert len(_EXAMPLE.findall(PAGE)) == 12


def test_the_limits_are_those_of_the_worker() -> None:
    for words in (
        f"a list after {LIMITS.items:,} items",
        f"an iterator after {LIMITS.yields}",
        f"deeper than {LIMITS.depth:,} levels",
    ):
        assert words in re.sub(r"\s+", " ", PAGE)
    assert LIMITS.size == 1 << 20
