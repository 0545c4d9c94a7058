"""When is a change not looked into as far as others?"""

from __future__ import annotations

import pytest

from swerve.check.investigating import Plan
from swerve.check.pipeline import Prepare, check
from swerve.model import LeftOut, SetAside, Settings, Verdict
from swerve.source import FileVersions, RawChange, pair_up

CODE = "import os\n\n\nclass C:\n    def f(self):\n        return 1\n"
OTHER = "def g(n=1):\n    return n\n"


def change(old: str, new: str, settings: Settings | None = None) -> tuple[SetAside, ...]:
    raw = RawChange("old", "new", (FileVersions("a.py", old.encode(), new.encode()),))
    return pair_up(raw, settings or Settings()).set_aside


@pytest.mark.parametrize(
    "new",
    [
        pytest.param("# why\n" + CODE, id="comment"),
        pytest.param('"""A module."""\n' + CODE, id="module docstring"),
        pytest.param(CODE.replace("C:\n", 'C:\n    """A class."""\n'), id="class docstring"),
        pytest.param(CODE.replace("):\n", '):\n        """One."""\n'), id="function docstring"),
        pytest.param(CODE.replace("return 1", "return (1)"), id="formatting"),
        pytest.param(CODE + '"""Of an attribute."""\n', id="text that stands alone"),
    ],
)
def test_documentation_is_known_by_its_syntax_tree(new: str) -> None:
    assert [aside.kind.value for aside in change(CODE, new)] == ["documentation-only"]
    assert [aside.kind.value for aside in change(new, CODE)] == ["documentation-only"]


def test_a_docstring_in_place_of_pass_is_documentation() -> None:
    stub = "class E(Exception):\n    pass\n"
    assert change(stub, stub.replace("pass", '"""Wrong."""')) != ()


@pytest.mark.parametrize(
    "new",
    [
        pytest.param(CODE.replace("1", "2"), id="value"),
        pytest.param(CODE.replace("1", "1.0"), id="type of a value"),
        pytest.param(CODE.replace("1", "True"), id="another value that is equal"),
        pytest.param(CODE.replace("return 1", '"""One."""'), id="code became a docstring"),
        pytest.param(CODE + "def (:\n", id="does not parse"),
        pytest.param("", id="emptied"),
    ],
)
def test_all_else_is_no_documentation(new: str) -> None:
    assert change(CODE, new) == ()


def test_a_change_without_source_says_what_was_left_out() -> None:
    left = (LeftOut("tests/a.py", "test code"), LeftOut("tests/b.py", "test code"))
    (aside,) = pair_up(RawChange("old", "new", (), left_out=left)).set_aside
    assert (aside.kind.value, aside.why) == (
        "no-source",
        "every Python file that differs was left out: test code",
    )
    (aside,) = pair_up(RawChange("old", "new", ())).set_aside
    assert aside.why == "no Python file differs"


def test_a_change_that_is_too_large_is_compared_and_not_run() -> None:
    """What comparing code decides is told; all else stays open, with the reason."""
    files = (
        FileVersions("a.py", CODE.encode(), CODE.replace("1", "2").encode()),
        FileVersions("b.py", OTHER.encode(), OTHER.replace("n=1", "n=2").encode()),
    )
    raw = RawChange("old", "new", files)
    assert pair_up(raw, Settings(max_files=2, max_functions=2)).set_aside == ()
    large = pair_up(raw, Settings(max_files=1, max_functions=1))
    assert [aside.why for aside in large.set_aside] == [
        "2 Python files differ, more than --max-files 1",
        "2 functions to check, more than --max-functions 1",
    ]

    def refuse(pairs: object) -> object:
        raise AssertionError("nothing may run")

    prepare: Prepare = refuse  # type: ignore[assignment]  # it never gets as far as a result
    method, function = check(large, Plan(), prepare=prepare).functions
    assert method.verdict is Verdict.INCONCLUSIVE
    assert "not run: 2 Python files differ, more than --max-files 1" in method.reason
    assert function.verdict is Verdict.CHANGED
