"""Which arguments could a function be given?

Recipes: values of declared types where there are any, and else of the shapes that the code asks
for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from swerve.observe.recipe import CallRecipe, List, Parameter, ParameterKind, Recipe

from ._arrays import TABLE_FORMS, dimensions_of, is_array, is_sound, labels_of
from ._choices import Choices, Mood, happens
from ._inferred import About
from ._labels import Labels
from ._leaves import stands_alone
from ._limits import AS_ONE, EQUAL, LEFT_OUT, RECORDED
from ._making import Making, mood_of, themes_beside
from ._shapes import Array, Fixed, Options, Shape, options
from ._shaping import Shaping

#: What a call is given: by position, and by keyword.
Arguments: TypeAlias = tuple[tuple[Recipe, ...], tuple[tuple[str, Recipe], ...]]


class ArgumentMaker:
    """Makes the arguments of one function."""

    def __init__(
        self, parameters: Sequence[Parameter], about: About, labels: Labels | None = None
    ) -> None:
        self._labels = labels or Labels()
        self._making = Making(about.code.pools, self._labels)
        shaping = Shaping(about)
        recorded = _recorded_values(parameters, about.seeds)
        self._parameters = [
            (each, _with_recorded(shaping.of_parameter(each), recorded.get(each.name, ())))
            for each in parameters
        ]
        self._tables = [
            inner
            for _, shape in self._parameters
            for inner in _arrays_in(shape)
            if TABLE_FORMS.intersection(inner.forms)
        ]
        self._dimensions = {
            parameter.name: counts
            for parameter, shape in self._parameters
            if (counts := _counts_of(shape))
        }
        self._themes = themes_beside(shape for _, shape in self._parameters)
        self._keywords = [
            key
            for each in parameters
            if each.kind is ParameterKind.KEYWORDS
            for key in about.code.usage(each.name).keys
            if isinstance(key, str) and key.isidentifier()
        ]

    def make(self, choices: Choices) -> Arguments:
        """Make the arguments of one call."""
        mood = mood_of(choices, self._themes)
        if self._tables:
            mood = replace(mood, labels=labels_of(self._tables, mood, self._labels))
        args: list[Recipe] = []
        kwargs: list[tuple[str, Recipe]] = []
        is_by_keyword = False
        for parameter, shape in self._parameters:
            kind = parameter.kind
            if kind is ParameterKind.VARIADIC:
                if not is_by_keyword:
                    items = self._making.items(shape, choices, mood)
                    args += (List(items),) if happens(choices, AS_ONE) else items
                continue
            if kind is ParameterKind.KEYWORDS:
                kwargs += self._words(shape, choices, mood, [name for name, _ in kwargs])
                continue
            if parameter.default is not None and happens(choices, LEFT_OUT):
                is_by_keyword = True
                continue
            if is_by_keyword and kind is ParameterKind.POSITIONAL_ONLY:
                continue
            value = self._making.make(shape, choices, mood)
            if is_by_keyword or kind is ParameterKind.KEYWORD_ONLY:
                kwargs.append((parameter.name, value))
            else:
                args.append(value)
        if len(args) > 1 and happens(choices, EQUAL):
            _make_equal(args, choices)
        return tuple(args), tuple(kwargs)

    def fits(self, call: CallRecipe) -> bool:
        """Whether arrays have as many dimensions as the code says, and tables names."""
        if self._labels.has_tables and not all(map(is_sound, (*call.args, call.receiver))):
            return False
        if not self._dimensions:
            return True
        names = [each.name for each, _ in self._parameters if each.kind in _BY_POSITION]
        for name, value in (*zip(names, call.args, strict=False), *call.kwargs):
            count = dimensions_of(value)
            if count is not None and count not in self._dimensions.get(name, (count,)):
                return False
        return True

    def _words(
        self, shape: Shape, choices: Choices, mood: Mood, taken: list[str]
    ) -> list[tuple[str, Recipe]]:
        """Arguments for `**kwargs`: keys that the code knows, seldom others."""
        names = [name for name in self._keywords if happens(choices, 40)]
        if not self._keywords and happens(choices, 25):
            names = ["a", "b"][: 1 + choices.below(2)]
        own = {parameter.name for parameter, _ in self._parameters}
        return [
            (name, self._making.make(shape, choices, mood))
            for name in names
            if name not in taken and name not in own
        ]


def _arrays_in(shape: Shape) -> list[Array]:
    if isinstance(shape, Options):
        return [found for each in shape.shapes for found in _arrays_in(each)]
    return [shape] if isinstance(shape, Array) else []


def _counts_of(shape: Shape) -> tuple[int, ...]:
    """How many dimensions an array may have; nothing where that is not said."""
    found = _arrays_in(shape)
    if len(found) != 1:
        return ()
    return (len(found[0].dims),) if found[0].dims else found[0].ndims


def _with_recorded(shape: Shape, values: tuple[Recipe, ...]) -> Shape:
    if not values:
        return shape
    return options((shape, 1 - RECORDED), (Fixed(values), RECORDED))


def _make_equal(args: list[Recipe], choices: Choices) -> None:
    """Give two parameters the same value, where they take values of the same kind."""
    one, other = choices.below(len(args)), choices.below(len(args))
    if type(args[one]) is type(args[other]) and not is_array(args[one]):
        args[one] = args[other]


_BY_POSITION = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL)


def _recorded_values(
    parameters: Sequence[Parameter], calls: Iterable[CallRecipe]
) -> dict[str, tuple[Recipe, ...]]:
    """Parameter -> what recorded calls gave it, each value once; values that can stand alone."""
    found: dict[str, dict[str, Recipe]] = {each.name: {} for each in parameters}
    names = [each.name for each in parameters if each.kind in _BY_POSITION]
    rest = next((each.name for each in parameters if each.kind is ParameterKind.VARIADIC), None)
    words = next((each.name for each in parameters if each.kind is ParameterKind.KEYWORDS), None)
    for call in calls:
        for at, value in enumerate(call.args):
            name = names[at] if at < len(names) else rest
            if name is not None and stands_alone(value):
                found[name][repr(value)] = value
        for keyword, value in call.kwargs:
            name = keyword if keyword in found else words
            if name is not None and stands_alone(value):
                found[name][repr(value)] = value
    return {name: tuple(values.values()) for name, values in found.items() if values}
