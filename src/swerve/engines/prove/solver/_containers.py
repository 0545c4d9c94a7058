"""What do lists, dicts and objects hold when they are read and changed?"""

from __future__ import annotations

import z3

from ._state import Context, dict_content, known_kind, list_content, value_of
from ._terms import BOOL, FALSE, INT, SEQUENCE, D, Term, V, W, applied
from ._values import (
    NOTHING,
    DictObject,
    Int,
    ListObject,
    Local,
    Nothing,
    Opaque,
    Shape,
    Slice,
    Value,
    type_name,
)

EMPTY = z3.Empty(SEQUENCE)


def list_items(context: Context, value: Value) -> Term | None:
    """What a list holds now, as a sequence; `None` for what is no list."""
    value = context.resolved(value)
    if isinstance(value, Opaque) and value.kind == "list":
        return list_content(context.state.world, value.term)
    thing = context.thing(value)
    return thing.items if isinstance(thing, ListObject) else None


def dict_held(context: Context, value: Value) -> Term | None:
    """What a dict holds now; `None` for what is no dict."""
    value = context.resolved(value)
    if isinstance(value, Opaque) and value.kind == "dict":
        return dict_content(context.state.world, value.term)
    thing = context.thing(value)
    return thing.content if isinstance(thing, DictObject) else None


def container_kind(context: Context, value: Value) -> str:
    """`list` or `dict`; empty for other values."""
    if list_items(context, value) is not None:
        return "list"
    return "" if dict_held(context, value) is None else "dict"


def put_items(context: Context, value: Value, items: Term) -> None:
    """Let a list hold other items."""
    resolved = context.resolved(value)
    if isinstance(resolved, Opaque):
        context.write(resolved, items)
    else:
        assert isinstance(value, Local)  # noqa: S101 (for mypy: else it is no list)
        context.put(value, ListObject(items))


def concatenated(*parts: Term) -> Term:
    """Return sequences one after the other."""
    filled = [part for part in parts if not part.eq(EMPTY)]
    if not filled:
        return EMPTY
    return filled[0] if len(filled) == 1 else z3.Concat(*filled)


def sequence_of(context: Context, values: tuple[Value, ...]) -> Term:
    """Return values as a sequence."""
    return concatenated(*(z3.Unit(context.term_of(value)) for value in values))


def item_shape(context: Context, owner: Value) -> Shape | None:
    """What the items of a list are known to be, as long as nothing unknown has run."""
    owner = context.resolved(owner)
    if isinstance(owner, Opaque) and owner.shapes and context.state.is_calm:
        return owner.shapes[0]
    return None


def item_at(context: Context, owner: Value, items: Term, index: Term) -> Value:
    """Return the item at an index that is within bounds."""
    term = z3.simplify(items[index])
    shape = item_shape(context, owner)
    if shape is not None:
        return value_of(context, shape, term)
    return known_kind(Opaque(term))


def bounded_index(context: Context, index: Term, length: Term) -> Term | None:
    """Return an index counted from the left; `None` where it is out of bounds."""
    if context.decide(index >= 0):
        return index if context.decide(index < length) else None
    return z3.simplify(index + length) if context.decide(index + length >= 0) else None


def slice_bounds(context: Context, given: Slice, length: Term) -> tuple[Term, Term] | None:
    """Return where a slice with step one starts and how long it is."""
    step = given.step
    if not (isinstance(step, Nothing) or (isinstance(step, Int) and step.term.eq(z3.IntVal(1)))):
        return None
    if isinstance(given.lower, Nothing) and isinstance(given.upper, Nothing):
        return z3.IntVal(0), length
    lower = _clamped(given.lower, z3.IntVal(0), length)
    upper = _clamped(given.upper, length, length)
    if lower is None or upper is None:
        return None
    size = z3.If(upper > lower, upper - lower, z3.IntVal(0))
    return lower, z3.simplify(size)


def _clamped(value: Value, default: Term, length: Term) -> Term | None:
    if isinstance(value, Nothing):
        return default
    if not isinstance(value, Int):
        return None
    term = value.term
    if z3.is_int_value(term) and term.as_long() == 0:
        return term
    from_left = z3.If(term < 0, term + length, term)
    return z3.If(from_left < 0, z3.IntVal(0), z3.If(from_left > length, length, from_left))


