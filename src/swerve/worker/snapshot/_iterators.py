"""What would an iterator yield?

Iterators over builtin containers are asked without moving them. All others have to be run: when
everything else has been written, since running them is running the target's code.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from gc import get_referents
from itertools import count, groupby, islice, repeat
from types import AsyncGeneratorType, CoroutineType, GeneratorType
from typing import Any

from ..core._deadline import Deadline
from ..core.identity import identity
from ._classes import class_name, derives
from ._encoder import Encoder, Handler
from ._parts import Drained
from .format import CUT_SHORT, EXHAUSTED, MUTABLE, ORDERED, RAISED

#: A dictionary's iterator with more left than this is run instead of asked.
_LONGEST_PEEK = 10_000
_LONGEST_GROUP = 100


def drained(value: object, yields: int, earlier: Sequence[object] = ()) -> object:
    """Run a generator or another iterator that computes what it yields; all else comes back as is.

    What the code of a generator does to its arguments and prints is seen only once it has run, so
    a result is drained before anything else is looked at. It is not run again when it is among
    those that were drained `earlier`.
    """
    step = _STEPS.get(identity(type(value)))
    if step is None:
        return value
    for each in earlier:
        if type(each) is Drained and each.source is value:
            return each
    return _drain(value, step, yields)


def _drain(value: object, step: Callable[[Any], object], yields: int) -> Drained:
    items: list[Any] = []
    try:
        while len(items) < yields:
            items.append(step(value))
    except Deadline:
        raise
    except StopIteration as stop:
        if type(stop) is StopIteration and stop.value is None:
            return Drained(value, items, EXHAUSTED)
        items.append(stop)
        return Drained(value, items, RAISED)
    except BaseException as problem:
        items.append(problem)
        return Drained(value, items, RAISED)
    return Drained(value, items, CUT_SHORT)


def _next_group(value: Any) -> object:
    """The next key with its group, which is gone as soon as the one after it is asked for."""
    key, group = groupby.__next__(value)
    return key, _drain(group, type(group).__next__, _LONGEST_GROUP)


def put_drained(encoder: Encoder, value: Drained) -> None:
    """Write what an iterator yielded."""
    items = value.items
    encoder.put_items(value.type_name, items, len(items), ORDERED | MUTABLE | value.end)


def put_iterator(step: Callable[[Any], object]) -> Handler:
    """The handler that runs an iterator at the end."""

    def put(encoder: Encoder, value: object) -> None:
        encoder.put_later(lambda: _drain(value, step, encoder.limits.yields))

    return put


# --- iterators that can be asked ----------------------------------------------------------------


def _put_peeked(encoder: Encoder, value: Any) -> None:
    kind: Any = type(value)
    yields = encoder.limits.yields
    if kind.__length_hint__(value) > _LONGEST_PEEK and identity(kind) in _COPIED:
        encoder.put_later(lambda: _drain(value, kind.__next__, yields))
        return
    reduced = kind.__reduce__(value)
    source = reduced[1][0]
    start = reduced[2] if len(reduced) > 2 and reduced[2] is not None else 0
    if kind is _REVERSED_LIST and len(reduced) > 2:
        items = [list.__getitem__(source, at) for at in range(start, max(start - yields, -1), -1)]
        more = start + 1 > yields
    else:
        items = list(islice(_iterator_of(source), start, start + yields + 1))
        more = len(items) > yields
        del items[yields:]
    end = CUT_SHORT if more else EXHAUSTED
    put_drained(encoder, Drained(value, items, end))


def _iterator_of(source: Any) -> Iterator[Any]:
    for base in _SOURCES:
        if derives(type(source), base):
            iterator: Iterator[Any] = base.__iter__(source)
            return iterator
    raise TypeError


def _put_count(encoder: Encoder, value: Any) -> None:
    """Write where an endless count stands. Its `repr` is safe when its numbers are."""
    if all(type(part) is int or type(part) is float for part in _parts(value)):
        encoder.put_fields("itertools.count", {}, [repr(value)])
    else:
        encoder.put_opaque("itertools.count", "it counts something other than a number")


def _put_repeat(encoder: Encoder, value: Any) -> None:
    """Write what is repeated, and how often."""
    try:
        times = repeat.__length_hint__(value)
    except TypeError:
        times = None
    fields = {"object": _parts(value)[0], "times": times}
    encoder.put_fields("itertools.repeat", fields)


def _parts(value: object) -> list[Any]:
    """What an object made in C refers to, without its class."""
    cls = type(value)
    return [part for part in get_referents(value) if part is not cls]


def _put_unawaited(encoder: Encoder, value: object) -> None:
    encoder.put_opaque(class_name(type(value)), "not awaited")


_REVERSED_LIST: Any = type(reversed([]))
_SOURCES: tuple[Any, ...] = (list, tuple, str, bytes, bytearray, range)
#: Asking one of these copies all that is left.
_COPYING: tuple[Any, ...] = (
    iter(set()),
    iter({}),
    iter({}.values()),
    iter({}.items()),
    reversed({}),
    reversed({}.values()),
    reversed({}.items()),
)
_COPIED = frozenset(identity(type(each)) for each in _COPYING)
_PEEKED: tuple[Any, ...] = (
    iter([]),
    reversed([]),
    iter(()),
    iter(""),
    iter("é"),
    iter(b""),
    iter(bytearray()),
    iter(range(0)),
    iter(range(1 << 70)),
    *_COPYING,
)
_RUN: tuple[Any, ...] = (
    GeneratorType,
    map,
    filter,
    zip,
    enumerate,
    reversed,
    *(each for each in vars(itertools).values() if hasattr(each, "__next__")),
)
_STEPS = {identity(cls): cls.__next__ for cls in _RUN if cls is not count and cls is not repeat}
_STEPS[identity(groupby)] = _next_group

HANDLERS: dict[type, Handler] = {
    Drained: put_drained,
    CoroutineType: _put_unawaited,
    AsyncGeneratorType: _put_unawaited,
    **{type(each): _put_peeked for each in _PEEKED},
    **{cls: put_iterator(cls.__next__) for cls in _RUN},
    groupby: put_iterator(_next_group),
    count: _put_count,
    repeat: _put_repeat,
}
