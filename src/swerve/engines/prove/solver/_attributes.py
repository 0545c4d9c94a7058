"""What do the attributes of an object hold, where nothing runs when they are read and set?"""

from __future__ import annotations

import z3

from swerve.engines.prove.solver._shapes import Shape
from swerve.engines.prove.solver._state import Context, known_kind, value_of
from swerve.engines.prove.solver._terms import Term, V, W, applied
from swerve.engines.prove.solver._values import Opaque, Value

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
    context.assume(f"{_own_name(owner)}.{name} is {shape.words()}, and of no subclass")
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
