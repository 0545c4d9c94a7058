"""Is a value of any size cut, with a note, in bounded time and space?"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from tests.costs import need_cheap
from tests.observe.snapshot.random_graphs import Thing, root, snapshot

from swerve.observe.snapshot import Cut, Entries, Graph, Items, Opaque, decode
from swerve.observe.snapshot import Packed as PackedNode
from swerve.worker.snapshot._parts import Packed
from swerve.worker.snapshot.snapshot import LIMITS, Limits, take_snapshot

_HUGE = 100_000_000
#: A busy machine is no bug: this is processor time, and far more than it takes.
_SECONDS = 1.0


def _deep(make: Callable[[object], object], levels: int = 10_000) -> object:
    value: object = 0
    for _ in range(levels):
        value = make(value)
    return value


def _linked(rest: object) -> object:
    thing: Any = Thing()
    thing.next = rest
    return thing


def _wide() -> object:
    return [[list(range(100))] * 1 + [f"{number}" * 60] for number in range(100_000)]


@pytest.mark.parametrize(
    ("make", "note"),
    [
        (lambda: "x" * _HUGE, "a str of length 100000000 was too long to digest"),
        (lambda: b"x" * _HUGE, "a bytes of length 100000000 was too long to digest"),
        (lambda: bytearray(_HUGE), "a bytes of length 100000000 was too long to digest"),
        (lambda: memoryview(bytes(_HUGE)), "a bytes of length 100000000 was too long to digest"),
        (lambda: 1 << 8 * _HUGE, "a int of length 100000001 was too long to digest"),
        (lambda: [0] * (_HUGE // 8), "10000 of 12500000 items kept of a list"),
        (lambda: (0,) * (_HUGE // 8), "10000 of 12500000 items kept of a tuple"),
        (lambda: set(range(1_000_000)), "10000 of 1000000 items kept of a set"),
        (lambda: dict.fromkeys(range(1_000_000)), "10000 of 1000000 entries kept of a dict"),
        (lambda: iter(dict.fromkeys(range(1_000_000))), "100 items taken from a dict_keyiterator"),
        (lambda: iter(range(10**12)), "100 items taken from a range_iterator"),
        (lambda: (number for number in count()), "100 items taken from a generator"),
        (_wide, "cut at 1048576 bytes"),
        (lambda: [object() for _ in range(10_000)] * 3, "10000 of 30000 items kept of a list"),
        (lambda: [[[] for _ in range(100)] for _ in range(1_000)], "cut at 20000 objects"),
        (lambda: _deep(lambda rest: [rest]), "cut below 1000 levels"),
        (lambda: _deep(lambda rest: (rest,)), "cut below 1000 levels"),
        (lambda: _deep(lambda rest: {"next": rest}), "cut below 1000 levels"),
        (lambda: _deep(_linked), "cut below 1000 levels"),
    ],
)
def test_what_is_too_big_is_cut_with_a_note(make: Callable[[], object], note: str) -> None:
    value = make()
    data = need_cheap(lambda: take_snapshot([("result", value)]), _SECONDS)
    graph = decode(data)
    assert note in graph.notes
    assert not graph.complete
    assert len(data) < LIMITS.size + (1 << 18)


def test_looking_at_a_big_value_takes_little_memory() -> None:
    value = ["x" * 1_000_000 + str(number) for number in range(20)] + [list(range(1_000_000))]
    tracemalloc.start()
    try:
        take_snapshot([("result", value)])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000


def test_a_long_string_is_known_by_its_digest() -> None:
    text = "ab" * 1_000_000
    same, other = snapshot(text), snapshot(text[:-1] + "c")
    assert isinstance(root(same), Cut)
    assert root(same) == root(snapshot("a" + text[1:]))
    assert root(same).digest != root(other).digest
    assert (root(same).prefix, root(same).length) == (text[:200], len(text))
    assert same.complete, "a digest sees everything"
    assert same.notes == ("a str of 2000000 characters cut",)


@pytest.mark.parametrize("length", [0, 255, 256, 257, 19_999, 20_000])
def test_a_string_within_the_limit_is_whole(length: int) -> None:
    for value in ("é" * length, b"\xff" * length, [b"x" * length], {"k": "\ud800" * length}):
        graph = snapshot(value)
        assert graph.complete
        assert graph.notes == ()


def test_length_and_first_items_of_what_is_cut_are_kept() -> None:
    node = root(snapshot(list(range(50)), Limits(items=10)))
    assert isinstance(node, Items)
    assert (len(node.items), node.length) == (10, 50)
    node = root(snapshot(dict.fromkeys(range(50)), Limits(items=10)))
    assert isinstance(node, Entries)
    assert (len(node.entries), node.length) == (10, 50)


def test_what_lies_deepest_is_cut_first() -> None:
    shallow = ["near"] * 3
    value = [[[list(range(1_000)) for _ in range(20)] for _ in range(20)], shallow]
    graph = snapshot(value, Limits(size=2_000))
    assert not graph.complete
    assert shallow == [graph.nodes[item].value for item in graph.nodes[root(graph).items[1]].items]


def test_the_last_container_that_fits_is_kept_in_part() -> None:
    graph = snapshot(["x" * 200 + str(number) for number in range(10_000)])
    assert 100 < len(root(graph).items) < 10_000
    assert root(graph).length == 10_000


def test_iterators_are_run_to_a_bound() -> None:
    def endless() -> Iterator[int]:
        yield from count()

    node = root(snapshot(endless(), Limits(yields=7)))
    assert (len(node.items), node.end) == (7, "cut")


def test_too_many_iterators_are_not_all_run() -> None:
    graph = snapshot([map(str, [number]) for number in range(1_000)])
    unseen = [node for node in graph.nodes if isinstance(node, Opaque)]
    assert unseen == [Opaque("object", "too many iterators")] * 800


def test_iterators_are_all_answered_for_when_there_is_no_room_left() -> None:
    def texts() -> Iterator[str]:
        for number in range(50):
            yield f"{number}" * 100

    for size in range(200, 9_000, 100):
        value = [[texts() for _ in range(10)], {"next": texts()}]
        graph = snapshot(value, Limits(size=size))
        assert not graph.complete


def test_attributes_without_end_are_cut() -> None:
    thing = Thing()
    thing.__dict__.update({f"a{number}": number for number in range(20_000)})
    graph = snapshot(thing)
    assert [name for name, _ in root(graph).fields] == ["__dict__"]
    assert not graph.complete
    thing.__dict__.clear()
    thing.__dict__["x" * 1_000_000] = 1
    assert isinstance(root(snapshot(thing)), Opaque)


def test_a_low_recursion_limit_does_not_matter() -> None:
    value = _deep(lambda rest: [rest], 5_000)
    limit = sys.getrecursionlimit()
    frame: Any = sys._getframe()
    depth = 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    sys.setrecursionlimit(depth + 30)
    try:
        data = take_snapshot([("result", value)])
    finally:
        sys.setrecursionlimit(limit)
    assert sum(isinstance(node, Items) for node in decode(data).nodes) == LIMITS.depth + 1


def _numbers(size: int) -> Packed:
    """As much as an array of so many bytes."""
    return Packed("d", (size // 8,), size, lambda: bytes(size))


def test_large_arrays_cost_nothing_else() -> None:
    """Numbers have a room of their own: what is found without them is found beside them."""
    rest = ["x" * 200 + str(number) for number in range(4_000)]
    alone = decode(take_snapshot([("rest", rest)]))
    sizes = [LIMITS.packed // 2, LIMITS.packed, LIMITS.packed // 2, 8]
    data = take_snapshot([("arrays", [*map(_numbers, sizes)]), ("rest", rest)])
    assert len(data) < LIMITS.size + LIMITS.packed + (1 << 18)
    graph = decode(data)
    assert graph.complete
    assert alone.complete
    kinds = [type(node) for node in _items_of(graph, 0)]
    assert kinds == [PackedNode, Cut, PackedNode, Cut]
    assert _items_of(graph, 1) == _items_of(alone, 0)


def _items_of(graph: Graph, number: int) -> list[object]:
    """The items of the list that is this root."""
    node: Any = graph.nodes[graph.roots[number][1]]
    return [graph.nodes[item] for item in node.items]


def test_numbers_that_are_taken_back_leave_their_room() -> None:
    """A record that does not fit is written again; what it packed the first time is gone."""
    value = [[_numbers(400) for _ in range(3)], ["x" * 200 for _ in range(30)], _numbers(400)]
    for size in range(100, 3_000, 50):
        data = take_snapshot([("result", value)], Limits(size=size, packed=1_000))
        packed = [node for node in decode(data).nodes if isinstance(node, PackedNode)]
        assert len(data) <= size + 400 * len(packed) + 600


def test_an_array_whose_bytes_cannot_be_had_is_not_seen() -> None:
    def fail() -> bytes:
        raise MemoryError

    graph = snapshot([Packed("d", (10,), 80, fail), 1])
    assert isinstance(graph.nodes[root(graph).items[0]], Opaque)
    assert not graph.complete
