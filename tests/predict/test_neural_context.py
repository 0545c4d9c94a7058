"""Does the network hear what a file says about the names of a function, and no more?"""

from __future__ import annotations

import ast

import pytest
from tests.predict.token_rows import context_of, function_in, said_of

from swerve.predict.neural._context import MOST_TOKENS, Surroundings
from swerve.predict.neural._tokens import row_of


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("def f(x): return x", "", id="nothing"),
        pytest.param("import a.b as c, d.e\ndef f(): c, d", "import:a.b imported:c import:d.e"),
        pytest.param("from a.b import c as d\ndef f(): d", "from:a.b imported:d"),
        pytest.param("SIZE: int = 3\ndef f(): SIZE", "store:SIZE annotation:int = int:3"),
        pytest.param("a = b = g()\ndef f(): b", "store:b = name:g ( )"),
        pytest.param("X = [1, 2, 3, 4]\ndef f(): X", "store:X = list int:1 int:2 /list"),
        pytest.param("X = {1: 2, 3: 4}\ndef f(): X", "store:X = dict int:1 int:2 /list"),
        pytest.param(
            "try: import a\nexcept ImportError: a = None\ndef f(): a", "import:a", id="the first"
        ),
        pytest.param(
            "if x:\n with y:\n  Z = 1\ndef f(): Z", "store:Z = int:1", id="in blocks of the module"
        ),
        pytest.param("class C(a.B, D, E): x = 1\ndef f(): C", "class:C name:a attribute:B name:D"),
        pytest.param("def f(): return f()", "def:f return name:f ( )", id="the function itself"),
        pytest.param("x = 1\ndef f(y):\n for y in x: y", "store:x = int:1", id="in a loop"),
    ],
)
def test_names_of_the_module_are_told(code: str, expected: str) -> None:
    assert said_of(context_of(code)) == expected


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("def g() -> dict[str, int]: return 1", "def:g -> annotation:dict_str_int"),
        ("def g():\n if x:\n  return\n return {}, x", "def:g return tuple dict /list name:x /list"),
        ("def g(): yield 1", "def:g"),
        ("@a.b(1)\n@c\nasync def g(): return None", "@ name:a attribute:b def:g return None"),
        ("def g():\n def h(): return 1\n return ''", "def:g return text:''"),
    ],
)
def test_what_a_function_of_the_file_gives_back_is_told(function: str, expected: str) -> None:
    assert said_of(context_of(f"{function}\ndef f(): return g()")) == expected


@pytest.mark.parametrize(
    "binding",
    [
        *("x = 2", "for x in a: pass", "[0 for x in a]", "import a as x", "from a import x"),
        *("with a as x: pass", "(x := 2)", "del x", "lambda x: 1", "lambda *x: 1"),
        *("try: pass\n except A as x: pass", "def g(x): pass", "x: int"),
    ],
)
def test_names_of_the_function_are_not_those_of_the_module(binding: str) -> None:
    assert said_of(context_of(f"x = 1\ndef f():\n {binding}\n x")) == ""


def test_a_parameter_that_a_fixture_makes_is_told() -> None:
    code = """
        @pytest.fixture
        def rows():
            return [1]

        size = 3

        def test_f(rows, size):
            rows, size
    """
    expected = "@ name:pytest attribute:fixture def:rows return list int:1 /list"
    assert said_of(context_of(code, "test_f")) == expected


_CLASS = """
    class Base:
        other = b"far"

    class C(Base):
        kind = "c"

        def __init__(self, size):
            self.size = size
            if size:
                self.size: int = 0
            self.size = 9
            (self.first, self.second) = size
            size.foreign = 1

        @property
        def area(this):
            this.cached = None
            return this.size * 2

        def f(self, it):
            self.{}
            it.{}
"""


@pytest.mark.parametrize(
    ("own", "foreign", "expected"),
    [
        pytest.param("kind", "x", "store:kind = text:c", id="of the class"),
        pytest.param(
            "size",
            "x",
            "store_attribute:size = name:size store_attribute:size annotation:int = int:0",
            id="set in another method, the first two",
        ),
        pytest.param("cached", "x", "store_attribute:cached = None", id="whatever self is called"),
        pytest.param(
            "area",
            "x",
            "@ name:property def:area return name:this attribute:size * int:2",
            id="a property",
        ),
        pytest.param("foreign", "x", "", id="set on something else"),
        pytest.param("other", "x", "", id="of another class, on self"),
        pytest.param("x", "other", "store:other = bytes", id="of another class, on something"),
        pytest.param("kind", "kind", "store:kind = text:c", id="said once"),
    ],
)
def test_attributes_are_told(own: str, foreign: str, expected: str) -> None:
    found = said_of(context_of(_CLASS.format(own, foreign)))
    assert found == f"class:C name:Base {expected}".rstrip()


def test_no_piece_is_long_and_all_together_are_not_either() -> None:
    names = [f"name_{number}" for number in range(40)]
    lines = [f"{name} = g(1, 2, 3, 4, 5, 6, 7, 8, 9)" for name in names]
    one = context_of("\n".join([*lines, f"def f(): {names[0]}"]))
    assert said_of(one) == "store:name_0 = name:g ( int:1 int:2 int:3 int:4 int:5 int:6"
    every = context_of("\n".join([*lines, f"def f(): {', '.join(names)}"]))
    assert len(every.shapes) == len(every.lexemes) == MOST_TOKENS
    assert every.places == {}


def test_one_look_serves_all_functions() -> None:
    module = ast.parse(
        "a, b = 1, 2\nc = 3\nclass C:\n x = 1\n def f(self): c, self.x\n\ndef g(): c"
    )
    surroundings = Surroundings(module)
    for name, expected in (
        ("f", "class:C store:c = int:3 store:x = int:1"),
        ("g", "store:c = int:3"),
        ("f", "class:C store:c = int:3 store:x = int:1"),
    ):
        function, owner = function_in(module, name)
        assert said_of(surroundings.about(row_of([function]), function, owner)) == expected


def test_methods_without_a_receiver_and_classes_without_attributes() -> None:
    assert said_of(context_of("class C:\n @staticmethod\n def f(): return C")) == "class:C class:C"
    assert said_of(context_of("class C:\n def f(*a): return a.x")) == "class:C"
