"""Which calls are simpler than this one, and likely to show the same?

A simpler call is of the same shape with less in it: no part is replaced by one of another kind,
because code that meets a value of another kind fails for reasons of its own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, combinations
from string import ascii_lowercase
from typing import Any, TypeAlias

import swerve.observe.recipe._forms as forms
from swerve.worker.recipes.building import BadRecipe

from ._forms import CallRecipe, Recipe
from ._wire import encode_call
from .parts import Part, all_parts, parts_of, with_changed_parts, with_parts

#: How many parts there are, how much is in the constants, and the bytes, shorter ones first.
Complexity: TypeAlias = tuple[int, int, int, bytes]

#: What a part weighs beside its own parts, where that is not 1.
_WEIGHTS: dict[type, int] = {forms.Shared: 3, forms.After: 2, forms.Blob: 1000}
#: A name that is set before the call surprises more than any argument.
_STATE_WEIGHT = 5
#: What can be left out of, and the field that holds it.
_CONTENTS: dict[type, str] = {
    **dict.fromkeys((forms.List, forms.Tuple, forms.Set, forms.FrozenSet), "items"),
    forms.Dict: "entries",
    forms.After: "steps",
}


def complexity(call: CallRecipe) -> Complexity:
    """Say how complex a call is, for comparing it with others; equal only for the same call.

    Raises `BadRecipe` for what is no call.
    """
    data = encode_call(call)
    weight, size = _STATE_WEIGHT * len(call.state), 0
    for part in all_parts(call):
        weight += _WEIGHTS.get(type(part), 1)
        size += constant_size(part)
    return weight, size, len(data), data


def smaller(call: CallRecipe) -> Iterator[CallRecipe]:
    """Yield simpler calls, the most promising first, each once.

    Every one is less complex than the call: whoever goes from one to the next comes to an end.
    """
    limit = complexity(call)
    definitions = _definitions(call)
    tried = {limit[-1]}
    for candidate in _candidates(call, definitions):
        try:
            simpler, found = _weighed(candidate, definitions)
        except BadRecipe:
            continue
        if found < limit and found[-1] not in tried:
            tried.add(found[-1])
            yield simpler


def _weighed(
    candidate: CallRecipe, definitions: dict[str, Recipe]
) -> tuple[CallRecipe, Complexity]:
    """Return what is a call, mended where it has to be. Raises `BadRecipe` where that fails."""
    try:
        return candidate, complexity(candidate)
    except BadRecipe:
        mended = _mended(candidate, definitions) if definitions else candidate
        return mended, complexity(mended)


def _candidates(call: CallRecipe, definitions: dict[str, Recipe]) -> Iterator[CallRecipe]:
    """Yield calls that may be simpler, or no calls at all."""
    yield from _with_less_around(call)
    yield from _with_simplest_arguments(call)
    yield from _in_places(call, _with_fewer_parts)
    yield from _where_equal(call)
    yield from _with_plain_letters(call)
    yield from _in_places(call, shorter_constants)
    yield from _in_places(call, plainer_constants)
    for label in definitions:
        yield _unshared(call, label, definitions[label])


def _with_less_around(call: CallRecipe) -> Iterator[CallRecipe]:
    """Leave out state and arguments."""
    if call.state:
        yield replace(call, state=())
        for index in range(len(call.state)):
            yield replace(call, state=call.state[:index] + call.state[index + 1 :])
    yield from _with_fewer_arguments(call)


def _with_fewer_arguments(whole: Any) -> Iterator[Any]:
    """Leave out keyword arguments, and positional ones from the end."""
    if len(whole.args) + len(whole.kwargs) > 1:
        yield replace(whole, args=(), kwargs=())
    if len(whole.kwargs) > 1:
        yield replace(whole, kwargs=())
    for index in range(len(whole.kwargs)):
        yield replace(whole, kwargs=whole.kwargs[:index] + whole.kwargs[index + 1 :])
    if whole.args:
        yield replace(whole, args=whole.args[:-1])


def _with_simplest_arguments(call: CallRecipe) -> Iterator[CallRecipe]:
    """Make all arguments as simple as can be, or two of them: one alone may not fit the other."""
    args = call.args
    yield replace(call, args=tuple(map(_simplest, args)))
    yield with_changed_parts(call, _simplest_constants)
    for one, other in combinations(range(len(args)), 2):
        pair = (one, other)
        simpler = [_simplest(part) if at in pair else part for at, part in enumerate(args)]
        yield replace(call, args=tuple(simpler))


def _simplest(part: Any) -> Any:
    """Return the simplest of its kind, where that is known."""
    if isinstance(part, forms.List | forms.Tuple | forms.Set | forms.FrozenSet | forms.Dict):
        return type(part)()
    return simplest_constant(part)


def _simplest_constants(part: Any) -> Any:
    return with_changed_parts(simplest_constant(part), _simplest_constants)


# --- one part at a time --------------------------------------------------------------------------


def _in_places(call: CallRecipe, simpler: Callable[[Any], Iterator[Any]]) -> Iterator[CallRecipe]:
    """Put simpler parts in their places, one at a time; those near the surface come first."""
    level: list[tuple[Part, Callable[[Any], CallRecipe]]] = _places(call, lambda whole: whole)
    while level:
        for part, put in level:
            for replacement in simpler(part):
                yield put(replacement)
        level = list(chain.from_iterable(_places(part, put) for part, put in level))


def _where_equal(call: CallRecipe) -> Iterator[CallRecipe]:
    """Put simpler constants in all places of one that stands in several: they may have to agree."""
    counts = Counter(_known_by(part) for part in all_parts(call))
    for part in {_known_by(part): part for part in all_parts(call)}.values():
        known_by = _known_by(part)
        if known_by is None or counts[known_by] < 2:
            continue
        for replacement in (simplest_constant(part), *shorter_constants(part)):
            yield _replaced(call, known_by, replacement)


def _with_plain_letters(call: CallRecipe) -> Iterator[CallRecipe]:
    """Put a plain letter wherever an odd one stands: texts may have to agree letter by letter."""
    texts = [part for part in all_parts(call) if isinstance(part, str)]
    odd = sorted({letter for text in texts for letter in text if not _is_plain(letter)})
    if len(odd) <= len(ascii_lowercase):
        yield _translated(call, dict(zip(odd, ascii_lowercase, strict=False)))
    for letter in odd:
        yield _translated(call, {letter: "a"})


def _is_plain(letter: str) -> bool:
    return letter.isascii() and letter.isprintable()


def _translated(call: CallRecipe, letters: dict[str, str]) -> CallRecipe:
    table = str.maketrans(letters)

    def change(part: Any) -> Any:
        return part.translate(table) if isinstance(part, str) else with_changed_parts(part, change)

    return with_changed_parts(call, change)  # type: ignore[no-any-return]


def _known_by(part: Any) -> object:
    """What tells a constant from others, of other types too; None for what is none."""
    if not constant_size(part):
        return None
    # Python refuses to write long decimals.
    return type(part), hex(part) if isinstance(part, int) else repr(part)


def _replaced(call: CallRecipe, known_by: object, replacement: Any) -> CallRecipe:
    def change(part: Any) -> Any:
        is_meant = _known_by(part) == known_by
        return replacement if is_meant else with_changed_parts(part, change)

    return with_changed_parts(call, change)  # type: ignore[no-any-return]


def _places(
    whole: Part | CallRecipe, put: Callable[[Any], CallRecipe]
) -> list[tuple[Part, Callable[[Any], CallRecipe]]]:
    """Return the parts of a whole, each with what puts another in its place."""
    parts = parts_of(whole)

    def putting(index: int) -> Callable[[Any], CallRecipe]:
        return lambda part: put(with_parts(whole, (*parts[:index], part, *parts[index + 1 :])))

    return [(part, putting(index)) for index, part in enumerate(parts)]


def _with_fewer_parts(part: Any) -> Iterator[Any]:
    """Yield the simplest of its kind, what can stand for it, and the part with less in it."""
    yield simplest_constant(part)
    content = _CONTENTS.get(type(part), "")
    if content:
        yield part.recipe if isinstance(part, forms.After) else replace(part, **{content: ()})
    elif isinstance(part, forms.Call | forms.Do):
        yield replace(part, args=(), kwargs=())
    yield from _of_the_same_kind_inside(part)
    if content:
        whole = getattr(part, content)
        for start, end in pieces_left_out(len(whole)):
            yield replace(part, **{content: whole[:start] + whole[end:]})
    elif isinstance(part, forms.Call | forms.Do):
        yield from _with_fewer_arguments(part)


def _of_the_same_kind_inside(whole: Any) -> Iterator[Part]:
    """Yield the parts that are made as the whole is: the tail of a list, a node's child."""
    kind = _made_by(whole)
    level = () if kind is None else parts_of(whole)
    while level:
        for part in level:
            inside = part.recipe if isinstance(part, forms.Shared | forms.After) else part
            if _made_by(inside) == kind:
                yield part
        level = tuple(chain.from_iterable(map(parts_of, level)))


