"""What the text of functions says about their parameters."""

from __future__ import annotations

from pathlib import Path

from tests.engines.generate.makers import bare_about

from swerve.engines.generate._inferred import code_of
from swerve.engines.generate._pools import pools_of
from swerve.engines.generate._shapes import Functions, Numbers, Options, Shape, Table
from swerve.engines.generate._shaping import Shaping
from swerve.engines.generate._sources import Sources, definition
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of


def shape_of(source: str, path: str, function: str = "f") -> Shape:
    about = bare_about(source, function)
    found = Shaping(about).of_path(path, about.code)
    return found.shapes[0] if isinstance(found, Options) else found


def test_calls_say_with_how_many_arguments() -> None:
    source = "def f(g, h, xs):\n    h(1, 2)\n    return sorted(map(g, xs), key=h)\n"
    code = code_of([Version(source, "f")])
    assert code.arities("g") == (1,)
    assert code.arities("h") == (1, 2)


def test_functions_that_parameters_are_handed_on_to_have_a_say() -> None:
    source = """
def f(a, b):
    a = g(a, flag=b)
    return a

def g(rows, flag):
    return h(rows) if flag > 10 else None

def h(table):
    return table["key"].upper()
"""
    shape = shape_of(source, "a")
    assert isinstance(shape, Table)
    assert [entry.key for entry in shape.entries] == ["key"]
    assert isinstance(shape_of(source, "b"), Numbers)


def test_what_stands_for_something_else_by_then_has_none() -> None:
    source = "def g(x):\n    return x['k']\n\ndef f(a):\n    a = [a]\n    return g(a)\n"
    assert not isinstance(shape_of(source, "a"), Table)


def test_functions_of_other_modules_have_a_say(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("from .tools import apply as run\n")
    (tmp_path / "shop" / "tools.py").write_text("def apply(function):\n    return function(1)\n")
    sources = Sources(tmp_path)
    text = "from . import run\n\ndef f(a):\n    return run(a)\n"
    code = code_of([Version(text, "f")], module="shop.cart", sources=sources)
    assert code.arities("a") == (1,)
    found = definition("shop", "run", sources)
    assert found is not None
    assert found[0] == "shop.tools"
    assert "nowhere" not in sources


def test_what_the_standard_library_wants_counts() -> None:
    source = "from itertools import islice\n\ndef f(n, seq):\n    return list(islice(seq, n))\n"
    shape = shape_of(source, "n")
    assert isinstance(shape, Numbers)
    assert shape.is_count


def test_names_count_where_the_code_says_nothing() -> None:
    assert isinstance(
        shape_of("def f(callback):\n    return store(callback)\n", "callback"), Functions
    )


def test_pools_hold_constants_and_not_what_is_said_to_people() -> None:
    source = '''
import re
MODES = {"fast": 1}
WORD = re.compile("ab+c")
UNUSED = "unused"

def f(x, mode):
    """Says something."""
    if x > 20:
        raise ValueError("too large")
    return MODES[mode], WORD.match(x), "a-b", 2.5
'''
    pools = pools_of(usages_of([Version(source, "f")]))
    assert {19, 20, 21} <= set(pools.integers)
    assert {2.0, 2.5, 3.0} <= set(pools.floats)
    assert {"fast", "abc", "a-b"} <= set(pools.texts)
    assert {"a", "-", "b"} <= set(pools.pieces)
    assert not {"too large", "Says something.", "unused"} & set(pools.texts)
