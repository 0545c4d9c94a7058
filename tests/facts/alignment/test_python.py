"""What only Python has: both versions come back, and the change is where one looks for it."""

from __future__ import annotations

import ast
import sys

import pytest
from tests.facts.alignment.versions import body_of, function_of, in_function, merged, patterns

from swerve.facts.alignment import projected, site_number, text_of, unified, without_splices
from swerve.model import Side

_CASES = {
    "comprehension": (
        "return [v for v in a if v > 1]",
        "return [v + 1 for v in a if v > 2]",
        "return [change(v, v + 1) for v in a if v > change(1, 2)]",
    ),
    "comprehension gets a filter": (
        "return {v.name for v in a.b.c}",
        "return {v.name for v in a.b.c if v}",
        "return {v.name for v in a.b.c if change(True, v)}",
    ),
    "another variable in a comprehension": (
        "return [v for v in a]",
        "return [w for w in b]",
        "return change([v for v in a], [w for w in b])",
    ),
    "with": (
        "with a(1) as v:\n    x(v)",
        "with a(2) as v:\n    x(v)",
        "with a(change(1, 2)) as v:\n    x(v)",
    ),
    "with around": (
        "x(a, b)\ny(c)",
        "with c as v:\n    x(a, b)\n    y(c)",
        "with change(nullcontext(), c) as v:\n    x(a, b)\n    y(c)",
    ),
    "try around": (
        "x(a, b)\ny(c)",
        "try:\n    x(a, b)\n    y(c)\nexcept OSError:\n    return 1",
        "try:\n    x(a, b)\n    y(c)\nexcept change((), OSError):\n    return 1",
    ),
    "try no more": (
        "try:\n    x(a, b)\n    y(c)\nfinally:\n    y()",
        "x(a, b)\ny(c)",
        "try:\n    x(a, b)\n    y(c)\nfinally:\n    if change(True, False):\n        y()",
    ),
    "handler of another type": (
        "try:\n    x()\nexcept OSError:\n    y(a)",
        "try:\n    x()\nexcept ValueError:\n    y(a)",
        "try:\n    x()\nexcept change(OSError, ValueError):\n    y(a)",
    ),
    "handler added": (
        "try:\n    x()\nexcept OSError:\n    y(a)",
        "try:\n    x()\nexcept KeyError as e:\n    b(e, c)\nexcept OSError:\n    y(a)",
        "try:\n    x()\nexcept change((), KeyError) as e:\n    b(e, c)\nexcept OSError:\n    y(a)",
    ),
    "starred": ("return x(*a)", "return x(*b)", "return x(*change(a, b))"),
    "argument added": (
        "return x.method(a, b.c, c.d)",
        "return x.method(a, b.c, c.d, y)",
        "return x.method(a, b.c, c.d, *change((), (y,)))",
    ),
    "keyword added": (
        "return x.method(a, b=b.c, c=c.d)",
        "return x.method(a, b=b.c, y=y, c=c.d)",
        "return x.method(a, b=b.c, **change({}, {'y': y}), c=c.d)",
    ),
    "few arguments": ("return x(a)", "return x(a, b)", "return change(x(a), x(a, b))"),
    "element added": (
        "return [a.b, b.c, c.d]",
        "return [a.b, x, b.c, c.d]",
        "return [a.b, *change((), (x,)), b.c, c.d]",
    ),
    "dictionary": (
        "return {'a': a, 'b': b.c, 'c': c.d}",
        "return {'a': x, 'b': b.c, 'c': c.d, 'y': y}",
        "return {\n    'a': change(a, x),\n    'b': b.c,\n    'c': c.d,\n"
        "    **change({}, {'y': y})\n}",
    ),
    "field of an f-string": (
        "return f'{a} of {b:>{c}}'",
        "return f'{x} of {b:>{c}}'",
        "return f'{change(a, x)} of {b:>{c}}'",
    ),
    "text of an f-string": (
        "return f'{a} found in {b}\\n'",
        "return f'{a} lost in {b}\\n'",
        "return f'{a}' + change(' found in ', ' lost in ') + f'{b}\\n'",
    ),
    "plain f-strings": (
        "return [f'', f'a', f'{x:>3}', a]",
        "return [f'', f'a', f'{x:>3}', b]",
        "return [f'', f'a', f'{x:>3}', change(a, b)]",
    ),
    "walrus": (
        "if (v := a.get(1)):\n    return v",
        "if (v := a.get(2)):\n    return v",
        "if (v := a.get(change(1, 2))):\n    return v",
    ),
    "lambda": (
        "return sorted(a, key=lambda v: v[0])",
        "return sorted(a, key=lambda v: v[1])",
        "return sorted(a, key=lambda v: v[change(0, 1)])",
    ),
    "slice": ("return a[1:]", "return a[1:x]", "return a[1:change(None, x)]"),
    "index and slice": ("return a[1]", "return a[1:]", "return change(a[1], a[1:])"),
    "place of an assignment": ("a[x].b = 1", "a[y].b = 1", "a[change(x, y)].b = 1"),
    "delete": ("del a[x], b", "del a[y], b", "del a[change(x, y)], b"),
    "yield": ("yield a", "yield b", "yield change(a, b)"),
    "cause": (
        "raise ValueError(a)",
        "raise ValueError(a) from b",
        "if change(True, False):\n    raise ValueError(a)\nelse:\n    raise ValueError(a) from b",
    ),
    "match": (
        "match a:\n    case [v]:\n        return v\n    case _:\n        y()",
        "match a:\n    case [v] if v > 1:\n        return v\n    case 0:\n        x(b, c)\n"
        "    case _:\n        y()",
        "match a:\n    case [v] if change(True, v > 1):\n        return v\n"
        "    case 0 if change(False, True):\n        x(b, c)\n    case _:\n        y()",
    ),
    "class inside": (
        "class C(a):\n    n = 1\n    def m(self): return 1\nreturn C",
        "class C(a):\n    n = 2\n    def m(self): return 2\nreturn C",
        "class C(a):\n    n = change(1, 2)\n\n"
        "    def m(self):\n        return change(1, 2)\nreturn C",
    ),
}


