"""Does a clause give what Python gives, for expressions and values put together by chance?"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.meaning.contract.test_values import evaluated

_OPERATORS = ("+", "-", "*", "/", "//", "%", "|", "&", "==", "!=", "<", "<=", "in", "not in", "is")
_FORMS = (
    *("({} {op} {})", "({} {op} {})", "({} {op} {})", "not {}", "-{}", "({} and {})", "({} or {})"),
    *("({} if {} else {})", "len({})", "str({})", "repr({})", "sorted({})", "list({})", "set({})"),
    *(
        "{}[{}]",
        "{}[{}:]",
        "[x for x in {} if {}]",
        "any({} for x in {})",
        "sum({})",
        "max({}, {})",
    ),
    *("tuple({})", "f'{{{}}}'", "abs({})", "bool({})", "int({})", "isinstance({}, int)", "min({})"),
    *("[{}, *{}]", "{{'k': {}}}", "({}, {})", "{}.count({})", "{}.upper()", "{}.get({}, {})"),
    *("round({})", "list(zip({}, {}))", "list(enumerate({}))", "float({})", "type({}) is str"),
)
_LEAVES = ("a", "b", "c", "0", "1", "-2", "2.5", "'x'", "None", "True", "[]", "[1, 2]", "''", "x")
_VALUES: tuple[Any, ...] = (
    *(0, 1, -3, 7, 2.5, -0.0, "", "x", "12", "abc", None, True, [], [1], [3, 1, 2], ["a", "b"], ()),
    *((1, 2), {}, {"k": 1}, {1: [2]}, {1, 2}, set(), b"x", frozenset({1}), [[1], [2]], 10**20),
)


def expression(random: Random, depth: int) -> str:
    if depth == 0:
        return random.choice(_LEAVES)
    form = random.choice(_FORMS)
    count = form.count("{}")
    parts = [expression(random, depth - 1) for _ in range(count)]
    return form.format(*parts, op=random.choice(_OPERATORS))


@pytest.mark.filterwarnings("ignore::SyntaxWarning")  # `1[True]`, which chance likes to write
@pytest.mark.parametrize("seed", range(25))
def test_python_gives_the_same(seed: int) -> None:
    random = Random(seed)
    tried = 0
    while tried < 15:
        text = expression(random, random.choice((1, 2, 2, 3)))
        values = {name: random.choice(_VALUES) for name in "abc"}
        if " is " in text and " is str" not in text:
            continue  # which equal atoms are one object is not a part of the language
        try:
            compile(text, "", "eval")
        except SyntaxError:
            continue
        tried += 1
        try:
            expected: bool | str = bool(eval(text, {"x": 5, **values}))  # noqa: S307
        except Exception as error:
            expected = type(error).__name__
        found = evaluated(text, head="x = 5", **values)
        if isinstance(expected, bool):
            assert found is expected, (text, values, found)
        else:
            assert isinstance(found, str), (text, values, expected)
            # Python looks a method up before it evaluates arguments; here both come to an end.
            is_told = "raised " in found
            assert is_told, (text, values, expected, found)
