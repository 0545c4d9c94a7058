import ast

import pytest
from bench.stripping import stripped


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        (
            "def f(a: int, *b: str, c: 'x' = 1, **d: int) -> None: ...",
            "def f(a, *b, c = 1, **d): ...",
        ),
        ("def f(a: (int) = 1): ...", "def f(a = 1): ..."),
        ("def f() -> (\n    int\n): ...", "def f(): ..."),
        ("x: int = 1", "x = 1"),
        ("class A:\n    x: int\n    y: int = 1", "class A:\n    pass\n    y = 1"),
        ("def f():\n    x: dict[str, int] = {}", "def f():\n    x = {}"),
        ("def f():\n    def g(é: int) -> int: ...", "def f():\n    def g(é): ..."),
    ],
)
def test_annotations_go(text: str, bare: str) -> None:
    assert ast.dump(ast.parse(stripped(text))) == ast.dump(ast.parse(bare))


@pytest.mark.parametrize(
    "text",
    [
        "@dataclass\nclass A:\n    x: int\n",
        "@dataclasses.dataclass(frozen=True)\nclass A:\n    x: int = 1\n",
        "class A(typing.NamedTuple):\n    x: int\n",
        "@attrs.define\nclass A:\n    x: int\n",
    ],
)
def test_annotations_that_make_fields_stay(text: str) -> None:
    assert stripped(text) == text


def test_methods_of_data_classes_are_stripped_all_the_same() -> None:
    text = "@dataclass\nclass A:\n    x: int\n    def f(self) -> int:\n        y: int = 1\n"
    assert "-> int" not in stripped(text)
    assert "y =" in stripped(text)
