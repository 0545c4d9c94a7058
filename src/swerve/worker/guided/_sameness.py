"""What is an injected object equal to, and an instance of?"""

from __future__ import annotations

from enum import Enum
from typing import Any

from ..core.forms import FORMS
from ._arrays import combined, is_array
from ._injected import Injected, State, extends_injected, plain, state_of, term
from ._numbers import ROLES
from ._strangers import CLASSES
from ._world import STAGE
from .tables import is_table

#: How likely two things are equal of which nothing is known.
_EQUAL = 0.4
#: How likely an object of one missing class is of another one too.
_ALSO = 0.15


@extends_injected
class _Sameness:
    """Truth, equality, classes."""

    def __bool__(self: Any) -> bool:
        state = state_of(self)
        if state.has_value:
            return bool(state.value)
        return bool(STAGE.world.is_true(self))

    def __eq__(self: Any, other: object) -> Any:
        if STAGE.world is not None and STAGE.world.libraries:
            known = _compared_with_table(self, other)
            if known is not NotImplemented:
                return known
        if other is not None and other is not self and (is_array(self) or is_array(other)):
            return combined("==", self, other)
        return is_equal(self, other)

    def __ne__(self: Any, other: object) -> Any:
        if STAGE.world is not None and STAGE.world.libraries:
            known = _compared_with_table(self, other)
            if known is not NotImplemented:
                return ~known if is_table(known) else not known
        if other is not None and other is not self and (is_array(self) or is_array(other)):
            return combined("!=", self, other)
        return not is_equal(self, other)

    def __instancecheck__(self: Any, instance: object) -> bool:
        return is_instance(instance, self)

    def __subclasscheck__(self: Any, cls: object) -> bool:
        return cls is self


def _compared_with_table(injected: Injected, other: object) -> Any:
    """Which items are equal, where one of both is an array or a table."""
    mine, theirs = plain(injected), plain(other)
    if not (is_table(mine) or is_table(theirs)):
        return NotImplemented
    if type(mine) is Injected:
        mine = STAGE.world.as_operand(mine)
    if type(theirs) is Injected:
        theirs = STAGE.world.as_operand(theirs)
    return mine == theirs


def is_equal(injected: Injected, other: object) -> bool:
    """Whether an injected object equals something, the same every time it is asked."""
    world = STAGE.world
    state = state_of(injected)
    if type(other) is Injected:
        if other is injected or other._within_path == injected._within_path:
            return True
        theirs = state_of(other)
        if state.has_value and theirs.has_value:
            return bool(state.value == theirs.value)
        if theirs.has_value and not state.has_value:
            return is_equal(injected, theirs.value)
        if state.has_value:
            return is_equal(other, state.value)
        paths = sorted((injected._within_path, other._within_path))
        question = f"{paths[0]} == {paths[1]}"
        if world.is_likely or world.has_decided(question):
            return bool(world.is_so(question, _EQUAL))
        # Whether they are taken for texts before they are compared or not.
        return bool(world.word_of(injected) == world.word_of(other))
    if other is None:
        return state.has_value and state.value is None
    if state.has_value:
        return bool(state.value == other)
    cls = type(other)
    is_number = cls in (bool, int, float)
    if is_number and not world.is_likely and not _held_against(injected, cls):
        return bool(world.word_of(injected) == other)  # a text, were it written before or after
    if cls is bool:
        return bool(injected) is other
    if cls in (int, float, str, bytes, list, tuple, dict, set) or issubclass(cls, Enum):
        return bool(world.as_role(injected, cls) == other)
    if isinstance(other, type):
        return injected._within_path.startswith("type(") and is_kind(injected, other)
    return bool(world.is_so(f"{injected._within_path} == {term(other)}", _EQUAL))


def _held_against(injected: Injected, cls: type) -> bool:
    """Whether the code itself compares it with constants of a class."""
    literals = STAGE.world.facts.of(injected._within_kind).literals
    return any(type(each) is cls for each in literals)


def is_kind(of_type: Injected, cls: object) -> bool:
    """Whether the type of an object, `type(x)`, is a class."""
    of = STAGE.world.objects.get(of_type._within_path[5:-1])
    return of is not None and is_instance(of, cls)


def is_instance(value: object, cls: Any) -> bool:
    """`isinstance`, where the value, the class or both may be injected."""
    classes = _flat(cls)
    if type(value) is not Injected:
        return any(_is_real_instance(value, each) for each in classes)
    state = state_of(value)
    if state.has_value:
        return any(_is_real_instance(state.value, each) for each in classes)
    latent = _latent_class(value, state)
    if latent is None:
        state.excluded.update(each for each in classes if isinstance(each, type))
        return False
    for each in classes:
        if class_name(each) == latent:
            if isinstance(each, type) and each in ROLES:
                STAGE.world.as_role(value, each)
            elif latent in FORMS and STAGE.world.libraries and isinstance(each, type):
                STAGE.world.as_table(value, FORMS[latent])
            return True
    state.excluded.update(each for each in classes if isinstance(each, type))
    return any(_is_also(value, each) for each in classes)


def _is_also(value: Injected, cls: object) -> bool:
    """Whether an object is of another missing class too: one may be below the other."""
    if type(cls) is not Injected:
        return False
    question = f"{value._within_path} is also a {class_name(cls)}"
    return bool(STAGE.world.is_so(question, _ALSO))


def _is_real_instance(value: object, cls: Any) -> bool:
    if type(cls) is Injected:
        known = CLASSES.get(cls._within_path)
        return known is not None and isinstance(value, known)
    try:
        return isinstance(value, cls)
    except TypeError:  # something that was made up in the place of a class
        return False


def _latent_class(value: Injected, state: State) -> Any:
    """The class, of those that the code names, that an object is of; the same every time."""
    if state.made_by:
        return state.made_by
    world = STAGE.world
    named = world.facts.of(value._within_kind).instance_of
    others = [name for name in world.facts.instance_classes if name not in named]
    names: list[str] = [*named, *others]
    if not names:
        names = ["?"]
    weights = [2.0] * len(named) + [0.5 if named else 1.0] * len(others)
    option = world.choose(f"{value._within_path} is an instance of", [*weights, 1.0])
    if option >= len(names):
        return None
    world.show(value._within_path, f"a {names[option]}")
    return names[option].rpartition(".")[2]


def _flat(cls: Any) -> list[Any]:
    if isinstance(cls, tuple):
        return [inner for each in cls for inner in _flat(each)]
    if hasattr(cls, "__args__") and type(cls) is not Injected and not isinstance(cls, type):
        return [inner for each in cls.__args__ for inner in _flat(each)]
    return [cls]


def class_name(cls: Any) -> str:
    """What a class is called, which may be injected."""
    if type(cls) is Injected:
        return cls._within_path.rpartition(".")[2]
    return str(getattr(cls, "__name__", ""))
