"""Can a person read what is shown?"""

from __future__ import annotations

import subprocess
from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.observe.snapshot.random_graphs import Thing, graphs, snapshot

from swerve.observe.snapshot import Graph, show


def _shown(value: object, width: int = 200) -> str:
    graph = snapshot(value)
    return show(graph, graph.roots[0][1], width)


def test_cycles_end() -> None:
    items: list[object] = [1]
    items.append({"again": items})
    assert _shown(items) == "[1, {'again': ...}]"


def test_what_is_shared_is_shown_twice() -> None:
    shared = [1]
    assert _shown([shared, shared]) == "[[1], [1]]"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ([], "[]"),
        ((), "()"),
        ({}, "{}"),
        (set(), "set()"),
        ((1,), "(1,)"),
        ("it's", '"it\'s"'),
        ("a\nb\x1b[31m", "'a\\nb\\x1b[31m'"),
        (0.1, "0.1"),
        (-0.0, "-0.0"),
        (float("-inf"), "-inf"),
        (1 << 2_000, "0x1" + "0" * 194 + "..."),
        ("x" * 1_000_000, "'" + "x" * 100 + "'...... (1,000,000 characters)"),
    ],
)
def test_simple_values(value: object, shown: str) -> None:
    assert _shown(value) == shown


@pytest.mark.parametrize("kind", [list, tuple])
def test_a_program_is_given_texts_for_paths(kind: type) -> None:
    """What failed is the same program, whether a caller wrote a path or its text."""
    by_path, by_text = (
        subprocess.CalledProcessError(1, kind(("gzip", each)))
        for each in (PurePosixPath("a/b.log"), "a/b.log")
    )
    assert snapshot(by_path) == snapshot(by_text)
    assert snapshot(subprocess.TimeoutExpired(PurePosixPath("a"), 3)) == snapshot(
        subprocess.TimeoutExpired("a", 3)
    )
    words: list[object] = ["gzip"]
    words.append(words)
    assert snapshot(subprocess.CalledProcessError(1, words)) is not None  # type: ignore[arg-type]
    other = subprocess.CalledProcessError(1, kind(("gzip", "a/c.log")))
    assert snapshot(by_path) != snapshot(other)
    assert snapshot(ValueError(PurePosixPath("a"))) != snapshot(ValueError("a"))


def test_a_long_value_is_cut_where_the_place_ends() -> None:
    assert _shown(list(range(100_000)), 30) == "[0, 1, 2, 3, 4, 5, 6, 7, 8,..."
    thing: Any = Thing()
    thing.name = "x" * 1_000
    assert _shown(thing, 30) == "Thing(name='xxxxxxxxxxxxxxx..."


def test_a_deep_value_is_cut() -> None:
    value: object = 0
    for _ in range(900):
        value = [value]
    assert _shown(value) == "[" * 40 + "..." + "]" * 40


def test_a_value_that_doubles_at_every_level_is_shown_in_no_time() -> None:
    value: object = ["leaf"]
    for _ in range(39):
        value = [value, value]
    assert _shown(value).endswith("...")


@given(graphs(), st.integers(0, 300))
def test_nothing_is_longer_than_the_place(value: object, width: int) -> None:
    graph: Graph = snapshot(value)
    for index in range(len(graph.nodes)):
        assert len(show(graph, index, width)) <= max(width, 3)
