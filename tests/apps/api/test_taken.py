"""Functions travel as text: with all that they need, or not at all."""

from __future__ import annotations

import functools
import importlib
import linecache
import math
import re
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

from swerve.apps.api._taken import taken
from swerve.model.errors import SourceMissing

LIMIT = 10
PATTERN = re.compile(r"\d+")
PRICES = {"apple": 1.5, "pear": (2, [3])}
LOCK = iter([1])


def capped(number: int) -> int:
    return min(number, LIMIT)


def even(number: int) -> bool:
    return number == 0 or odd(number - 1)


def odd(number: int) -> bool:
    return number != 0 and even(number - 1)


def doubled(function: Callable[[int], int]) -> Callable[[int], int]:
    @functools.wraps(function)
    def twice(number: int) -> int:
        return 2 * function(number)

    return twice


@doubled
def decorated(number: int) -> int:
    return capped(number)


@dataclass
class Point:
    x: int
    y: int = LIMIT


class Cart:
    """With a method that needs what is around it."""

    def __init__(self, prices: list[int]) -> None:
        self.prices = prices

    def total(self) -> int:
        return capped(sum(self.prices))


def of_globals(text: str) -> list[float]:
    return [capped(int(each)) * PRICES["apple"] for each in PATTERN.findall(text)]  # type: ignore[operator]


def of_modules(number: float, counted: Counter[str] | None = None) -> float:
    return math.floor(number) + len(counted or Counter("ab"))


def of_classes(number: int) -> tuple[int, int]:
    return Cart([number]).total(), Point(number).y


def of_a_lock() -> int:
    return next(LOCK)


def closing_over(number: int) -> Callable[[int], int]:
    def add(other: int) -> int:
        return capped(number) + other

    return add


def remembering(number: int) -> int:
    return number + remembering.step  # type: ignore[attr-defined, no-any-return]


remembering.step = 3  # type: ignore[attr-defined]


def rounding(least: float) -> Callable[[float], bool]:
    return lambda number: number < least


def counting() -> Callable[[], int]:
    count = 0

    def up() -> int:
        nonlocal count
        count += 1
        return count

    return up


def again(function: Callable[..., object]) -> Any:
    """The function as a worker gets it: from its text, and nothing else."""
    found = taken(function)
    module = sys.modules["compared"] = ModuleType("compared")
    exec(compile(found.text, "<taken>", "exec"), vars(module))  # noqa: S102 (what workers do)
    value: Any = module
    for part in found.name.split("."):
        value = getattr(value, part)
    return value


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        pytest.param(of_globals, ("7 and 20",), id="globals"),
        pytest.param(of_modules, (2.5,), id="imports"),
        pytest.param(of_classes, (99,), id="classes"),
        pytest.param(even, (4,), id="functions that need each other"),
        pytest.param(decorated, (99,), id="decorators"),
        pytest.param(closing_over(99), (1,), id="closures"),
        pytest.param(rounding(1e-9), (1e-10,), id="small numbers"),
        pytest.param(remembering, (1,), id="what was put on a function"),
        pytest.param(lambda number: capped(number) + 1, (99,), id="lambdas"),
    ],
)
def test_a_text_does_what_the_function_does(
    function: Callable[..., object], arguments: tuple[object, ...]
) -> None:
    assert again(function)(*arguments) == function(*arguments)


def test_a_method_comes_with_its_class() -> None:
    assert taken(Cart.total).name == "Cart.total"
    assert again(Cart.total)(Cart([99])) == 10
    assert again(Cart([]).total)(Cart([99])) == 10


def test_annotations_come_along_where_they_can() -> None:
    """They say which calls make sense."""
    text = taken(of_modules).text
    assert "from __future__ import annotations" in text
    assert "from collections import Counter" in text


