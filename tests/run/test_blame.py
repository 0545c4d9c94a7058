"""Is it known which of the edits of a function make a difference?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.run.host.grounds import LEVEL, call, ground

from swerve.model import DifferenceKind, FunctionReport, ModuleImports, Realism, Verdict, Witness
from swerve.observe.recipe import Call, CallRecipe, Name, encode_call
from swerve.run.blame import Blame
from swerve.run.places import Places
from swerve.run.workspace import Workspace
from swerve.source import FileVersions, RawChange, pair_up

_FILE = "subject.py"
_OLD = """\
def f(x):
    a = x + 1
    b = a * 2
    c = b - x
    return c
"""
_TWO = _OLD.replace("x + 1", "1 + x").replace("b - x", "b - x - 1")


def _edits(
    folder: Path, old: str, new: str, made: CallRecipe, realism: Realism = Realism.TYPED
) -> tuple[int, ...]:
    """Lines at which the edits start that make a call differ."""
    change = pair_up(RawChange("old", "new", (FileVersions(_FILE, old.encode(), new.encode()),)))
    (pair,) = [each for each in change.pairs if each.name == made.target.qualname]
    was, now = ground(folder / "old", {_FILE: old}), ground(folder / "new", {_FILE: new})
    modules = (ModuleImports(_FILE, "subject", "subject"),)
    blame = Blame(
        Workspace(Places(was, now, LEVEL), modules), {each.id: each for each in change.pairs}
    )
    recipe = encode_call(made).decode("utf-8", "surrogatepass")
    witness = Witness("x", realism, DifferenceKind.RETURN, "f(1)", "1", "2", recipe=recipe)
    report = FunctionReport(pair, Verdict.CHANGED, "", 0.0, witnesses=(witness,))
    (told,) = blame.blamed(report, 0).witnesses
    return tuple(int(each.rpartition(":")[2]) for each in told.edits)


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        pytest.param(_OLD, _TWO, (4,), id="one of two"),
        pytest.param(_OLD, _OLD.replace("x + 1", "x + 2"), (), id="there is only one"),
        pytest.param(
            _OLD,
            _OLD.replace("x + 1", "x + 2").replace("b - x", "b + x"),
            (),
            id="only both make it",
        ),
        pytest.param(
            _OLD,
            _OLD.replace("x + 1", "1 + x").replace("a * 2", "a * 3"),
            (3,),
            id="one of two side by side",
        ),
        pytest.param(
            _OLD,
            "# above\n" + _TWO.replace("    b =", "    # here\n    b ="),
            (6,),
            id="lines moved",
        ),
        pytest.param(
            _OLD.replace("    return", "    c = c + 1\n    return"),
            _OLD.replace("x + 1", "1 + x"),
            (5,),
            id="lines removed",
        ),
        pytest.param(
            "def f(x):\n    a = 0\n    x = 1\n    b = 0\n    return a or b\n",
            "def f(x):\n    a = 1\n    x = 1\n    b = 1\n    return a or b\n",
            (2, 4),
            id="each is enough",
        ),
    ],
)
def test_edits_are_to_blame_without_which_nothing_differs(
    old: str, new: str, lines: tuple[int, ...], tmp_path: Path
) -> None:
    assert _edits(tmp_path, old, new, call("f", 1)) == lines


_METHOD = """\
import functools


def traced(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)
    return wrapper


class Base:
    def f(self, x):
        return x


class Counter(Base):
    @traced
    def f(self, x=1):
        a = super().f(x)
        b = [a for _ in range(2)]
        c = sum(b)
        return c
"""


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        pytest.param(
            _METHOD,
            _METHOD.replace("range(2)", "range(0, 2)").replace("return c", "return c + 1"),
            (22,),
            id="decorated method",
        ),
        pytest.param(
            _METHOD,
            _METHOD.replace("x=1", "x=2").replace("return c", "return c + 1"),
            (22,),
            id="another default",
        ),
        pytest.param(
            _METHOD,
            _METHOD.replace("super().f(x)", "Base.f(self, x)").replace("return c", "return c + 1"),
            (22,),
            id="class cell is gone",
        ),
    ],
)
def test_what_runs_a_method_stays_around_it(
    old: str, new: str, lines: tuple[int, ...], tmp_path: Path
) -> None:
    made = CallRecipe(
        Name("subject", "Counter.f"), receiver=Call(Name("subject", "Counter")), args=(1,)
    )
    assert _edits(tmp_path, old, new, made) == lines


_USES = """\
def g(x):
    return f(x) + 1


