"""Is a mistake ever proved away? Pairs with a mistake put in are told apart natively."""

from __future__ import annotations

import ast
from random import Random

import pytest
from bench.mutating import mutations_of
from bench.source import Source
from tests.engines.prove.runs import difference
from tests.pairs import VersionPair, proof_pairs

from swerve.engines.prove.solver import Proved, Question, prove

#: Mistakes that are put into each pair.
_MISTAKES = 1
_RUNS = 40
#: One in six: all of them take a minute.
_PAIRS = [pair for pair in proof_pairs() if not pair.is_changed][::6]


def mistaken(pair: VersionPair, count: int, seed: int = 0) -> list[str]:
    """Return the new version with mistakes, one in each."""
    source = Source(pair.new)
    functions = [
        node
        for node in ast.parse(pair.new).body
        if isinstance(node, ast.FunctionDef) and node.name == "f"
    ]
    found = mutations_of(source, functions[0])
    chosen = Random(f"{pair.name} {seed}").sample(found, min(count, len(found)))
    texts = [
        pair.new[: one.edit.start] + one.edit.text + pair.new[one.edit.end :] for one in chosen
    ]
    return [text for text in texts if _parses(text)]


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@pytest.mark.parametrize("pair", _PAIRS, ids=lambda pair: pair.name)
def test_no_mistake_is_proved_away(pair: VersionPair) -> None:
    for text in mistaken(pair, _MISTAKES):
        answer = prove(Question(pair.old, text, "f", "f", 2.0))
        if not isinstance(answer, Proved) or answer.bound is not None:
            continue
        pure = any("change" in words for words in answer.assumptions)
        for seed in range(_RUNS):
            probes = seed % 2 == 1 and not pure
            found = difference(pair.old, text, pair.calls[0], seed, with_probes=probes)
            assert found is None, text
