"""What `static` must say about any function, shown on random ones."""

from __future__ import annotations

import contextlib
import copy
import io
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.programs import Program, mutants, reformatted, renamed, written

from swerve.check.investigating import Plan
from swerve.check.pipeline import check
from swerve.model import FunctionReport, Verdict
from swerve.source import FileVersions, RawChange, pair_up

randoms = st.integers(0, 2**32).map(Random)


def ask(old: str, new: str) -> list[FunctionReport]:
    raw = RawChange("old", "new", (FileVersions("m.py", old.encode(), new.encode()),))
    report = check(pair_up(raw), Plan())
    assert not report.change.problems
    return [function for function in report.functions if function.pair.name == "f"]


@pytest.mark.slow
@settings(max_examples=200)
@given(randoms)
def test_a_consistent_rename_with_reformatting_is_preserved(random: Random) -> None:
    old = Program(random).function()
    new = reformatted(written(renamed(old)), random)
    (function,) = ask(written(old), new)
    assert function.verdict is Verdict.PRESERVED, f"{function.reason}\n{written(old)}\n{new}"


@pytest.mark.slow
@settings(max_examples=60)
@given(randoms)
def test_a_mutated_operator_constant_or_default_is_never_preserved(random: Random) -> None:
    old = Program(random).function()
    for mutant in mutants(old):
        new = reformatted(written(renamed(mutant)), random)
        for function in ask(written(old), new):
            assert function.verdict is not Verdict.PRESERVED, f"{written(old)}\n{new}"


@settings(max_examples=60)
@given(randoms)
def test_what_is_preserved_behaves_the_same(random: Random) -> None:
    """The transformations above might all be harmless; running the code shows that they are."""
    old = Program(random).function()
    new = renamed(old)
    assert [f.verdict for f in ask(written(old), written(new))] == [Verdict.PRESERVED]
    count = len(old.args.args)
    for _ in range(5):
        arguments = [random.choice([0, 1, 5, "", "a", None, [1]]) for _ in range(count)]
        assert behaviour(written(old), arguments) == behaviour(written(new), arguments)


def behaviour(text: str, arguments: Sequence[object]) -> object:
    namespace: dict[str, object] = {}
    output = io.StringIO()
    exec(text, namespace)  # noqa: S102 (our own random programs)
    function = namespace["f"]
    assert callable(function)
    with contextlib.redirect_stdout(output):
        try:
            result = function(*copy.deepcopy(arguments))
        except Exception as error:
            result = type(error)
    return scrubbed(result), output.getvalue().split(" at 0x")[0]


def scrubbed(result: object) -> object:
    return str(result).split(" at 0x")[0], type(result)


def test_the_generator_reaches_what_the_properties_are_about() -> None:
    """A property over trivial functions would hold for no reason."""
    texts = [written(Program(Random(seed)).function()) for seed in range(200)]
    for needed in ("if ", "for ", "try:", "def g", "f'", " for e in ", "=0", "=None"):
        assert sum(needed in text for text in texts) > 5, needed
    assert sum(len(mutants(Program(Random(seed)).function())) for seed in range(50)) > 500


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("def f(a=1):\n    return 0\n", "def f(a=True):\n    return 0\n", id="unused"),
        pytest.param("def f(a=1):\n    return a\n", "def f(a=1.0):\n    return a\n", id="type"),
        pytest.param("def f():\n    3\n", "def f():\n    4\n", id="bare constant"),
    ],
)
def test_no_mutated_constant_is_too_small_to_matter(old: str, new: str) -> None:
    assert [f.verdict is Verdict.PRESERVED for f in ask(old, new)] == [False]