# --- dicts ----------------------------------------------------------------------------------------

# What does a dict hold after writes, as far as keys of one plain type go?


EMPTY_DICT = applied("empty dict", D)


def key_type(value: Value) -> str:
    """The type of a key whose hash and comparison run no other code; empty for others."""
    name = type_name(value)
    return name if name in ("int", "str") else ""


def content_for(context: Context, owner: Value, key: Value) -> Term | None:
    """What a dict holds, where a key is of the type of all its keys."""
    owner, key = context.resolved(owner), context.resolved(key)
    kind = key_type(key)
    thing = context.thing(owner)
    if not kind:
        return None
    if isinstance(thing, DictObject) and thing.keys in ("", kind):
        return thing.content
    if isinstance(owner, Opaque) and owner.kind == "dict" and owner.shapes:
        shape = owner.shapes[0]
        is_known = shape.name == kind and context.state.is_calm
        return dict_content(context.state.world, owner.term) if is_known else None
    return None


def has(content: Term, key: Term) -> Term:
    """Say whether a key is there."""
    name = content.decl().name()
    if content.eq(EMPTY_DICT):
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
    if content.eq(EMPTY_DICT):
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
    if isinstance(resolved, Opaque) and len(resolved.shapes) == 2 and context.state.is_calm:
        return value_of(context, resolved.shapes[1], term)
    return known_kind(Opaque(z3.simplify(term)))


def write(context: Context, owner: Value, content: Term, key: Value, value: Value) -> None:
    """Write an item."""
    key, term = context.resolved(key), context.term_of(value)
    resolved = context.resolved(owner)
    if isinstance(resolved, Opaque):
        context.write(resolved, with_item(content, context.term_of(key), term))
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


# --- attributes -----------------------------------------------------------------------------------

# What do the attributes of an object hold, where nothing runs when they are read and set?


_PUT = "put attribute "
_PARAMETER = "parameter "


def attribute_at(name: str, owner: Term, world: Term) -> Term:
    """What an attribute holds in a world, looked up past all writes to others."""
    word = world.decl().name()
    if word.startswith(_PUT):
        before, other, value = world.children()
        earlier = attribute_at(name, owner, before)
        if word != _PUT + name:
            return earlier
        return value if other.eq(owner) else z3.If(other == owner, value, earlier)
    if word.startswith(("world with new ", "write list", "write dict")):
        return attribute_at(name, owner, world.arg(0))
    return applied(f"attribute {name}: value", V, world, owner)


def attributes_of(owner: Term, world: Term) -> dict[str, Term] | None:
    """All attributes of an object, where every change to the world set one of it; else `None`."""
    found: dict[str, Term] = {}
    while not world.eq(applied("world at the start", W)):
        word = world.decl().name()
        if not word.startswith(_PUT) or not world.arg(1).eq(owner):
            return None
        found.setdefault(word.removeprefix(_PUT), world.arg(2))
        world = world.arg(0)
    return found


def read_attribute(context: Context, name: str, owner: Term, world: Term) -> Value:
    """What an attribute holds, as a value of the type that the class declares."""
    term = attribute_at(name, owner, world)
    shape = field_shape(context, owner, name)
    if shape is None:
        return known_kind(Opaque(term))
    context.assume(f"{_own_name(owner)}.{name} is {shape.words()}, not a subclass")
    return value_of(context, shape, term)


def put_attribute(context: Context, name: str, owner: Term, value: Value) -> None:
    """Set an attribute."""
    term = context.term_of(value)
    before = context.state.world
    if context.path.is_certain(attribute_at(name, owner, before) == term):
        return
    context.state.world = applied(_PUT + name, W, before, owner, term)
    context.keep_others(before)


def field_shape(context: Context, owner: Term, name: str) -> Shape | None:
    """What the class says of an attribute of the object that the method is called on."""
    if not context.settings.trusts_annotations:
        return None
    return context.fields.get(f"{_own_name(owner)}.{name}")


def _own_name(owner: Term) -> str:
    name = str(owner.decl().name())
    return name.removeprefix(_PARAMETER) if name.startswith(_PARAMETER) else ""
