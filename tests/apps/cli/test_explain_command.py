"""`swerve explain` and `swerve replay ID`: what a check found, without a file to keep it in."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from swerve.apps.cli import main

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = '''\
def total(prices: list[int], tax: int = 0) -> dict[str, object]:
    """The sum."""
    return {"prices": prices, "currency": "EUR", "total": sum(prices) + tax}
'''
NEW = OLD.replace("+ tax", "- tax")


@pytest.fixture
def shop(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    repository.commit("start", {"shop/__init__.py": "", "shop/cart.py": OLD})
    repository.commit("Simplify the sum", {"shop/cart.py": NEW})
    return repository


def test_a_check_is_enough_to_explain_and_replay(
    shop: Repository, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The story of a person at a terminal: check, explain by a few digits, show it again."""
    assert main(["check", "HEAD", "--effort", "normal", "--jobs", "1"]) == 1
    told = capsys.readouterr().out
    again = re.search(r"again +swerve replay (w-[0-9a-f]{8})\n", told)
    assert again is not None
    name = again[1]

    monkeypatch.setenv("COLUMNS", "90")
    assert main(["explain", name[:5]]) == 0
    explained = capsys.readouterr().out
    assert max(cell_len(line) for line in explained.splitlines()) <= 90
    assert explained.startswith(f"{name}  ")
    for words in (
        '"Simplify the sum"',
        "✗ changed  total  shop/cart.py:1",
        "from shop.cart import total",
        "differs at result",
        "found by   generate, typed input,",
        "1 of 1 changed line of old: 3; 1 of 1 changed line of new: 3",
        "intent     likely unintended: ",
        "3 -     return",
        f"again      swerve replay {name}",
        "--write-tests tests/",
    ):
        assert words in explained, words

    command = re.search(r"as a test +swerve (check \S+ shop/cart\.py)", explained)
    assert command is not None
    assert shop.git("rev-parse", "--short=10", "HEAD") in command[1]

    shop.write("shop/cart.py", "1 / 0\n")
    assert main(["replay", name]) == 0
    assert "differs at result['total']" in capsys.readouterr().out


@pytest.mark.slow
def test_functions_that_ran_alone_are_shown_again_by_their_ids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path / "cache"))
    rows = tmp_path / "pairs.jsonl"
    old, new = "def f():\n    return missing() + 1\n", "def f():\n    return missing() + 2\n"
    row = {"id": "1", "old_source": old, "new_source": new, "function": "f"}
    rows.write_text(json.dumps(row) + "\n")
    main(["pairs", str(rows), "--jobs", "1"])
    (found, *_) = json.loads(capsys.readouterr().out)["witnesses"]
    assert found["replay"] == f"swerve replay {found['id']}"
    assert main(["replay", found["id"]]) == 0
    assert "differs at" in capsys.readouterr().out
    assert main(["explain", found["id"]]) == 0
    assert "given      " in capsys.readouterr().out


def test_what_only_the_code_shows_is_explained_and_not_run(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("Add f", {"shop/cart.py": NEW + "def f(a=1):\n    return g(a)\n"})
    shop.write("shop/cart.py", NEW + "def f(a=2):\n    return g(a)\n")
    main(["check", "--no-run"])
    told = capsys.readouterr().out
    name = re.findall(r"more +swerve explain (w-[0-9a-f]{8})", told)[0]
    assert main(["explain", name]) == 0
    assert "there is no call to repeat" in capsys.readouterr().out
    assert main(["replay", name]) == 2
    assert f"swerve explain {name}" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["explain", "replay"])
def test_an_id_that_nobody_kept_is_a_message(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SWERVE_CACHE", str(tmp_path))
    assert main([command, "w-1a2b3c4d"]) == 2
    said = capsys.readouterr().err
    assert "There is no witness `w-1a2b3c4d` here." in said
    assert "docs/messages.md#unknown-witness" in said
    assert main(["explain", "../w-1"]) == 2
