"""Does every comparison end soon, whatever target code made of its values?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from tests.costs import need_cheap
from tests.observe.comparison.made_runs import Thing, returned

from swerve.model.behaviour import Behaviour
from swerve.observe.comparison import RULES, Different, Same, Unknown, compare, rules_from

#: Processor time of one comparison; most of these take a tenth of it.
_MOST_SECONDS = 4.0


def nested(make: Callable[[object], object], levels: int, start: object) -> object:
    value = start
    for _ in range(levels):
        value = make(value)
    return value


def ring(size: int, changed: bool = False) -> object:
    things = [Thing(label=0) for _ in range(size)]
    for at, thing in enumerate(things):
        thing.__dict__.update(before=things[at - 1], after=things[(at + 1) % size])
    things[0].__dict__["label"] = int(changed)
    return set(things)


def crowd(size: int, seed: int) -> object:
    """Objects that all look alike, and each knows three others."""
    random = Random(seed)
    things = [Thing() for _ in range(size)]
    for thing in things:
        thing.__dict__["knows"] = set(random.sample(things, 3))
    return set(things)


def near_keys(order: int) -> object:
    keys = [(1,) * 20 + (number,) for number in range(1500)][::order]
    return {key: key[-1] for key in keys}


def all_small_sets(skip: int = 0) -> object:
    return {frozenset(some) for count in range(4) for some in combinations(range(22 + skip), count)}


def trade(size: int) -> tuple[object, object]:
    """Tuples in layers, each made of all those below: many paths, few nodes."""
    layers: list[tuple[object, ...]] = [tuple((at,) for at in range(size))]
    for _ in range(60):
        layers.append(tuple(layers[-1][at:] + layers[-1][:at] for at in range(size)))
    return layers[-1], layers[-1][::-1]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            nested(lambda v: [v], 900, 1), nested(lambda v: [v], 900, 2), Different, id="deep"
        ),
        pytest.param(
            nested(lambda v: [v], 9000, 1), nested(lambda v: [v], 9000, 2), Unknown, id="too deep"
        ),
        pytest.param([*range(9000)], [*range(1, 9001)], Different, id="wide"),
        pytest.param([*range(10**6)], [*range(10**6)], Unknown, id="too wide"),
        pytest.param(
            nested(lambda v: (v, v), 500, 1),
            nested(lambda v: (v, v), 500, 2),
            Different,
            id="shared",
        ),
        pytest.param(
            nested(lambda v: [v, v], 500, 1),
            nested(lambda v: [v, v], 500, 2),
            Different,
            id="lists",
        ),
        pytest.param(
            {nested(lambda v: frozenset([v, 0]), 300, 1)},
            {nested(lambda v: frozenset([v, 0]), 300, 2)},
            Different,
            id="sets of sets",
        ),
        pytest.param(all_small_sets(), all_small_sets(1), Different, id="many sets"),
        pytest.param(near_keys(1), near_keys(-1), Same, id="nearly equal keys"),
        pytest.param(
            {number * (2**61 - 1): 0 for number in range(2000)},
            {number * (2**61 - 1): 0 for number in reversed(range(2000))},
            Same,
            id="keys with one hash",
        ),
        pytest.param(ring(1000), ring(1000), Same, id="ring"),
        pytest.param(ring(1000), ring(1000, changed=True), Different, id="changed ring"),
        pytest.param(
            {Thing() for _ in range(5000)}, {Thing() for _ in range(5000)}, Same, id="plain"
        ),
        pytest.param(crowd(400, 1), crowd(400, 1), Same, id="crowd"),
        pytest.param(*trade(12), Different, id="layers"),
        pytest.param(
            "<" * 19_000, "<" * 18_999 + "0", Different, id="text that looks like many addresses"
        ),
    ],
)
def test_bounded(old: object, new: object, expected: type) -> None:
    runs = returned(old), returned(new)
    assert isinstance(timed(*runs), expected)


def test_a_crowd_that_is_another_one_is_given_up_in_time() -> None:
    assert timed(returned(crowd(400, 1)), returned(crowd(400, 2))) != Same()


@pytest.mark.parametrize("name", sorted(each for each in RULES.own if RULES.load(each).text))
@pytest.mark.parametrize(
    "piece",
    ["0x", "0", "a", "<", "<a ", "2024-", "1 ", "12:", "/tmp/", "1.5e-", "at 0x"],  # noqa: S108
)
def test_no_text_makes_a_rule_slow(name: str, piece: str) -> None:
    rules = rules_from([name])
    text = (piece * 20_000)[:19_000]
    old, new = returned(text + "x"), returned(text + "y")
    need_cheap(lambda: compare(old, new, rules), 0.5)


def test_equal_bytes_are_compared_in_no_time() -> None:
    """This is the answer to nearly all calls, thousands of times a second."""
    old, new = returned([1, 2, "a"]), returned([1, 2, "a"])
    # A quarter of that on a machine that has nothing else to do.
    need_cheap(lambda: [compare(old, new) for _ in range(500)], 500 * 4e-6, tries=20)


def timed(old: Behaviour, new: Behaviour) -> object:
    return need_cheap(lambda: compare(old, new), _MOST_SECONDS)
