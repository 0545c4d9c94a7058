"""Are long arrays, whose numbers travel in one piece, compared like short ones?

The same snapshots are compared once more with all numbers listed one by one: every answer must be
the same, with its path, what is shown of both sides, and the other places.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.observe.comparison.made_runs import difference, returned, values_compared

from swerve.model.behaviour import Behaviour
from swerve.observe.comparison import (
    NO_NOISE,
    Agreement,
    Different,
    Noise,
    Rules,
    Same,
    Unknown,
    compare_graphs,
    noise_between,
    rules_from,
)
from swerve.observe.snapshot import Graph, Packed, decode, listed
from swerve.worker.snapshot.snapshot import Limits

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")

NO_RULES = Rules()
RULES = [
    NO_RULES,
    rules_from([], 0.0),
    rules_from([], 1e-9),
    rules_from(["epoch"]),
    rules_from(["epoch"], 1e-9),
    rules_from(["path:result[*][3]"]),
    rules_from(["path:result[2]"]),
    rules_from(["path:**[1]"]),
    rules_from(["type:float"]),
    rules_from(["type:list"]),
]
DTYPES = ["f8", "f4", "f2", ">f8", "i8", "u1", ">i2", "?", "c16", "c8", "M8[D]", "m8[s]"]
SHAPES = [(150,), (30, 7), (3, 5, 9), (1, 1, 101)]


def made(random: Random, dtype: str) -> Any:
    """An array of numbers of which some are equal, zero, large, or none at all."""
    shape = random.choice(SHAPES)
    numbers: Any = np.arange(np.prod(shape)) % random.choice([2, 90])
    if np.dtype(dtype).kind in "fc":
        numbers = numbers * random.choice([0.1, 1e3, 2e7]) - 1
        numbers[[3, 50]] = np.nan, np.inf
    return numbers.astype(dtype).reshape(shape)


def changed(random: Random, array: Any) -> Any:
    """An array like it, in which some numbers are a little or much different."""
    new = array.copy()
    flat = new.reshape(-1)
    for _ in range(random.choice([0, 1, 2, 8, 200])):
        at = random.randrange(len(flat))
        if array.dtype.kind not in "fc":
            flat[at] = random.choice([flat[0], flat[-1], 0])
            continue
        was = flat[at]
        choices = [0.0, -0.0, np.nan, 1.5e9, 1.6e9, was * (1 + 1e-15), was * (1 + 1e-11), was + 1]
        flat[at] = random.choice(choices)
    kind = random.randrange(12)
    if kind == 0:
        return new.astype(random.choice(DTYPES[:6]))
    return new.reshape(-1)[1:] if kind == 1 else new.T if kind == 2 else new


def wrapped(random: Random, array: Any) -> object:
    """The array, or something that holds it."""
    kind = random.randrange(6)
    if kind == 0:
        return {"a": array, "b": [1, array]}
    if kind == 1:
        return frozenset({Holder(array), Holder(None)})
    if kind == 2:
        return array.view(type("Grid", (np.ndarray,), {"__module__": "shop"}))
    return array


class Holder:
    """Can be a member of a set."""

    def __init__(self, held: object) -> None:
        self.held = held


def graphs_of(old: Behaviour, new: Behaviour) -> tuple[Graph, Graph]:
    """What both sides sent."""
    return decode(old.snapshot), decode(new.snapshot)


def compared(old: Behaviour, new: Behaviour, rules: Rules, noise: Noise) -> Agreement:
    """The answer, which does not depend on how numbers travel."""
    graphs = graphs_of(old, new)
    found = compare_graphs(*graphs, rules, noise)
    assert found == compare_graphs(listed(graphs[0]), listed(graphs[1]), rules, noise)
    return found


@pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("dtype", DTYPES)
def test_answers_are_those_for_short_arrays(dtype: str) -> None:
    random = Random(dtype)
    answers = set()
    for seed in range(25):
        array = made(random, dtype)
        new = changed(random, array)
        old_value, new_value = (wrapped(Random(seed), each) for each in (array, new))
        old, other = returned(old_value), returned(new_value)
        assert any(isinstance(node, Packed) for node in decode(old.snapshot).nodes)
        rules = random.choice(RULES)
        answers.add(type(compared(old, other, rules, NO_NOISE)))
        again = returned(wrapped(Random(seed), changed(random, array)))
        noise = noise_between(old, again)
        answers.add(type(compared(old, other, rules, noise)))
    assert answers >= {Same, Different}


def test_what_is_set_aside_in_part_leaves_the_rest() -> None:
    old, new = np.zeros((30, 10)), np.zeros((30, 10))
    new[3, 7] = new[4, 7] = 1
    assert difference(old, new).path == "result[3][7]"
    assert difference(old, new).others == ("result[4][7]",)
    assert values_compared(old, new, rules_from(["path:result[*][7]"])) == Same()
    assert difference(old, new, rules_from(["path:result[3]"])).path == "result[4][7]"
    noisy = noise_between(returned(old), returned(new))
    assert values_compared(old, new, noise=noisy) == Same()
    new[9, 9] = 2
    found = values_compared(old, new, noise=noisy)
    assert isinstance(found, Different)
    assert (found.path, found.old, found.new) == ("result[9][9]", "0.0", "2.0")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (np.full(5000, 0.3), np.full(5000, 0.1 + 0.2)),
        (np.zeros(5000), -np.zeros(5000)),
        (np.full(5000, np.nan), np.full(5000, -np.nan)),
        (np.full(5000, 0.3j), np.full(5000, (0.1 + 0.2) * 1j)),
        (pd.Series(np.full(5000, 0.3)), pd.Series(np.full(5000, 0.1 + 0.2))),
        (pd.DataFrame({"a": [0.3] * 500}), pd.DataFrame({"a": [0.1 + 0.2] * 500})),
    ],
)
def test_rounding_in_long_arrays_is_no_difference(old: object, new: object) -> None:
    assert values_compared(old, new) == Same()
    assert isinstance(values_compared(old, new, rules_from([], 0.0)), Different) or str(old) == str(
        new
    )


def test_places_in_tables() -> None:
    old = pd.DataFrame({"a": np.arange(3000), "b": np.arange(3000.0)})
    new = old.copy()
    new.loc[2500, "b"] = 0.5
    assert difference(old, new).path == "result['b'][2500]"


def test_an_array_that_is_packed_on_one_side_only() -> None:
    old, new = list(range(400)), list(range(400))
    values = returned(np.array(old)), returned(np.array(new), limits=Limits(packed=100))
    assert compare_graphs(*graphs_of(*values)) == Same()
    new[7] = 0
    values = returned(np.array(old)), returned(np.array(new), limits=Limits(packed=100))
    assert isinstance(compare_graphs(*graphs_of(*values)), Unknown)
    assert difference(np.arange(100), np.arange(101)).path == "result.shape[0]"
