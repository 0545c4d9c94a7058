"""`import swerve`: checks and comparisons by programs and notebooks."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

import swerve
from swerve.check.investigating import Plan
from swerve.model import FunctionReport, Pair
from swerve.model.errors import BadSettings, BadUsage, NotARepository, PathMissing, UnknownWitness
from swerve.tell import render_table

if TYPE_CHECKING:
    from tests.conftest import Repository

OLD = "def total(prices: list[int], tax: int = 0) -> int:\n    return sum(prices) + tax\n"
NEW = OLD.replace("+ tax", "- tax")


def add(left: int, right: int = 0) -> int:
    return left + right


def plus(left: int, right: int = 0) -> int:
    return right - left


def test_public_names_are_there_and_few() -> None:
    assert 12 <= len(swerve.__all__) <= 16
    for name in swerve.__all__:
        value = getattr(swerve, name)
        assert name == "__version__" or value.__doc__, name
        assert name in dir(swerve)
    with pytest.raises(AttributeError, match="frobnicate"):
        swerve.frobnicate  # noqa: B018 (that is the point)


def test_functions_keep_their_names_whatever_is_imported() -> None:
    """`swerve.check` is a room of the house too."""
    assert Plan.__module__.startswith("swerve.check.")
    assert swerve.check.__module__.startswith("swerve.apps.api.")


@pytest.mark.slow
def test_two_functions_that_differ() -> None:
    checked = swerve.compare(add, plus, effort="quick")
    (function,) = checked.functions
    assert function.verdict is swerve.Verdict.CHANGED
    assert not function.interface
    (name, *_) = checked.witnesses
    witness = checked.witnesses[name]
    assert witness.call.startswith("add(")
    assert repr(checked) == "<Checked add..plus: 1 changed>"
    assert checked.objections() == ("1 function changed",)
    assert checked.objections("never") == ()

    again = checked.replay(name)
    assert again.differs is True
    assert "differs at result" in str(again)
    assert swerve.replay(name).differs is True  # kept by its id
    assert swerve.explain(name).witness.call == witness.call
    assert str(swerve.explain(name)) == str(checked.explain(name))
    with pytest.raises(UnknownWitness):
        checked.explain("w-00000000")


@pytest.mark.slow
def test_a_check_is_told_as_the_command_tells_it(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From anywhere: the folder is an argument, not where the program runs."""
    repository.commit("start", {"shop/cart.py": OLD, "shop/__init__.py": ""})
    repository.commit("Refactor total", {"shop/cart.py": NEW})
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    checked = swerve.check(repository.path, "HEAD", effort="quick")
    assert checked.summary.unintended == 1
    text = str(checked)
    assert "✗ changed  total" in text
    assert "Exit" not in text
    stream = io.StringIO()
    Console(file=stream, width=60).print(checked)
    assert "changed  total" in stream.getvalue()
    assert max(map(len, stream.getvalue().splitlines())) <= 60
    assert "<code>total" in checked._repr_html_()
    assert '"schema": "swerve/1"' in checked.to_json()
    assert not any(elsewhere.iterdir())


@pytest.mark.slow
def test_a_witness_becomes_a_test_or_a_contract(repository: Repository) -> None:
    repository.commit("start", {"shop/cart.py": OLD, "shop/__init__.py": ""})
    repository.write("shop/cart.py", NEW)
    checked = swerve.check(repository.path, message="Take the tax off")
    (name, *_) = checked.witnesses
    test = checked.write_test(name, repository.path / "tests")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    assert subprocess.run(words, cwd=repository.path, check=False).returncode == 1
    approved = checked.approve(name)
    assert approved.files == (repository.path / "contracts" / "shop" / "cart.py",)
    assert swerve.check(repository.path).objections()
    assert not swerve.check(repository.path, trust_change=True).objections()


def test_settings_of_the_project_hold(repository: Repository) -> None:
    settings = '[tool.swerve]\nexclude = ["shop/**"]\n'
    repository.commit("start", {"shop/cart.py": OLD, "pyproject.toml": settings})
    repository.write("shop/cart.py", NEW)
    assert not swerve.check(repository.path, run=False).functions
    assert swerve.check(repository.path, run=False, exclude=[]).functions
    repository.write("pyproject.toml", "[tool.swerve]\neffort = 3\n")
    assert swerve.check(repository.path, run=False).change.brought
    with pytest.raises(BadSettings):
        swerve.check(repository.path, trust_change=True)


def test_misuse_is_said_before_anything_is_done(tmp_path: Path) -> None:
    for raised, call in (
        (PathMissing, lambda: swerve.check(tmp_path / "nowhere")),
        (NotARepository, lambda: swerve.check(tmp_path)),
        (BadUsage, lambda: swerve.check(tmp_path, effort="enormous")),
        (BadUsage, lambda: swerve.check(tmp_path, judge="nobody")),
        (BadUsage, lambda: swerve.check(tmp_path, paths="shop")),
        (BadUsage, lambda: swerve.check(tmp_path, jobs=0)),
        (BadUsage, lambda: swerve.compare("def f(:", "def f(): pass")),
        (BadUsage, lambda: swerve.compare("def f(): pass\ndef g(): pass", "x = 1")),
        (BadUsage, lambda: swerve.compare(3, 4)),  # type: ignore[arg-type]
        (PathMissing, lambda: swerve.diff(tmp_path / "a.py", tmp_path / "b.py")),
        (BadUsage, lambda: swerve.explain("total")),
        (PathMissing, lambda: swerve.replay(tmp_path / "gone.json")),
    ):
        with pytest.raises(raised) as found:
            call()
        assert isinstance(found.value, swerve.SwerveError)
        assert found.value.hint


def test_texts_and_files(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(OLD)
    (tmp_path / "new.py").write_text(OLD.replace("prices", "costs"))
    by_files = swerve.diff(tmp_path / "old.py", tmp_path / "new.py", run=False)
    by_texts = swerve.compare(OLD, OLD.replace("total", "whole"), run=False)
    assert [each.verdict for each in by_files.functions] == [swerve.Verdict.PRESERVED]
    assert [each.verdict for each in by_texts.functions] == [swerve.Verdict.PRESERVED]


def test_hostile_values_are_text_in_a_notebook() -> None:
    hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>$$\\x$$\x1b]0;t\x07\u202e"
    code = "def f(a={}):\n    return a\n"
    checked = swerve.compare(code.format(repr("<b>")), code.format(repr(hostile)), run=False)
    (function,) = checked.functions
    witness = function.witnesses[0]
    bad = swerve.Witness(
        witness.engine, witness.realism, witness.kind, hostile, hostile, hostile, hostile
    )
    pair = Pair(hostile, function.pair.old, function.pair.new, ())
    worst = FunctionReport(pair, function.verdict, hostile, 0.0, witnesses=(bad,))
    shown = render_table(swerve.Report(checked.change, (worst,), 0.0)) + checked._repr_html_()
    for each in ("<script", "<img", "<b>&", "$", "\x1b", "\x07", "\u202e"):
        assert each not in shown, each
