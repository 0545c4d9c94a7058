"""Can a worker send bytes that do anything but become a graph or be refused?"""

from __future__ import annotations

import pickle
import random
import re
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.costs import need_cheap
from tests.observe.snapshot.random_graphs import Thing, Words, graphs

from swerve.observe.snapshot import BadSnapshot, Graph, Items, Opaque, decode, show
from swerve.worker.snapshot import format as tags
from swerve.worker.snapshot._parts import Packed
from swerve.worker.snapshot.snapshot import LIMITS, Limits, take_snapshot


def _sample() -> bytes:
    """A snapshot with a record of every kind."""
    thing, words = Thing(), Words([1, 2])
    thing.__dict__.update(x=1.5, y=2j, z=None, self=thing)
    words.extra = [{1: 2}, {3, 4}, frozenset("ab"), (Decimal("1.5"), len, object)]
    roots = [
        ("result", [thing, words, thing, "long" * 100, 1 << 3_000, "cut" * 10_000]),
        ("arguments.a", [iter([1, 2]), map(str, [1, 2]), NotImplemented, memoryview(b"")]),
        ("arguments.b", [0] * 50),
        ("arguments.c", -(1 << 1_000)),
        ("arguments.d", Packed("D", (2, 3), 96, lambda: bytes(range(96)))),
    ]
    return take_snapshot(roots, Limits(items=20))


_SAMPLE = _sample()


def _accepts(data: bytes) -> bool:
    """Whether the bytes are a graph, which then is one: every index is good."""
    try:
        graph = decode(data)
    except BadSnapshot:
        return False
    assert isinstance(graph, Graph)
    for _, index in graph.roots:
        assert isinstance(show(graph, index), str)
    return True


def test_a_graph_pickles() -> None:
    graph = decode(_SAMPLE)
    assert pickle.loads(pickle.dumps(graph)) == graph  # noqa: S301 - our own graph


@given(st.binary(max_size=300))
def test_any_bytes_are_a_graph_or_refused(data: bytes) -> None:
    _accepts(data)
    _accepts(bytes((tags.VERSION, 0)) + data)
    _accepts(tags.head(len(data), complete=True) + data)


def test_no_beginning_of_a_snapshot_is_a_snapshot() -> None:
    for length in range(len(_SAMPLE) - 1, 0, -7):
        assert not _accepts(_SAMPLE[:length])
    assert not _accepts(_SAMPLE + b"\0")
    assert not _accepts(b"")


def test_damaged_snapshots_are_graphs_or_refused() -> None:
    chance = random.Random(3)
    sample = take_snapshot([("a", [Thing(), {1: "x"}, {2}, Words([3]), "y" * 300, map(str, [1])])])
    refused = 0
    for _ in range(3_000):
        data = bytearray(sample)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(data))
            change = chance.randrange(3)
            if change == 0:
                data[at] = chance.randrange(256)
            elif change == 1:
                del data[at : at + chance.randint(1, 4)]
            else:
                data[at:at] = data[chance.randrange(len(data)) :][:4]
        refused += not _accepts(bytes(data))
    assert refused > 1_500


@settings(max_examples=50)
@given(graphs(), st.data())
def test_damaged_values_are_graphs_or_refused(value: object, data: st.DataObject) -> None:
    sample = bytearray(take_snapshot([("result", value)]))
    at = data.draw(st.integers(0, len(sample) - 1))
    sample[at] = data.draw(st.integers(0, 255))
    _accepts(bytes(sample))


def _snapshot_of(*records: bytes, count: int, roots: bytes = b"\x01\x01aR\x00") -> bytes:
    return tags.head(count, complete=True) + roots + b"".join(records) + b"\0\0"


