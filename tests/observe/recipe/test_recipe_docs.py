"""Is what the page about recipes shows what they do?"""

from __future__ import annotations

import doctest
from pathlib import Path

from swerve.worker.recipes import building as _building

PAGE = Path(__file__).parents[3] / "docs" / "dev" / "recipes.md"


def test_the_examples_run() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 4
    assert not result.failed


def test_every_tag_is_described() -> None:
    text = PAGE.read_text("utf-8")
    assert all(f"`{tag}`" in text for tag in _building._BUILDERS)
