"""`swerve watch`: what was saved is checked, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from swerve.apps.cli._watch import Watching
from swerve.model import Effort, Settings
from swerve.model.errors import NotARepository

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = """
def total(prices: list[int], tax: int) -> int:
    return sum(prices) + tax

def label(name: str) -> str:
    return f"<{name}>"
"""
SETTINGS = Settings(effort=Effort.QUICK, skip=("shadow", "prove", "guided"), jobs=1)


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    repository.commit("start", {"shop.py": OLD})
    return repository


def test_each_save_is_answered_for_what_was_edited(shop: Repository) -> None:
    file = shop.path / "shop.py"
    watching = Watching(shop.path, (), SETTINGS)
    said: list[str] = []
    file.write_text(OLD.replace("+ tax", "- tax"))
    watching.run(said.append, rounds=1)
    changed = [line for line in said if ": changed: total: " in line]
    assert changed
    assert changed[0].startswith("shop.py:")
    assert said[-1].startswith("swerve: 1 function checked in ")

    said.clear()
    file.write_text(OLD.replace("+ tax", "- tax").replace("<{name}>", "[{name}]"))
    watching.run(said.append, rounds=1)
    assert any(": changed: label: " in line for line in said)
    assert not any("total" in line for line in said), "it was answered before"

    said.clear()
    file.write_text(OLD.replace("<{name}>", "[{name}]"))
    assert not watching.answer(said.append), "nothing is to be checked"
    assert [line.partition(": as in ")[0] for line in said] == ["shop.py::total"]


def test_a_folder_without_a_repository_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(OLD)
    said: list[str] = []
    with pytest.raises(NotARepository):
        Watching(tmp_path, (), SETTINGS).run(said.append, rounds=1)


def test_what_uses_a_function_is_checked_again_with_it(shop: Repository) -> None:
    base = OLD + "\ndef bill(prices: list[int]) -> int:\n    return total(prices, 1)\n"
    shop.commit("bill", {"shop.py": base})
    watching = Watching(shop.path, (), SETTINGS)
    for edit in ("- tax", "- 2 * tax"):
        said: list[str] = []
        (shop.path / "shop.py").write_text(base.replace("+ tax", edit))
        watching.run(said.append, rounds=1)
        assert said[-1].startswith("swerve: 2 functions checked in "), said
