"""What must hold of any value, shown on random ones with sharing and cycles."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.observe.comparison.made_runs import returned, values_compared
from tests.observe.comparison.random_values import Box, Copier, Node, Point, made

from swerve.model.behaviour import Behaviour, Returned
from swerve.observe.comparison import Different, Same, Unknown, compare, noise_between, rules_from
from swerve.worker.snapshot.snapshot import Limits

seeds = st.integers(0, 2**32)
sizes = st.integers(1, 80)
MISSING = "(missing)"


@settings(max_examples=200)
@given(seeds, sizes)
def test_equal_graphs_compare_same_whatever_their_order(seed: int, size: int) -> None:
    value = made(seed, size)
    copy = Copier(Random(seed)).copy(value)
    assert values_compared(value, copy) == Same()
    assert values_compared(copy, made(seed, size)) == Same()


@settings(max_examples=300)
@given(seeds, sizes, seeds)
def test_one_changed_leaf_compares_different_with_the_right_path(
    seed: int, size: int, change: int
) -> None:
    value = made(seed, size)
    plain = Copier(Random(change))
    plain.copy(value)
    assume(plain.leaves)
    copier = Copier(Random(change), changes=change % plain.leaves)
    new = copier.copy(value)
    assume(copier.changed)
    found = values_compared(value, new)
    assert isinstance(found, Different), (copier.before, copier.after)
    check_path(found, value, new, copier)


def check_path(found: Different, old: object, new: object, copier: Copier) -> str:
    """Follow the path in both values: it must lead to the leaf that was changed.

    Returns how far it could be followed: to the leaf, to a set, or to a key that was changed.
    """
    if MISSING in (found.old, found.new):
        return "key"
    before, after = repr(copier.before), repr(copier.after)
    assert before in found.old
    assert after in found.new
    path, in_set, _ = found.path.partition("{...}")
    path = path.removesuffix(".keys()")
    if "..." in path or "Node(" in path:
        return "key"  # a key on the way there cannot be written down
    if in_set:
        for value in (old, new):
            assert isinstance(follow(path, value), (set, frozenset, dict))
        return "set"
    assert repr(follow(path, old)) == before
    assert repr(follow(path, new)) == after
    return "leaf"


def follow(path: str, value: object) -> object:
    names = {"result": value, "inf": float("inf")}
    return eval(path, {"__builtins__": {"frozenset": frozenset, "Ellipsis": ...}}, names)  # noqa: S307


@given(seeds, sizes)
def test_a_value_never_differs_from_itself(seed: int, size: int) -> None:
    """Every false alarm on unchanged code would come in through this door."""
    value = made(seed, size)
    for limits in (Limits(), Limits(items=2), Limits(nodes=5), Limits(size=200), Limits(depth=2)):
        run = returned(value, limits=limits)
        again = returned(made(seed, size), limits=limits)
        assert not isinstance(compare(run, run), Different)
        assert not isinstance(compare(run, again), Different)
        assert not noise_between(run, again)


@given(seeds, sizes)
def test_what_was_cut_is_never_called_same(seed: int, size: int) -> None:
    value = made(seed, size)
    for limits in (Limits(items=1), Limits(nodes=3), Limits(depth=1)):
        run = returned(value, limits=limits)
        found = compare(run, returned(value, limits=limits))
        is_complete = run.snapshot[1] == 1
        assert isinstance(found, Same if is_complete else Unknown)


@given(seeds, sizes)
def test_a_cut_makes_no_difference_out_of_another_order(seed: int, size: int) -> None:
    """Which members of a set are kept depends on their order, which means nothing."""
    value = made(seed, size)
    copy = Copier(Random(seed)).copy(value)
    for limits in (Limits(items=2), Limits(nodes=6), Limits(size=300), Limits(depth=3)):
        found = compare(returned(value, limits=limits), returned(copy, limits=limits))
        assert not isinstance(found, Different), found


@given(seeds, sizes, seeds)
def test_setting_a_difference_aside_by_its_path_leaves_none(
    seed: int, size: int, change: int
) -> None:
    value = made(seed, size)
    plain = Copier(Random(change))
    plain.copy(value)
    assume(plain.leaves)
    new = Copier(Random(change), changes=change % plain.leaves).copy(value)
    old_run, new_run = returned(value), returned(new)
    noise = noise_between(old_run, new_run)
    assert not isinstance(compare(old_run, new_run, noise=noise), Different)
    assert compare(old_run, new_run, rules_from(["path:result"])) == Same()


# --- graphs of objects that look alike ----------------------------------------------------------


class Links(NamedTuple):
    """A small graph: for each node its label, what holds its links, and where they lead."""

    labels: Sequence[int]
    kinds: Sequence[str]
    targets: Sequence[Sequence[int]]

    def built(self) -> set[object]:
        nodes = [Node() for _ in self.labels]
        for node, label, kind, targets in zip(nodes, *self, strict=True):
            node.label = label
            ends = [nodes[target] for target in targets]
            holders = {"list": ends, "set": {*ends}, "keys": dict.fromkeys(ends, 0)}
            node.links = [holders[kind]]
        return set(nodes)

    def moved(self, order: Sequence[int]) -> Links:
        """The same graph with node `i` at `order[i]`."""
        back = sorted(range(len(order)), key=order.__getitem__)
        return Links(
            [self.labels[i] for i in back],
            [self.kinds[i] for i in back],
            [[order[target] for target in self.targets[i]] for i in back],
        )

    def same_as(self, other: Links) -> bool:
        return (
            all(
                mine == yours if kind == "list" else {*mine} == {*yours}
                for kind, mine, yours in zip(self.kinds, self.targets, other.targets, strict=True)
            )
            and self[:2] == other[:2]
        )

    def is_like(self, other: Links) -> bool:
        """Whether some order of its nodes makes it the other graph, found by trying all."""
        return any(
            self.moved(order).same_as(other) for order in permutations(range(len(self.labels)))
        )


@st.composite
def links(draw: st.DrawFn) -> Links:
    count = draw(st.integers(1, 5))
    some = st.lists(st.integers(0, count - 1), max_size=3, unique=True)
    kinds = st.sampled_from(["list", "set", "keys"])
    return Links(
        draw(st.lists(st.integers(0, 1), min_size=count, max_size=count)),
        draw(st.lists(kinds, min_size=count, max_size=count)),
        draw(st.lists(some, min_size=count, max_size=count)),
    )


@settings(max_examples=150)
@given(links(), seeds, st.booleans())
def test_objects_that_look_alike_are_never_mixed_up(
    graph: Links, seed: int, is_changed: bool
) -> None:
    """Same and different are claims about whole graphs; trying every matching checks them."""
    random = Random(seed)
    other = graph.moved(random.sample(range(len(graph.labels)), len(graph.labels)))
    if is_changed:
        targets = [*other.targets]
        at = random.randrange(len(targets))
        targets[at] = random.sample(range(len(targets)), len(targets[at]))
        other = other._replace(targets=targets)
    found = values_compared(graph.built(), other.built())
    if graph.is_like(other):
        assert not isinstance(found, Different), found
    else:
        assert found != Same()


def test_the_properties_are_about_something() -> None:
    """Over trivial values, or with paths that nobody follows, they would hold for no reason."""
    ends: Counter[str] = Counter()
    for seed in range(400):
        value = made(seed, 60)
        plain = Copier(Random(seed))
        plain.copy(value)
        if plain.leaves:
            copier = Copier(Random(seed), changes=seed % plain.leaves)
            new = copier.copy(value)
            found = values_compared(value, new)
            assert isinstance(found, Different)
            ends[check_path(found, value, new, copier)] += 1
    assert ends["leaf"] > 200
    assert ends["set"] > 40
    assert ends["key"] < 60
    texts = [returned(made(seed, 60)).snapshot for seed in range(300)]
    assert sum(len(text) > 200 for text in texts) > 40
    for needed in (Node, Box, Point):
        assert sum(needed.__name__.encode() in text for text in texts) > 30


# --- bytes that nobody vouched for --------------------------------------------------------------


@given(seeds, st.data())
def test_bytes_that_were_tampered_with_give_an_answer_and_no_error(
    seed: int, data: st.DataObject
) -> None:
    honest = returned([made(seed), OrderedDict(a=1), iter("ab")], stdout="a\nb\n")
    forged = bytearray(honest.snapshot)
    for _ in range(data.draw(st.integers(1, 3))):
        forged[data.draw(st.integers(1, len(forged) - 1))] = data.draw(st.integers(0, 255))
    run = Behaviour(Returned(), bytes(forged))
    assert isinstance(compare(honest, run), (Same, Different, Unknown))
    assert not isinstance(compare(run, run), Different)
    noise_between(honest, run)