_STRING = b"\x00\x01t"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x02\x01\0\0\0\0\0\0\0", "version 2"),
        (b"\x01\x03\0\0\0\0\0\0\0", "unknown flags"),
        (b"\x01\x01\xff\xff\xff\xff\0\0\0", "more nodes than bytes"),
        (_snapshot_of(b"[\x00", b"[\x00", count=1), "more nodes than announced"),
        (_snapshot_of(b"[\x00", count=2), "a node is missing"),
        (_snapshot_of(b"[\x01R\x07", count=1), "a reference to nothing"),
        (_snapshot_of(b"[\xff\xff\xff\xff\x0f", count=1), "more than there are bytes"),
        (_snapshot_of(b"[\x01u\xff\xff\xff\x7f", count=1), "goes on behind the end"),
        (_snapshot_of(b"[\x01u\xff\xff\xff\xff", count=1), "no atom starts with"),
        (_snapshot_of(b"[\x01l\xff\xff\x00\x00", count=1), "no atom starts with"),
        (_snapshot_of(b"[\x01l\x01\0\0\0\xff\xff", count=1), "a digit that is too big"),
        (_snapshot_of(b"[\x01u\x01\0\0\0\xff", count=1), "holds no text"),
        (_snapshot_of(b"Z", count=1), "no record starts with 90"),
        (_snapshot_of(b"W", count=1), "a node is missing"),
        (_snapshot_of(b"W", b"F\x00[\x00", b"F\x00[\x00", count=1), "nobody waits for"),
        (_snapshot_of(b"F\x00[\x00", count=1), "nobody waits for"),
        (_snapshot_of(b"W", b"F\x00W", count=1), "no record starts with 87"),
        (_snapshot_of(b"I" + _STRING + b"\x01\x01\x02NN", count=1), "more kept than there was"),
        (_snapshot_of(b"I" + _STRING + b"\x0c\x00\x00", count=1), "nothing was raised"),
        (_snapshot_of(b"I" + _STRING + b"\x10\x00\x00", count=1), "unknown flags of items"),
        (_snapshot_of(b"D" + _STRING + b"\x02\x00\x00", count=1), "unknown flags of entries"),
        (_snapshot_of(b"O\x00" + _STRING + b"\x04\x00", count=1), "unknown flags of an object"),
        (_snapshot_of(b"O\x00" + _STRING + b"\0\x02\x01\x01NN", count=1), "not in order"),
        (_snapshot_of(b"O\x05", count=1), "ends too early"),
        (_snapshot_of(b"X" + _STRING + b"N\x01\x00", count=1), "a prefix that is not text"),
        (_snapshot_of(b"?" + _STRING + b"\x09", count=1), "ends too early"),
        (_snapshot_of(b"A" + b"L\xff\xff\x7f", count=1), "more than there are bytes"),
        (_snapshot_of(b"Px\x01\x01\0", count=1), "no known kind"),
        (_snapshot_of(b"P\xff\x01\x01\0", count=1), "no known kind"),
        (_snapshot_of(b"Pb\x00\0", count=1), "too many dimensions"),
        (_snapshot_of(b"Pb\x41" + b"\x01" * 66, count=1), "too many dimensions"),
        (_snapshot_of(b"Pb\x02\x01\x00\0", count=1), "an array of no numbers"),
        (_snapshot_of(b"Pd\x01\x02" + bytes(9), count=1), "more than there are bytes"),
        (_snapshot_of(b"Pb\x02\x7f\x7f" + bytes(200), count=1), "more than there are bytes"),
        (_snapshot_of(b"PD\x0a" + b"\x7f" * 300, count=1), "too many numbers"),
        (_snapshot_of(b"Pb\x01\xff\xff\xff\xff\x0f", count=1), "more than there are bytes"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, why: str) -> None:
    with pytest.raises(BadSnapshot, match=why):
        decode(data)


def test_a_worker_cannot_call_complete_what_is_not() -> None:
    """The flag is only a claim: the nodes decide."""
    opaque = _snapshot_of(b"?" + _STRING + b"\x01", count=1)
    assert opaque[1] == tags.COMPLETE
    graph = decode(opaque)
    assert graph.nodes == (Opaque("t", "t"),)
    assert not graph.complete
    cut = decode(_snapshot_of(b"I" + _STRING + b"\x01\x09\x01N", count=1))
    assert isinstance(cut.nodes[0], Items)
    assert not cut.complete


@pytest.mark.parametrize(
    "data",
    [
        _snapshot_of(b"[\xff\xff\x07" + b"N" * 0x1FFFF, count=1),
        _snapshot_of(b"[\x00" * 100_000, count=100_000),
        _snapshot_of(b"O\x00" + _STRING + b"\0\0" + b"O\x01" * 100_000, count=100_001),
        _snapshot_of(b"[\x80\x80\x20" + b"l\x8c\0\0\0" + b"\xff\x7f" * 140, count=1),
        bytes(1 << 20),
        b"\x01" * (1 << 20),
        b"\x01\x01" + b"\xff" * (1 << 20),
    ],
    ids=["atoms", "lists", "objects", "integers", "zeros", "ones", "large"],
)
def test_long_messages_take_time_by_their_length(data: bytes) -> None:
    def take() -> None:
        with suppress(BadSnapshot):
            decode(data)

    need_cheap(take, 5)


def test_the_format_is_documented() -> None:
    text = (Path(__file__).parents[3] / "docs" / "dev" / "snapshot-format.md").read_text()
    assert f"This is version {tags.VERSION}." in text
    letters = {
        chr(value)
        for name, value in vars(tags).items()
        if isinstance(value, int) and name.isupper() and value > 32
    }
    documented = {
        letter
        for line in text.splitlines()
        if line.startswith("| `")
        for letter in re.findall(r"`(.)`", line)
    }
    assert letters <= documented
    for limit in (LIMITS.nodes, LIMITS.items, LIMITS.text, LIMITS.depth, LIMITS.yields):
        assert f"{limit:,}" in text
