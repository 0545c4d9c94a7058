"""Do the pairs differ where they say so, and nowhere where they say they do not?"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from copy import deepcopy
from random import Random

import pytest
from tests.pairs import VersionPair, definitions, solver_pairs
from tests.quality.draws import drawn_arguments
from tests.quality.native import arguments_of, behaviour_of, module_of

_PAIRS = solver_pairs()
_CHANGED = [pair for pair in _PAIRS if pair.is_changed]
_EQUIVALENT = [pair for pair in _PAIRS if not pair.is_changed]


def _name(pair: VersionPair) -> str:
    return pair.name


def _differ(pair: VersionPair, call: str) -> bool:
    old, new = (
        behaviour_of(module, pair.function, arguments_of(module, call))
        for module in (module_of(pair.old), module_of(pair.new))
    )
    return old != new


def _random_differences(pair: VersionPair, count: int) -> list[object]:
    """Return the random arguments, of so many, on which the versions differ."""
    old, new = module_of(pair.old), module_of(pair.new)
    examples = arguments_of(old, pair.calls[0]).values()
    found: list[object] = []
    for seed in range(count):
        # Each version gets values made of its own classes, by the same choices.
        given = [
            drawn_arguments(Random(seed), side, pair.function, examples) for side in (old, new)
        ]
        before = deepcopy(given[0])
        if behaviour_of(old, pair.function, given[0]) != behaviour_of(new, pair.function, given[1]):
            found.append(before)
    return found


@pytest.mark.parametrize("pair", _CHANGED, ids=_name)
def test_a_changed_pair_differs_where_it_says(pair: VersionPair) -> None:
    assert pair.calls
    assert [call for call in pair.calls if not _differ(pair, call)] == []


@pytest.mark.parametrize("pair", _EQUIVALENT, ids=_name)
def test_an_equivalent_pair_agrees_on_its_calls(pair: VersionPair) -> None:
    assert len(pair.calls) >= 6
    assert [call for call in pair.calls if _differ(pair, call)] == []


@pytest.mark.parametrize("pair", _EQUIVALENT, ids=_name)
def test_an_equivalent_pair_agrees_on_random_calls(pair: VersionPair) -> None:
    """A pair that is not equivalent would make every right finding look like a false alarm."""
    assert _random_differences(pair, 150) == []


@pytest.mark.slow
def test_random_calls_miss_most_changes() -> None:
    """Else the suite would not ask for a solver."""
    met = [pair.name for pair in _CHANGED if _random_differences(pair, 60)]
    assert len(met) <= len(_CHANGED) / 4, met


@pytest.mark.parametrize("pair", _PAIRS, ids=_name)
def test_only_the_function_under_test_differs(pair: VersionPair) -> None:
    old, new = definitions(pair.old), definitions(pair.new)
    differing = {name for name in old.keys() & new.keys() if _code(old[name]) != _code(new[name])}
    assert differing == {pair.function}
    assert _signature(old[pair.function]) == _signature(new[pair.function])


def _code(node: ast.AST) -> str:
    return ast.dump(node)


def _signature(node: ast.AST) -> str:
    assert isinstance(node, ast.FunctionDef)
    return _code(node.args)


@pytest.mark.parametrize("pair", _PAIRS, ids=_name)
def test_importing_a_version_does_nothing_and_needs_nothing(pair: VersionPair) -> None:
    for node in ast.parse(pair.old).body + ast.parse(pair.new).body:
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = [node.module] if isinstance(node, ast.ImportFrom) else [_imported(node)]
            assert {str(name).partition(".")[0] for name in names} <= sys.stdlib_module_names
        else:
            assert isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign)


def _imported(node: ast.Import) -> str:
    return node.names[0].name


def test_there_are_enough_pairs_of_every_kind() -> None:
    assert len(_CHANGED) >= 85
    assert len(_EQUIVALENT) >= 42
    assert min(Counter(pair.kind for pair in _CHANGED).values()) >= 5
    annotated = sum(pair.is_annotated for pair in _PAIRS)
    assert 0.6 <= annotated / len(_PAIRS) <= 0.75


@pytest.mark.parametrize("pair", _PAIRS, ids=_name)
def test_a_pair_says_in_a_sentence_what_it_is_about(pair: VersionPair) -> None:
    assert pair.reason.endswith(".")
    assert pair.is_annotated or "Intended: " in pair.reason
