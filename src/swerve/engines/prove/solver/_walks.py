"""How does an iterator go through what it walks over, one step at a time?"""

from __future__ import annotations

from dataclasses import replace

import z3

from ._arithmetic import as_int
from ._containers import EMPTY, item_at, list_items
from ._folding import unknown
from ._path import GaveUp
from ._state import Context
from ._terms import BOOL, V, W, applied
from ._values import Bool, Int, Local, Opaque, Str, Tuple, Value, Walk, number

#: Iterables of known length up to this one are walked through step by step.
_SHORT = 8


def walk_over(context: Context, value: Value, *, word: str = "iterate") -> Walk:
    """Start to iterate over a value."""
    resolved = context.resolved(value)
    start = number(0)
    if word == "iterate":
        if isinstance(resolved, Tuple):
            return Walk("tuple", (resolved,), start)
        if isinstance(resolved, Str):
            return Walk("text", (resolved,), start)
        if list_items(context, resolved) is not None:
            return Walk("list", (value if isinstance(value, Local) else resolved,), start)
    return Walk("opaque", (unknown(context, word, resolved),), start)


def walk_by(context: Context, name: str, values: tuple[Value, ...]) -> Walk:
    """Start one of Python's own iterators over values."""
    start = number(0)
    if name == "zip":
        return Walk("zip", tuple(walk_over(context, value) for value in values), start)
    if name == "enumerate":
        first = context.resolved(values[1]) if len(values) > 1 else number(0)
        if not isinstance(first, Int):
            raise GaveUp("enumerate with an unknown start")
        return Walk("enumerate", (walk_over(context, values[0]), first), start)
    if name == "reversed":
        items = list_items(context, values[0])
        if items is None:
            made = unknown(context, "call builtin reversed", values[0])
            return walk_over(context, made)
        return Walk("reversed", (values[0], Int(z3.Length(items))), start)
    return _range(context, values)


def _range(context: Context, values: tuple[Value, ...]) -> Walk:
    parts = [context.resolved(value) for value in values]
    whole = [Int(as_int(one)) for one in parts if isinstance(one, Int | Bool)]
    if len(whole) != len(parts):
        made = unknown(context, f"call builtin range {len(values)}", *values)
        return walk_over(context, made)
    if len(whole) == 1:
        whole.insert(0, number(0))
    if len(whole) == 2:
        whole.append(number(1))
    step = z3.simplify(whole[2].term)
    if not z3.is_int_value(step) or step.as_long() == 0:
        raise GaveUp("range with an unknown step")
    return Walk("range", tuple(whole), number(0))


def step(context: Context, walk: Walk, *, word: str = "next") -> tuple[Value, Walk] | None:
    """Take a step; `None` when there is none left."""
    taken = walk.taken.term
    after = replace(walk, taken=Int(z3.simplify(taken + 1)))
    source = walk.sources[0]
    match walk.kind:
        case "tuple":
            assert isinstance(source, Tuple)  # noqa: S101 (for mypy: so it was made)
            at = taken.as_long()
            return (source.items[at], after) if at < len(source.items) else None
        case "text":
            assert isinstance(source, Str)  # noqa: S101 (for mypy: so it was made)
            if not context.decide(taken < z3.Length(source.term)):
                return None
            return Str(z3.SubString(source.term, taken, 1)), after
        case "list":
            items = list_items(context, source)
            assert items is not None  # noqa: S101 (for mypy: so it was made)
            if items.eq(EMPTY) or not context.decide(taken < z3.Length(items)):
                return None
            return item_at(context, source, items, taken), after
        case "reversed":
            return _step_back(context, walk, after)
        case "range":
            start, stop, by = (one.term for one in walk.sources if isinstance(one, Int))
            value = z3.simplify(start + taken * by)
            goes_on = value < stop if by.as_long() > 0 else value > stop
            return (Int(value), after) if context.decide(goes_on) else None
        case "enumerate":
            inner, first = walk.sources
            assert isinstance(inner, Walk) and isinstance(first, Int)  # noqa: S101, PT018 (as above)
            stepped = step(context, inner, word=word)
            if stepped is None:
                return None
            count = Int(z3.simplify(first.term + taken))
            return Tuple((count, stepped[0])), replace(after, sources=(stepped[1], first))
        case "zip":
            return _step_together(context, walk, after)
        case _:
            return _step_unknown(context, walk, after, word)


def _step_back(context: Context, walk: Walk, after: Walk) -> tuple[Value, Walk] | None:
    source, length = walk.sources
    assert isinstance(length, Int)  # noqa: S101 (for mypy: so it was made)
    items = list_items(context, source)
    assert items is not None  # noqa: S101 (as above)
    at = z3.simplify(length.term - 1 - walk.taken.term)
    if not context.decide(at >= 0) or not context.decide(at < z3.Length(items)):
        return None
    return item_at(context, source, items, at), after


def _step_together(context: Context, walk: Walk, after: Walk) -> tuple[Value, Walk] | None:
    values, walks = [], []
    for inner in walk.sources:
        assert isinstance(inner, Walk)  # noqa: S101 (for mypy: so it was made)
        stepped = step(context, inner)
        if stepped is None:
            return None
        values.append(stepped[0])
        walks.append(stepped[1])
    return Tuple(tuple(values)), replace(after, sources=tuple(walks))


def _step_unknown(
    context: Context, walk: Walk, after: Walk, word: str
) -> tuple[Value, Walk] | None:
    state = context.state
    iterator = context.term_of(walk.sources[0])
    world = state.world
    mark = f" ({state.side.value})" if context.is_marked else ""
    value = unknown(context, word, Opaque(iterator))
    if context.decide(applied(f"{word}{mark}: stops", BOOL, world, iterator)):
        state.world = applied(f"{word}{mark}: world at the end", W, world, iterator)
        return None
    return Opaque(applied(f"{word}{mark}: item", V, value.term)), after


def is_short(walk: Value) -> bool:
    """Say whether a walk ends after a few steps that are all known."""
    if not isinstance(walk, Walk) or not z3.is_int_value(walk.taken.term):
        return False
    match walk.kind:
        case "tuple":
            return True
        case "range":
            parts = [one.term for one in walk.sources if isinstance(one, Int)]
            if not all(z3.is_int_value(part) for part in parts):
                return False
            return len(range(*(part.as_long() for part in parts))) <= _SHORT
        case "enumerate" | "zip":
            return any(map(is_short, walk.sources))
        case _:
            return False
