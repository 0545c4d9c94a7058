"""Values made for tests: random graphs, and what a snapshot of them must show."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from swerve.observe.snapshot import Atom, Entries, Graph, Index, Items, Object, decode
from swerve.worker.snapshot.snapshot import LIMITS, Limits, take_snapshot


class Thing:
    """Has attributes."""


class Slotted:
    """Has slots."""

    __slots__ = ("first", "second")


class Words(list[object]):
    """A list with attributes."""

    extra: object


def snapshot(value: object, limits: Limits = LIMITS, tree: str = "") -> Graph:
    """The graph of one value, through its bytes."""
    return decode(take_snapshot([("result", value)], limits, tree))


def root(graph: Graph) -> Any:
    """The node of the only root."""
    return graph.nodes[graph.roots[0][1]]


def atoms() -> st.SearchStrategy[object]:
    """Everything that is exactly a builtin scalar."""
    return st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.sampled_from([1 << 1_999, -(1 << 2_000), 1 << 2_000, (1 << 9_000) + 1, -(1 << 31)]),
        st.floats(),
        st.complex_numbers(),
        st.text(),
        st.text(st.characters(), max_size=3).map(lambda text: text * 150),
        st.binary(),
        st.sampled_from([..., NotImplemented, "\ud800", b"\xff" * 257]),
    )


_KINDS = ["list", "tuple", "dict", "set", "frozenset", "thing", "slotted", "words"]


@st.composite
def graphs(draw: st.DrawFn) -> object:
    """Nested values in which anything may be shared and mutable things may hold themselves."""
    kinds = draw(st.lists(st.sampled_from(_KINDS), min_size=1, max_size=8))
    made: list[Any] = []
    for kind in kinds:
        made.append(_make(draw, kind, made))
    for value in made:
        for child in draw(st.lists(_child(made), max_size=4)):
            _add(value, child, draw)
    return made[-1]


def _child(made: list[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(atoms(), st.sampled_from(made)) if made else atoms()


def _make(draw: st.DrawFn, kind: str, made: list[Any]) -> Any:
    if kind == "tuple":
        return tuple(draw(st.lists(_child(made), max_size=4)))
    if kind in ("set", "frozenset"):
        keys = draw(st.lists(atoms(), max_size=4))
        return set(keys) if kind == "set" else frozenset(keys)
    makers: dict[str, Any] = {"list": list, "dict": dict, "thing": Thing}
    makers.update(slotted=Slotted, words=Words)
    return makers[kind]()


def _add(value: Any, child: object, draw: st.DrawFn) -> None:
    if isinstance(value, Words):
        value.append(child)
        value.extra = child
    elif isinstance(value, list):
        value.append(child)
    elif isinstance(value, dict):
        value[draw(atoms())] = child
    elif isinstance(value, Thing):
        setattr(value, draw(st.text(max_size=5)), child)
    elif isinstance(value, Slotted):
        setattr(value, draw(st.sampled_from(["first", "second"])), child)


class Likeness:
    """Walks a value and its graph side by side; raises where they are not alike."""

    def __init__(self, graph: Graph) -> None:
        self._nodes = graph.nodes
        #: Of everything mutable: both ways, so that nothing is shared that was not, or split.
        self._index_of: dict[int, Index] = {}
        self._id_of: dict[Index, int] = {}
        self._alive: list[object] = []

    def check(self, value: Any, index: Index) -> None:
        """Raise unless the node at this index is the value."""
        waiting = [(value, index)]
        seen = set()
        while waiting:
            value, index = waiting.pop()
            if (id(value), index) in seen:
                continue
            seen.add((id(value), index))
            self._alive.append(value)
            waiting += self._children(value, index)

    def _children(self, value: Any, index: Index) -> list[tuple[object, Index]]:
        node: Any = self._nodes[index]
        kind = type(value)
        if kind in (list, dict, set, Thing, Slotted, Words):
            assert self._index_of.setdefault(id(value), index) == index, "split"
            assert self._id_of.setdefault(index, id(value)) == id(value), "merged"
        if kind in (list, tuple):
            assert isinstance(node, Items)
            assert (node.type, node.ordered) == (kind.__name__, True)
            assert len(node.items) == node.length == len(value)
            assert node.mutable is (kind is list)
            return list(zip(value, node.items, strict=True))
        if kind in (set, frozenset):
            assert isinstance(node, Items)
            assert (node.type, node.ordered) == (kind.__name__, False)
            assert len(node.items) == len(value)
            kept = {_known(self._nodes[item].value) for item in node.items}  # type: ignore[union-attr]
            assert kept == {_known(item) for item in value}
            return []
        if kind is dict:
            assert isinstance(node, Entries)
            assert len(node.entries) == node.length == len(value)
            return [
                pair
                for (key, item), (key_at, item_at) in zip(value.items(), node.entries, strict=True)
                for pair in ((key, key_at), (item, item_at))
            ]
        if kind in (Thing, Slotted, Words):
            assert isinstance(node, Object)
            assert node.type == f"{kind.__module__}.{kind.__qualname__}"
            fields = _fields(value)
            assert [name for name, _ in node.fields] == sorted(fields)
            pairs = [(fields[name], at) for name, at in node.fields]
            if kind is Words:
                assert node.content is not None
                pairs.append((_Whole(value), node.content))
            return pairs
        if kind is _Whole:
            assert isinstance(node, Items)
            assert node.type == "list"
            return list(zip(value.words, node.items, strict=True))
        assert isinstance(node, Atom)
        assert _known(node.value) == _known(value)
        return []


class _Whole:
    """The list part of a list with attributes."""

    def __init__(self, words: Words) -> None:
        self.words = list(words)


def _fields(value: Any) -> dict[str, object]:
    if isinstance(value, Slotted):
        names = [name for name in Slotted.__slots__ if hasattr(value, name)]
        return {name: getattr(value, name) for name in names}
    return dict(value.__dict__)


def _known(atom: object) -> tuple[type, object]:
    """What tells two atoms apart: their type too, the sign of a zero, and never which NaN it is."""
    return type(atom), repr(atom) if isinstance(atom, float | complex) else atom
