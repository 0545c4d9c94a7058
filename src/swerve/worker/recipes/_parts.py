"""What is a recipe in the making: which form does it have, and what does it build?

Every part is built the moment it is made. Its twin is what the recipe gives, so the next step can
be chosen by looking at it, and what was chosen can be compared with the value it stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from json import JSONEncoder
from typing import Any

from ..core._deadline import Deadline
from ..core.identity import identity
from . import building as recipe

#: A part that is met again and again is written again and again, up to here.
_MOST_WRITTEN = 10_000
#: Labels of a shared value by its class; others are named after theirs.
_WORDS = {"list": "items", "dict": "mapping", "set": "members", "bytearray": "data"}

_to_text = JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


class NoRecipe(Exception):
    """There is no recipe, or not in this way."""


class TooMuch(NoRecipe):
    """It takes more than anybody would read, in whichever way."""


class Part:
    """A form, whose parts are parts or constants, and what it builds."""

    __slots__ = ("form", "is_value", "references", "twin")

    def __init__(self, form: list[Any], twin: Any, *, is_value: bool = False) -> None:
        #: As in docs/dev/recipes.md, with parts in place of recipes.
        self.form = form
        self.twin = twin
        #: Nobody can tell it from another that is equal: it needs no label to be there twice.
        self.is_value = is_value
        #: How many references to it there are.
        self.references = 0


def twin_of(part: Any) -> Any:
    """Return what a part builds; a constant builds itself."""
    return part.twin if type(part) is Part else part


def is_value(part: Any) -> bool:
    """Say whether a part is a constant, or as good as one."""
    return part.is_value if type(part) is Part else True


def attempt(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Do what may run target code; when it raises, there is no recipe in this way."""
    try:
        return function(*args, **kwargs)
    except (Deadline, KeyboardInterrupt):  # of whoever runs this
        raise
    except BaseException:
        raise NoRecipe("target code raised") from None


def written_call(
    head: Sequence[Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    receiver: Any = None,
    access: int = 0,
) -> bytes:
    """Write a call as `encode_call` would. `head` is the format and the two names of the target."""
    writing = Writing()
    program = [*head]
    if receiver is None and not access:
        program += [writing.write_all(args), writing.write_named(kwargs)]
    else:
        written = writing.write(receiver)  # built before the arguments
        program += [writing.write_all(args), writing.write_named(kwargs), written, access, []]
    return _to_text(program).encode("utf-8", "surrogatepass")


class Writing:
    """One recipe being written; gives labels to what is referred to."""

    def __init__(self) -> None:
        self._labels: dict[int, str] = {}
        self._taken: set[str] = set()
        self._depth = self._written = 0

    def write(self, part: Any) -> Any:
        """Return the JSON of a part."""
        if type(part) is not Part:
            return part
        self._written += 1
        self._depth += 1 + (part.references > 0)
        if self._depth >= recipe.MAX_DEPTH or self._written > _MOST_WRITTEN:
            raise TooMuch("too deep or too large to write")
        if part.references:
            label = self._labels[identity(part)] = self._new_label(part)
            written = [recipe.SHARED, label, self._form(part.form)]
        else:
            written = self._form(part.form)
        self._depth -= 1 + (part.references > 0)
        return written

    def write_all(self, parts: Sequence[Any]) -> list[Any]:
        """Return the JSON of several parts."""
        return [self.write(part) for part in parts]

    def write_named(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        """Return the JSON of keyword arguments."""
        return {name: self.write(part) for name, part in parts.items()}

    def _new_label(self, part: Part) -> str:
        kind: Any = type(part.twin)
        said = type.__dict__["__name__"].__get__(kind)
        base = _WORDS.get(said) or said.strip("_").lower()
        label, number = base, 1
        while label in self._taken:
            number += 1
            label = f"{base}{number}"
        self._taken.add(label)
        return label

    def _form(self, form: list[Any]) -> list[Any]:
        tag = form[0]
        if tag in _FIELDS:
            write: dict[int, Callable[[Any], Any]] = {
                _ONE: self.write,
                _MANY: self.write_all,
                _NAMED: self.write_named,
            }
            fields = zip(_FIELDS[tag], form[1:])
            return [tag, *(write[kind](each) if kind else each for kind, each in fields)]
        writer = _WRITERS.get(tag)
        return form if writer is None else writer(self, *form[1:])

    def _list(self, items: Sequence[Any]) -> list[Any]:
        written = self.write_all(items)
        plain = _as_plain(written)
        return [recipe.LIST, written] if plain is None else [recipe.LITERAL, plain]

    def _dict(self, entries: Sequence[Any]) -> list[Any]:
        written = [[self.write(key), self.write(value)] for key, value in entries]
        if all(type(key) is str for key, _ in written):
            values = _as_plain([value for _, value in written])
            if values is not None:
                return [recipe.LITERAL, dict(zip([key for key, _ in written], values))]
        return [recipe.DICT, written]

    def _after(self, subject: Any, steps: Any) -> list[Any]:
        return [recipe.AFTER, self.write(subject), [self._form(step) for step in steps]]

    def _reference(self, part: Part) -> list[Any]:
        if identity(part) not in self._labels:
            raise NoRecipe("referred to before it is built")
        return [recipe.REFERENCE, self._labels[identity(part)]]

    def _set_item(self, key: Any, value: Any) -> list[Any]:
        written = self.write(value)  # built before the key
        return [recipe.SET_ITEM, self.write(key), written]


def _as_plain(written: list[Any]) -> list[Any] | None:
    """Return what is written as the values it is, or None where one has to be built."""
    values = []
    for one in written:
        if type(one) is list:
            if one[0] != recipe.LITERAL:
                return None
            one = one[1]
        values.append(one)
    return values


#: What the fields of a form hold: text or a number, a part, several parts, parts by name.
_PLAIN, _ONE, _MANY, _NAMED = range(4)
_FIELDS = {
    **dict.fromkeys((recipe.TUPLE, recipe.SET, recipe.FROZENSET), (_MANY,)),
    recipe.ATTRIBUTE: (_ONE, _PLAIN),
    recipe.ITEM: (_ONE, _ONE),
    recipe.CALL: (_ONE, _MANY, _NAMED),
    recipe.DO: (_PLAIN, _MANY, _NAMED),
    recipe.SET_ATTRIBUTE: (_PLAIN, _ONE),
}
_WRITERS: dict[str, Callable[..., list[Any]]] = {
    recipe.LIST: Writing._list,
    recipe.DICT: Writing._dict,
    recipe.AFTER: Writing._after,
    recipe.REFERENCE: Writing._reference,
    recipe.SET_ITEM: Writing._set_item,
}
