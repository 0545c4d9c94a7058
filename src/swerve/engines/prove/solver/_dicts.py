"""What does a dict hold after writes, as far as keys of one plain type go?"""

from __future__ import annotations

import z3

from swerve.engines.prove.solver._state import Context, dict_content, known_kind, value_of
from swerve.engines.prove.solver._terms import BOOL, FALSE, INT, D, Term, V, applied
from swerve.engines.prove.solver._values import NOTHING, DictObject, Int, Local, Opaque, Str, Value

EMPTY = applied("empty dict", D)


def key_type(value: Value) -> str:
    """The type of a key whose hash and comparison run no other code; empty for others."""
    return {Str: "str", Int: "int"}.get(type(value), "")


def content_for(context: Context, owner: Value, key: Value) -> Term | None:
    """What a dict holds, where a key is of the type of all its keys."""
    owner, key = context.resolved(owner), context.resolved(key)
    kind = key_type(key)
    thing = context.thing(owner)
    if not kind:
        return None
    if isinstance(thing, DictObject) and thing.keys in ("", kind):
        return thing.content
    if isinstance(owner, Opaque) and owner.kind == "dict" and owner.items:
        shape = owner.items[0]
        is_known = shape.name == kind and context.state.is_calm
        return dict_content(context.state.world, owner.term) if is_known else None
    return None


def has(content: Term, key: Term) -> Term:
    """Say whether a key is there."""
    name = content.decl().name()
    if content.eq(EMPTY):
        return FALSE
    if name == "dict put":
        before, other = content.arg(0), content.arg(1)
        if other.eq(key):
            return z3.BoolVal(True)
        return z3.simplify(z3.Or(other == key, has(before, key)))
    return applied("dict has", BOOL, content, key)


def got(content: Term, key: Term) -> Term:
    """The value of a key that is there."""
    if content.decl().name() == "dict put":
        before, other, value = content.arg(0), content.arg(1), content.arg(2)
        if other.eq(key):
            return value
        return z3.If(other == key, value, got(before, key))
    return applied("dict got", V, content, key)


def with_item(content: Term, key: Term, value: Term) -> Term:
    """The content after a write; a key that was written before keeps its place."""
    if content.decl().name() == "dict put" and content.arg(1).eq(key):
        content = content.arg(0)
    return applied("dict put", D, content, key, value)


def size_of(context: Context, content: Term) -> Term:
    """How many keys there are."""
    if content.eq(EMPTY):
        return z3.IntVal(0)
    term = applied("dict size", INT, content)
    context.path.learn(term >= 0)
    if content.decl().name() == "dict put":
        context.path.learn(term >= 1)
    return term


def read(context: Context, owner: Value, content: Term, key: Value) -> Value:
    """Return the value of a key that is there."""
    resolved = context.resolved(owner)
    term = got(content, context.term_of(key))
    if isinstance(resolved, Opaque) and len(resolved.items) == 2 and context.state.is_calm:
        return value_of(context, resolved.items[1], term)
    return known_kind(Opaque(z3.simplify(term)))


def write(context: Context, owner: Value, content: Term, key: Value, value: Value) -> None:
    """Write an item."""
    key, term = context.resolved(key), context.term_of(value)
    resolved = context.resolved(owner)
    if isinstance(resolved, Opaque):
        context.write_dict(resolved, with_item(content, context.term_of(key), term))
        return
    assert isinstance(owner, Local)  # noqa: S101 (for mypy: else it is no dict)
    thing = context.thing(owner)
    if not isinstance(thing, DictObject):  # the value made the dict known to others
        raise context.worded_error("RuntimeError", "a dict in itself")
    context.put(owner, DictObject(with_item(content, context.term_of(key), term), key_type(key)))


def get(context: Context, owner: Value, key: Value, default: Value | None) -> Value | None:
    """`dict.get`, where the keys are of one plain type."""
    content = content_for(context, owner, key)
    if content is None:
        return None
    if context.decide(has(content, context.term_of(context.resolved(key)))):
        return read(context, owner, content, context.resolved(key))
    return default if default is not None else NOTHING