@pytest.mark.parametrize("name", _CASES)
def test_changes_stand_where_one_looks_for_them(name: str) -> None:
    old, new, expected = _CASES[name]
    assert body_of(merged(in_function(old), in_function(new))).strip() == expected


@pytest.mark.parametrize("name", _CASES)
def test_the_other_way_round_comes_back_too(name: str) -> None:
    old, new, _ = _CASES[name]
    merged(in_function(new), in_function(old))


@pytest.mark.parametrize("name", _CASES)
def test_nothing_needs_to_be_spliced_in(name: str) -> None:
    old, new, _ = (in_function(text) for text in _CASES[name])
    whole = without_splices(unified(old, new))
    for node in ast.walk(whole.tree):
        if isinstance(node, ast.Starred) and (number := site_number(node.value)) is not None:
            assert not whole.sites[number].is_spliced
        if isinstance(node, ast.keyword) and node.arg is None:
            assert site_number(node.value) is None
    for side, version in ((Side.OLD, old), (Side.NEW, new)):
        alone = unified(version, version)
        assert ast.dump(projected(whole, side)) == ast.dump(projected(alone, side))


def test_decorators_and_defaults() -> None:
    old = function_of("@a(1)\n@b\ndef f(x=1, *, y=2): return x")
    new = function_of("@a(2)\ndef f(x=1, *, y=3): return x")
    text = text_of(merged(old, new))
    assert "@a(change(1, 2))" in text
    assert "@change(b, lambda function: function)" in text
    assert "def f(x=1, *, y=change(2, 3)):" in text


def test_two_signatures_are_kept_and_the_body_is_shared() -> None:
    old = function_of("def f(a, b=1): return a + b")
    new = function_of("def f(a, *, b=1, c=2): return a + c")
    found = merged(old, new)
    assert found.old_args is not None
    assert ast.unparse(found.old_args) == "a, b=1"
    assert text_of(found).startswith("# old: f(a, b=1)\ndef f(a, *, b=1, c=2):")
    assert patterns(found) == ["1c"]


def test_annotations_and_docstrings_of_the_function_are_set_aside() -> None:
    old = function_of('def f(a: int) -> int:\n    "Old."\n    v: int = a\n    return v')
    new = function_of('def f(a: float):\n    "New."\n    v = a\n    return v')
    assert merged(old, new).sites == ()


def test_a_docstring_inside_can_be_read_by_the_program() -> None:
    text = 'def f():\n    def g():\n        "Text."\n        return {}\n    return g.__doc__'
    found = merged(function_of(text.format(1)), function_of(text.format(2)))
    assert "Text." in ast.unparse(found.tree)


def test_declarations_come_before_all_uses() -> None:
    old = function_of("def f():\n    print(v)\n    return v")
    new = function_of("def f():\n    global v, w\n    v = w = 1")
    assert "3b" in patterns(merged(old, new))


def test_a_generator_and_a_function_come_back_and_are_not_to_be_run_as_one() -> None:
    old, new = function_of("def f(a): return a"), function_of("def f(a): yield a")
    assert not merged(old, new).is_of_one_kind
    coroutine = function_of("async def f(a): return await a")
    found = unified(coroutine, old)
    assert not found.is_of_one_kind
    assert isinstance(projected(found, Side.OLD), ast.AsyncFunctionDef)
    assert isinstance(projected(found, Side.NEW), ast.FunctionDef)


def test_a_name_of_the_program_is_not_taken_for_a_change() -> None:
    found = merged(in_function("return change(a, 1)"), in_function("return change(a, 2)"))
    assert body_of(found) == "return change(a, __swerve_change__(1, 2))"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="`except*` is newer")
def test_exception_groups() -> None:
    text = "try:\n    x()\nexcept* OSError:\n    y({})"
    found = merged(in_function(text.format(1)), in_function(text.format(2)))
    assert patterns(found) == ["1b"]