def _made_by(part: Any) -> object:
    if isinstance(part, forms.Call):
        return part.function
    return type(part) if isinstance(part, forms.List | forms.Dict | forms.Tuple) else None


# --- what is shared ------------------------------------------------------------------------------


def _definitions(call: CallRecipe) -> dict[str, Recipe]:
    """Return what the labels of a call stand for."""
    found: dict[str, Recipe] = {}
    for part in all_parts(call):
        if isinstance(part, forms.Shared):
            found[part.label] = part.recipe
    return dict(sorted(found.items()))


def _unshared(call: CallRecipe, label: str, recipe: Recipe) -> CallRecipe:
    """Write what is shared in each of its places: they are no longer the same object."""

    def change(part: Any) -> Any:
        if part == forms.Reference(label):
            return recipe
        changed = with_changed_parts(part, change)
        is_definition = isinstance(part, forms.Shared) and part.label == label
        return changed.recipe if is_definition else changed

    return with_changed_parts(call, change)  # type: ignore[no-any-return]


def _mended(call: CallRecipe, definitions: dict[str, Recipe]) -> CallRecipe:
    """Let the first reference to what is not made any more make it."""
    made: set[str] = set()

    def mend(part: Any) -> Any:
        if isinstance(part, forms.Shared):
            made.add(part.label)
        elif isinstance(part, forms.Reference) and part.label not in made:
            made.add(part.label)
            return forms.Shared(part.label, with_changed_parts(definitions[part.label], mend))
        return with_changed_parts(part, mend)

    return with_changed_parts(call, mend)  # type: ignore[no-any-return]


