"""`swerve unify`: what a person reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from swerve.apps.cli import main

OLD = """\
class Cart:
    def total(self, items):
        \"\"\"Sum up.\"\"\"
        return sum(item.price for item in items)


def gone():
    pass


def same(x):
    return x
"""
NEW = """\
class Cart:
    def total(self, items):
        \"\"\"Add up.\"\"\"
        if not items:
            return None
        return sum(item.price for item in items)


def same(x):  # with a comment
    return x


def late():
    def inner():
        return 1
    return inner
"""


def _run(tmp_path: Path, old: str, new: str) -> int:
    for name, text in (("old.py", old), ("new.py", new)):
        (tmp_path / name).write_text(text)
    return main(["unify", str(tmp_path / "old.py"), str(tmp_path / "new.py")])


def test_both_versions_are_one_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tmp_path, OLD, NEW) == 0
    assert capsys.readouterr().out == (
        "# new.py: Cart.total, old line 2, new line 2\n"
        "def total(self, items):\n"
        "    if change(False, not items):  # new 4-5\n"
        "        return\n"
        "    return sum((item.price for item in items))\n"
        "\n\n"
        "# removed: gone, new.py:7\n"
        "# added: late, new.py:13\n"
    )


def test_a_function_inside_another_is_printed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "def f():\n    def g():\n        return {}\n    return g\n"
    assert _run(tmp_path, text.format(1), text.format(2)) == 0
    assert capsys.readouterr().out.count("change(1, 2)") == 1


def test_nothing_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tmp_path, OLD, OLD) == 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "swerve: no function differs.\n"


def test_a_file_that_does_not_parse_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(tmp_path, OLD, "def (:\n") == 2
    assert "new.py (new) does not parse" in capsys.readouterr().err
