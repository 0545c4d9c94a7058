import ast
import textwrap
from pathlib import Path

import bench.mutating
import pytest
from bench.mutating import mutations_of
from bench.source import Source, same_code


def _mutated(code: str) -> list[tuple[str, str]]:
    """Kinds of mistakes, each with the first line of the body that says it."""
    source = Source(textwrap.dedent(code))
    (function,) = source.functions.values()
    return [(each.kind, source.edited(each.edit)) for each in mutations_of(source, function)]


def _bodies(code: str) -> set[tuple[str, str]]:
    text = f"def f(a, b, c=1):\n    {code}\n"
    return {(kind, mutated.splitlines()[1].strip()) for kind, mutated in _mutated(text)}


@pytest.mark.parametrize(
    ("code", "kind", "mutated"),
    [
        ("return a + b", "operator", "return a - b"),
        ("return (a) % (b)", "operator", "return (a) // (b)"),
        ("a += b", "operator", "a -= b"),
        ("return -a", "operator", "return a"),
        ("return a < b", "comparison", "return a <= b"),
        ("return a is None", "comparison", "return a is not None"),
        ("return a not in b", "comparison", "return a in b"),
        ("return a and b", "and/or", "return a or b"),
        ("return a and b < 1", "and/or", "return a or (b < 1)"),
        ("return not a", "dropped not", "return a"),
        ("return not(a or b)", "dropped not", "return (a or b)"),
        ("return a if b else c", "condition", "return a if not (b) else c"),
        ("return [x for x in a if x]", "condition", "return [x for x in a if not (x)]"),
        ("return 10", "off by one", "return 11"),
        ("return 10", "constant", "return 0"),
        ("return True", "constant", "return False"),
        ("return 'é' + 'ü'", "constant", "return '' + 'ü'"),
        ("return 'é' + 'ü'", "constant", "return 'é' + ''"),
        ("return a[b:]", "off by one", "return a[b + 1:]"),
        ("return range(b)", "off by one", "return range(b - 1)"),
        ("return f(a, b, c)", "swapped arguments", "return f(b, a, c)"),
        ("a.append(b)", "deleted", "pass"),
        ("raise ValueError(a)", "deleted", "pass"),
    ],
)
def test_a_mistake_is_one_edit(code: str, kind: str, mutated: str) -> None:
    assert (kind, mutated) in _bodies(code)


def test_loops_are_left_too_early_or_too_late() -> None:
    found = _mutated("def f(a):\n    for x in a:\n        if x:\n            break\n    return x\n")
    assert any(kind == "statement" and "continue" in text for kind, text in found)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("def f():\n    '''Say 1 + 1.'''\n", id="docstring"),
        pytest.param("@g(1)\ndef f(a: 'x' = 1) -> 2: ...\n", id="what is not the body"),
        pytest.param("def f(a):\n    x: 'not a'\n", id="annotation"),
    ],
)
def test_what_does_not_run_in_a_call_stays_as_it_is(code: str) -> None:
    assert _mutated(code) == []


def test_every_mistake_in_the_mutator_itself_can_be_parsed() -> None:
    """Real code has brackets and comments everywhere; edits must keep clear of them."""
    source = Source(Path(bench.mutating.__file__).read_text())
    some = [each for node in source.functions.values() for each in mutations_of(source, node)]
    assert len(some) > 200
    for each in some[::7]:
        ast.parse(source.edited(each.edit))


def test_equal_code_is_told_from_other_code() -> None:
    assert same_code("def f():\n    return 1\n", "def f():\n\n    # one\n    return (1)\n")
    assert not same_code("def f():\n    return 1\n", "def f():\n    return 1.0\n")
    assert not same_code("def f():\n    return 1\n", "def f():\n    return True\n")