# --- which constants of the same kind are simpler than this one, and how simple is it? ------------

#: Longer texts lose pieces of at least a sixteenth of their length at a time.
_SINGLY = 40
#: What weighs nothing: the constant that stands for its kind.
_SIMPLEST: dict[type, forms.Constant] = {
    bool: False,
    int: 0,
    float: 0.0,
    complex: 0j,
    str: "",
    bytes: b"",
}
#: Infinity and NaN surprise a reader more than any number that is written out.
_ODD = 400


def simplest_constant(value: forms.Constant) -> forms.Constant:
    """Return the simplest constant of the same kind."""
    return _SIMPLEST.get(type(value), value)


def constant_size(value: object) -> int:
    """Say how much of a constant there is to read; nothing for the simplest of its kind."""
    measure = _MEASURES.get(type(value))
    return 0 if measure is None else measure(value)


def shorter_constants(value: forms.Constant) -> Iterator[forms.Constant]:
    """Yield constants with less in them, the shortest first."""
    if isinstance(value, str | bytes):
        yield from _with_pieces_left_out(value)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from _integers_towards_zero(value)
    elif isinstance(value, float):
        yield from _simpler_floats(value)
    elif isinstance(value, complex):
        yield from (complex(real, value.imag) for real in _simpler_floats(value.real))
        yield from (complex(value.real, imaginary) for imaginary in _simpler_floats(value.imag))


def plainer_constants(value: forms.Constant) -> Iterator[forms.Constant]:
    """Yield constants as long that are easier to read."""
    if isinstance(value, str):
        yield from _plainer_texts(value)
    elif isinstance(value, bytes):
        for text in _plainer_texts(value.decode("latin-1")):
            yield text.encode("latin-1")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield -value
    elif isinstance(value, float) and math.isfinite(value):
        yield -value
        yield from (round(value, digits) for digits in range(4))


def pieces_left_out(length: int, at_least: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the stretches that can be left out of something: halves, then quarters, to single ones.

    Later ones come first: what stands at the start is more often needed.
    """
    size = length // 2
    while size >= at_least and size:
        for start in range(length - size, -1, -size):
            yield start, start + size
        size //= 2


def _with_pieces_left_out(text: Any) -> Iterator[Any]:
    at_least = 1 if len(text) <= _SINGLY else len(text) // 16
    for start, end in pieces_left_out(len(text), at_least):
        yield text[:start] + text[end:]


def _integers_towards_zero(number: int) -> Iterator[int]:
    sign, size = (-1, -number) if number < 0 else (1, number)
    yield from (sign * small for small in (1, 2) if small < size)
    if size > 1000:
        yield sign * math.isqrt(size)
    yield sign * (size // 2)
    yield from (sign * (size - size % power) for power in _powers_of_ten_below(size))
    step = size // 4
    while step:
        yield sign * (size - step)
        step //= 2
    yield sign * (size - 1)


def _powers_of_ten_below(size: int) -> Iterator[int]:
    """Yield powers to round with, the coarsest first; the decimals of huge numbers nobody reads."""
    exponents = range(1, len(str(size))) if size < 10**30 else range(0)
    return (10**exponent for exponent in reversed(exponents))


def _simpler_floats(number: float) -> Iterator[float]:
    if not math.isfinite(number):
        yield from (1.0, 1e9, -1e9)
    elif number.is_integer():
        yield from map(float, _integers_towards_zero(int(number)))
    else:
        yield float(int(number))
        yield from (round(number, digits) for digits in range(1, 4))
        yield float(int(number)) + 0.5


def _plainer_texts(text: str) -> Iterator[str]:
    yield "a" * len(text)
    for index, character in enumerate(text[:_SINGLY]):
        for plain in "a0":
            if _character_size(plain) < _character_size(character):
                yield text[:index] + plain + text[index + 1 :]


def _float_size(number: float) -> int:
    if not math.isfinite(number):
        return _ODD
    if number.is_integer():
        return abs(int(number)).bit_length() + (math.copysign(1, number) < 0)
    return 10 + 4 * len(repr(abs(number))) + (number < 0)


def _character_size(character: str) -> int:
    if character == "a":
        return 4
    if not character.isascii() or not character.isprintable():
        return 12
    if character.islower():
        return 5
    return 6 if character.isalnum() else 7


_MEASURES: dict[type, Callable[[Any], int]] = {
    bool: int,
    int: lambda number: abs(number).bit_length(),
    float: _float_size,
    complex: lambda number: _float_size(number.real) + _float_size(number.imag),
    str: lambda text: sum(map(_character_size, text)),
    bytes: lambda data: sum(map(_character_size, data.decode("latin-1"))),
}
