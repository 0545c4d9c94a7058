"""Which calls are much like one that is known to work?

What was recorded or taken once has arguments that go together. A little of it is changed: code
behaves otherwise beside the values that it usually gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from swerve.observe.recipe import Call, CallRecipe, Dict, FrozenSet, List, Name, Recipe, Set, Tuple
from swerve.observe.recipe.parts import parts_of, with_parts

from ._arguments import ArgumentMaker
from ._arrays import is_array
from ._choices import Choices, happens, one_of, picked
from ._functions import KNOWN, functions_for
from ._inferred import About
from ._labels import Labels
from ._limits import MOST_PARTS, WAYS
from ._making import Making, mood_of
from ._shapes import OPEN, Numbers, Texts

#: Where in a call something stands: the number of the part, of the part of that, and so on.
_Where = tuple[int, ...]

_CONTAINERS = (List, Tuple, Set, FrozenSet, Dict)
_LEAVES = (bool, int, float, str, bytes, type(None))
_FUNCTIONS = frozenset(repr(each.recipe) for each in KNOWN)


class Mutating:
    """Changes calls a little, with the constants of some code at hand."""

    def __init__(
        self,
        about: About,
        arguments: ArgumentMaker | None = None,
        labels: Labels | None = None,
    ) -> None:
        """`arguments` makes whole arguments anew, where that is known how to do."""
        self._pools = about.code.pools
        self._making = Making(about.code.pools, labels)
        self._arguments = arguments
        self._ways: tuple[Callable[[CallRecipe, Choices], CallRecipe], ...] = (
            self._with_constant,
            self._with_container,
            self._with_argument,
            self._with_arguments_mixed,
        )

    def mutated(self, call: CallRecipe, choices: Choices) -> CallRecipe:
        """A call like this one; seldom the same."""
        for _ in range(1 + picked(choices, (70, 22, 8))):
            call = self._ways[picked(choices, WAYS)](call, choices)
        return call

    def _with_constant(self, call: CallRecipe, choices: Choices) -> CallRecipe:
        places = [each for each in _places(call) if _is_leaf(each[1])]
        if not places:
            return self._with_container(call, choices)
        where, value = one_of(choices, places)
        changed: CallRecipe = _changed(call, where, self._beside(value, choices))
        return changed

    def _beside(self, value: Any, choices: Choices) -> Recipe:
        """Something that stands near a constant, or is like it."""
        if isinstance(value, bool):
            return not value
        if value is None:
            return self._making.make(OPEN, choices, mood_of(choices))
        if isinstance(value, int):
            near = (value + 1, value - 1, 0, -value, value * 2, value // 2, 1)
            return self._near_or(near, Numbers(is_count=abs(value) <= 10), choices)
        if isinstance(value, float):
            near_floats = (value + 1.0, value - 1.0, 0.0, -value, value / 2, value + 0.1)
            return self._near_or(near_floats, Numbers(is_float=True), choices)
        if isinstance(value, bytes):
            return self._near_or(
                (*_cut(value, choices), value + value), Texts(is_bytes=True), choices
            )
        if isinstance(value, str):
            return self._beside_text(value, choices)
        return one_of(choices, functions_for(_arities(value), "int", ("any",)))

    def _near_or(
        self, near: tuple[Recipe, ...], shape: Numbers | Texts, choices: Choices
    ) -> Recipe:
        if happens(choices, 35):
            return self._making.make(shape, choices, mood_of(choices))
        return one_of(choices, near)

    def _beside_text(self, value: str, choices: Choices) -> Recipe:
        pieces = (*self._pools.pieces, "a", " ", "1", "A", "-", "é", "\n")
        at = choices.below(len(value) + 1)
        piece = one_of(choices, pieces)
        near = (
            *_cut(value, choices),
            value[:at] + piece + value[at:],
            value + piece,
            piece + value,
            value.upper(),
            value.swapcase(),
            value + value,
            value[::-1],
            value[:at] + piece + value[at + 1 :],
        )
        return self._near_or(near, Texts(), choices)

    def _with_container(self, call: CallRecipe, choices: Choices) -> CallRecipe:
        places = [
            each for each in _places(call, into_arrays=False) if isinstance(each[1], _CONTAINERS)
        ]
        if not places:
            return self._with_argument(call, choices)
        where, container = one_of(choices, places)
        changed: CallRecipe = _changed(call, where, self._rearranged(container, choices))
        return changed

    def _rearranged(self, container: Any, choices: Choices) -> Recipe:
        is_dict = isinstance(container, Dict)
        items: list[Any] = list(container.entries if is_dict else container.items)
        how = choices.below(6)
        if not items or how == 0:
            made = self._making.make(OPEN, choices, mood_of(choices))
            items.insert(choices.below(len(items) + 1), ("a", made) if is_dict else made)
        elif how == 1:
            del items[choices.below(len(items))]
        elif how == 2:
            items.insert(choices.below(len(items) + 1), one_of(choices, items))
        elif how == 3:
            one, other = choices.below(len(items)), choices.below(len(items))
            items[one], items[other] = items[other], items[one]
        elif how == 4:
            items.reverse()
        else:
            items = items[: choices.below(len(items))]
        if is_dict:
            return Dict(tuple({repr(key): (key, value) for key, value in items}.values()))
        if isinstance(container, (Set, FrozenSet)):
            items = list({repr(item): item for item in items if not _is_unhashable(item)}.values())
        rearranged: Recipe = replace(container, items=tuple(items))
        return rearranged

    def _with_argument(self, call: CallRecipe, choices: Choices) -> CallRecipe:
        """Give one parameter a value that has nothing to do with the one it had."""
        if self._arguments is None:
            if not call.args:
                return call
            at = choices.below(len(call.args))
            made = self._making.make(OPEN, choices, mood_of(choices))
            return replace(call, args=(*call.args[:at], made, *call.args[at + 1 :]))
        args, kwargs = self._arguments.make(choices)
        shared = min(len(args), len(call.args))
        number = choices.below(shared + 1)
        if number < shared:
            args = (*call.args[:number], args[number], *call.args[number + 1 :])
            return replace(call, args=args)
        words = dict(call.kwargs)
        for name, value in kwargs:
            if name not in words or happens(choices, 50):
                words[name] = value
        return replace(call, kwargs=tuple(words.items()))

    def _with_arguments_mixed(self, call: CallRecipe, choices: Choices) -> CallRecipe:
        """Swap two arguments, make them equal, or leave out what came last."""
        args = list(call.args)
        how = choices.below(3)
        if how == 0 and call.kwargs:
            at = choices.below(len(call.kwargs))
            return replace(call, kwargs=(*call.kwargs[:at], *call.kwargs[at + 1 :]))
        if len(args) < 2:
            return self._with_constant(call, choices)
        one, other = choices.below(len(args)), choices.below(len(args))
        if type(args[one]) is type(args[other]) and not is_array(args[one]):
            if how == 1:
                args[one] = args[other]
            else:
                args[one], args[other] = args[other], args[one]
        return replace(call, args=tuple(args))


def _cut(value: Any, choices: Choices) -> tuple[Any, ...]:
    """A text without a part of it."""
    at = choices.below(len(value) + 1)
    return value[:at], value[at:], value[:at] + value[at + 1 :]


def _is_leaf(part: object) -> bool:
    return type(part) in _LEAVES or (isinstance(part, (Name, Call)) and repr(part) in _FUNCTIONS)


def _arities(value: Name | Call) -> tuple[int, ...]:
    text = repr(value)
    return next((each.arities for each in KNOWN if repr(each.recipe) == text), ())


def _is_unhashable(part: object) -> bool:
    return isinstance(part, (List, Dict, Set))


def _places(call: CallRecipe, *, into_arrays: bool = True) -> Iterator[tuple[_Where, Any]]:
    """All parts of a call but its functions and the names of its classes, outer ones first.

    Of arrays and tables these are the values in them: names and types stay as they are.
    """
    waiting: list[tuple[_Where, Any, bool]] = [
        ((number,), part, False)
        for number, part in enumerate(parts_of(call))
        if not (number == len(call.state) and part is None)
    ]
    for count, (where, part, is_inside) in enumerate(waiting):
        if count > MOST_PARTS:
            return
        yield where, part
        parts = list(enumerate(parts_of(part)))
        if is_array(part):
            if not into_arrays:
                continue
            is_inside = True
            parts = [each for each in parts[1 : 1 + len(part.args)] if type(each[1]) is not str]
        elif isinstance(part, Call):
            parts = [] if repr(part) in _FUNCTIONS else parts[1:]
        elif is_inside and isinstance(part, Dict):
            parts = parts[1::2]
        waiting += [((*where, number), inner, is_inside) for number, inner in parts]


def _changed(whole: Any, where: _Where, to: Recipe) -> Any:
    """The same with something else in one place."""
    if not where:
        return to
    parts = list(parts_of(whole))
    parts[where[0]] = _changed(parts[where[0]], where[1:], to)
    return with_parts(whole, tuple(parts))
