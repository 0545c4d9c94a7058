"""`--write-tests`: the files that a run leaves, and what it says about them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.apps.cli.found import report_of, witness_for

from swerve.apps.cli import main
from swerve.apps.cli._checking import write_tests
from swerve.model import Settings, Side
from swerve.observe.recipe import CallRecipe, List, Name
from swerve.source import Selection, read_words
from swerve.witness.tests import is_as_written
from swerve.witness.tests._drafts import Draft
from swerve.witness.tests._writing import file_text

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = "def total(prices, tax=0):\n    return sum(prices) + tax\n"
NEW = OLD.replace("+ tax", "- tax")
TOTAL = CallRecipe(Name("shop.cart", "total"), args=(List(),), kwargs=(("tax", 1),))
SAME = CallRecipe(Name("shop.cart", "total"), args=(List(),))


def passes(test: Path, tree: Path) -> bool:
    """Whether plain pytest is content, started in a tree by a person."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    done = subprocess.run(words, cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout
    return done.returncode == 0


@pytest.fixture
def shop(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(repository.path)
    repository.commit("start", {"shop/__init__.py": "", "shop/cart.py": OLD})
    repository.commit("Subtract the tax", {"shop/cart.py": NEW})
    return repository


@pytest.mark.slow
def test_each_witness_becomes_a_file_or_a_reason(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = read_words(shop.path, ("HEAD",), staged=False, selection=Selection())
    folder = tmp_path / "written"
    folder.mkdir()
    (folder / "test_total_returns_1_when_tax_is_1_and_prices_is_empty.py").write_text("mine\n")
    witnesses = witness_for(TOTAL), witness_for(SAME)
    write_tests(report_of(raw, "shop.cart", *witnesses), raw, Settings(), folder)
    test = folder / "test_total_returns_1_when_tax_is_1_and_prices_is_empty_2.py"
    said = capsys.readouterr().err
    assert f"swerve: wrote {test}" in said
    assert "no test for total (total([])): the difference did not reproduce" in said
    assert '"Subtract the tax"' in test.read_text()
    assert not passes(test, shop.path)
    shop.git("checkout", "--quiet", "HEAD~1")
    assert passes(test, shop.path)


@pytest.mark.slow
def test_the_new_version_can_be_pinned(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = read_words(shop.path, ("HEAD",), staged=False, selection=Selection())
    folder = tmp_path / "written"
    write_tests(
        report_of(raw, "shop.cart", witness_for(TOTAL)), raw, Settings(pin=Side.NEW), folder
    )
    (test,) = folder.glob("test_*.py")
    assert test.name.startswith("test_total_returns_minus_1")
    assert passes(test, shop.path)


def test_a_function_that_got_another_name_has_no_test(
    shop: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shop.commit("Rename", {"shop/cart.py": NEW.replace("tax", "duty")})
    raw = read_words(shop.path, ("HEAD",), staged=False, selection=Selection())
    report = report_of(raw, "shop.cart", witness_for(TOTAL))
    write_tests(report, raw, Settings(), tmp_path / "written")
    assert "has a different name" in capsys.readouterr().err
    assert not (tmp_path / "written").exists()


def test_pin_needs_write_tests(shop: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--no-run", "--pin", "new"]) == 2
    assert "--write-tests" in capsys.readouterr().err


def test_that_nothing_was_written_is_said(
    shop: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", "--no-run", "--write-tests", "written"])
    assert "no test was written" in capsys.readouterr().err


def test_a_file_is_replaced_until_somebody_edits_it() -> None:
    written = file_text(Draft((), (), ("assert total([]) == 1",)), "test_total", ('"""It."""',))
    assert is_as_written(written)
    assert not is_as_written(written.replace("== 1", "== 2"))
    assert not is_as_written(f"{written}\n\ndef test_more(): ...\n")
    assert not is_as_written("def test_mine(): ...\n")
