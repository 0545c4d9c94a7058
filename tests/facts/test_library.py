"""Does the table from typeshed say what functions of the standard library give?"""

from __future__ import annotations

import builtins
from pkgutil import resolve_name

import pytest

from swerve.facts.classes import CoarseClass
from swerve.facts.library import FUNCTION_RESULTS, GIVES, METHOD_RESULTS

_WORDS = {"bool", "int", "float", "str", "bytes", "bytearray", "list", "tuple", "dict", "set"}


@pytest.mark.parametrize(
    ("name", "words", "likely"),
    [
        pytest.param("len", {"int"}, CoarseClass.INTEGER, id="one type"),
        pytest.param("os.path.join", {"str", "bytes"}, CoarseClass.STRING, id="by its arguments"),
        pytest.param("os.getenv", {"str", "None", "?"}, CoarseClass.STRING, id="or None"),
        pytest.param("random.random", {"float"}, CoarseClass.FLOAT, id="method of an instance"),
        pytest.param("sys.exc_info", {"tuple"}, CoarseClass.TUPLE, id="behind an alias"),
        pytest.param("os.walk", {"object:next"}, CoarseClass.LIST, id="an iterator"),
        pytest.param("functools.partial", {"object:call"}, CoarseClass.CALLABLE, id="callable"),
        pytest.param("re.compile", {"re.Pattern"}, CoarseClass.OBJECT, id="of a known class"),
        pytest.param("print", {"None"}, None, id="nothing"),
    ],
)
def test_what_functions_give(name: str, words: set[str], likely: CoarseClass | None) -> None:
    assert set(GIVES[name]) <= words
    assert FUNCTION_RESULTS.get(name) is likely


def test_methods_are_known_by_their_name_where_all_agree() -> None:
    assert METHOD_RESULTS["strip"] is CoarseClass.STRING
    assert METHOD_RESULTS["isoformat"] is CoarseClass.STRING
    assert "copy" not in METHOD_RESULTS


@pytest.mark.parametrize("name", GIVES)
def test_words_of_the_table_are_understood(name: str) -> None:
    """A word that nobody knows would say nothing, and nobody would notice."""
    for word in GIVES[name]:
        plain = word.partition(":")[0].partition("[")[0]
        if plain not in {"object", "callable", "?", "None"}:
            assert plain in _WORDS or isinstance(resolve_name(plain), type), word


def test_builtins_of_the_table_exist() -> None:
    missing = [name for name in GIVES if "." not in name and not hasattr(builtins, name)]
    assert not missing