def test_a_notebook() -> None:
    """Cells are texts of their own, and share their names."""
    namespace: dict[str, Any] = {"__name__": "__main__", "In": [""]}
    cells = [
        "import re\nRATE = 3\nWORD = re.compile('a+')",
        "class Basket:\n    size: int = RATE",
        "%timeit magic()",
        "def f(text: str) -> int:\n    return len(WORD.findall(text)) * Basket.size",
    ]
    for number, cell in enumerate(cells):
        namespace["In"].append(cell)
        file = f"<ipython-input-{number}>"
        linecache.cache[file] = (len(cell), None, cell.splitlines(keepends=True), file)
        if not cell.startswith("%"):
            exec(compile(cell, file, "exec"), namespace)  # noqa: S102 (as a kernel does)
    namespace["RATE"] = 4  # a value is taken as it is now, a class as it was written
    assert again(namespace["f"])("aa b a") == 8
    assert "%timeit" not in taken(namespace["f"]).text


@pytest.mark.parametrize(
    ("function", "said"),
    [
        pytest.param(of_a_lock, "`LOCK`", id="a value that no text makes again"),
        pytest.param(counting(), "assigns to variables", id="a closure that is written to"),
        pytest.param(len, "not a function written in Python", id="built in"),
        pytest.param(eval("lambda x: x"), "lambda", id="no text"),  # noqa: S307 (that is the point)
    ],
)
def test_what_cannot_travel_is_refused(function: Callable[..., object], said: str) -> None:
    """Never left out: both versions would fail alike, and seem to agree."""
    if function is of_a_lock:
        namespace = dict(function.__globals__)
        namespace["LOCK"] = object()
        code = function.__code__.replace(co_filename="<gone>")
        function = FunctionType(code, namespace, "of_a_lock")
        lines = ["def of_a_lock():\n", "    return next(LOCK)\n"]
        linecache.cache["<gone>"] = (1, None, ["\n"] * (code.co_firstlineno - 1) + lines, "<gone>")
    with pytest.raises(SourceMissing, match=re.escape(said)) as raised:
        taken(function)
    assert raised.value.hint


_EDITED = """\
def f(x: int) -> int:
    return x + 1


double = lambda x: x * 2


class Cart:
    @property
    def size(self) -> int:
        return 1

    def total(self) -> int:
        return 2
"""


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        pytest.param("x + 1", "x - 1", "f", id="a function"),
        pytest.param("x * 2", "x * 3", "double", id="a lambda"),
        pytest.param("return 2", "return 3", "Cart.total", id="a method"),
        pytest.param("return 1", "return 0", "Cart.total", id="what a method may need"),
    ],
)
def test_a_function_of_a_text_that_is_gone_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, name: str
) -> None:
    """Both versions of a module that is edited and loaded again have the new text: they would be
    compared with themselves, and be preserved."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = tmp_path / "edited_since.py"
    file.write_text(_EDITED)
    module = importlib.import_module("edited_since")
    try:
        before = functools.reduce(getattr, name.split("."), module)
        assert taken(before).text  # type: ignore[arg-type]
        file.write_text(f"{_EDITED.replace(old, new)}# longer\n")
        module = importlib.reload(module)
        with pytest.raises(SourceMissing, match="changed since"):
            taken(before)  # type: ignore[arg-type]
        after = functools.reduce(getattr, name.split("."), module)
        assert new in taken(after).text  # type: ignore[arg-type]
    finally:
        del sys.modules["edited_since"]


def test_a_default_that_was_something_else_is_refused() -> None:
    """Cells are run again with other values: both versions would get the last one."""
    text = "def f(x: int, n: int = LIMIT, *, m: list[int] = LIST) -> int:\n    return x + n\n"
    linecache.cache["<cell>"] = (len(text), None, text.splitlines(keepends=True), "<cell>")
    namespace: dict[str, Any] = {"LIMIT": 1, "LIST": [1]}
    exec(compile(text, "<cell>", "exec"), namespace)  # noqa: S102 (as a kernel does)
    namespace["LIST"] = [1]
    assert "LIMIT = 1" in taken(namespace["f"]).text
    for name in ("LIMIT", "LIST"):
        changed = {**namespace, name: 2}
        function = FunctionType(namespace["f"].__code__, changed, "f", (1,))
        function.__kwdefaults__ = {"m": [1]}
        with pytest.raises(SourceMissing, match=f"`{name}`, a default of `f`"):
            taken(function)
