"""`swerve watch`: what was saved is checked, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from swerve.apps.cli._watch import Watching
from swerve.model import Effort, Settings

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