def f(x):
    a = x
    b = a
    c = b
    return c
"""


@pytest.mark.parametrize(
    ("new", "lines"),
    [
        (_USES.replace("c = b", "c = b + 1").replace("a = x", "a = +x"), (8,)),
        (_USES.replace("c = b", "c = b + 1").replace("f(x) + 1", "1 + f(x)"), (8,)),
        (_USES.replace("f(x) + 1", "f(x) + 2").replace("a = x", "a = +x"), (2,)),
    ],
)
def test_edits_of_what_a_function_uses_may_be_to_blame(
    new: str, lines: tuple[int, ...], tmp_path: Path
) -> None:
    assert _edits(tmp_path, _USES, new, call("g", 1)) == lines


_FINDS = """\
def g(x):
    step = globals()["step"]
    return step(x) + 1


def step(x):
    a = x
    return a
"""


@pytest.mark.parametrize(
    ("new", "lines"),
    [
        (_FINDS.replace("return a", "return -a").replace("+ 1", "+ True"), (8,)),
        (_FINDS.replace("return a", "return +a").replace("+ 1", "+ 2"), ()),  # its only own one
        (_FINDS.replace("return a", "return -a").replace("+ 1", "+ 2"), ()),
    ],
)
def test_what_a_function_finds_while_it_runs_may_be_to_blame(
    new: str, lines: tuple[int, ...], tmp_path: Path
) -> None:
    assert _edits(tmp_path, _FINDS, new, call("g", 1)) == lines


@pytest.mark.parametrize(
    "new",
    [
        _TWO.replace("def f(x):", "def f(x: int) -> int:"),
        _TWO.replace("b = a * 2", "b: int = a * 2  # twice"),
        _TWO.replace("def f(x):", "def f(x):\n    # Counts."),
    ],
)
def test_annotations_and_comments_are_not_to_blame(new: str, tmp_path: Path) -> None:
    (line,) = _edits(tmp_path, _OLD, new, call("f", 1))
    assert new.split("\n")[line - 1] == "    c = b - x - 1"


def test_what_no_edit_of_a_function_makes_is_left_open(tmp_path: Path) -> None:
    """A constant that it reads differs."""
    old = "LIMIT = 1\n" + _OLD.replace("return c", "return c + LIMIT")
    new = old.replace("x + 1", "1 + x").replace("a * 2", "2 * a").replace("LIMIT = 1", "LIMIT = 2")
    assert _edits(tmp_path, old, new, call("f", 1)) == ()


def test_an_injected_call_is_not_made_again(tmp_path: Path) -> None:
    assert _edits(tmp_path, _OLD, _TWO, call("f", 1), Realism.INJECTED) == ()


@pytest.mark.parametrize(
    "attack",
    [
        "import sys\nsys.modules[__name__] = 1\n",
        "__file__ = 7\n",
        "import gc\ngc.get_objects = lambda: 1 / 0\n",
        "import builtins\nbuiltins.compile = lambda *a, **k: 1 / 0\n",
    ],
)
def test_a_module_that_hides_costs_no_more_than_an_answer(attack: str, tmp_path: Path) -> None:
    assert _edits(tmp_path, _OLD, attack + _TWO, call("f", 1)) in ((), (4 + attack.count("\n"),))


def test_noise_is_no_reason(tmp_path: Path) -> None:
    """What differs between two runs of the old version differs without any edit."""
    clock = "import time\n" + _OLD.replace("c\n", "c, time.time_ns()\n")
    new = clock.replace("x + 1", "1 + x").replace("b - x", "b - x - 1")
    assert _edits(tmp_path, clock, new, call("f", 1)) == (5,)
