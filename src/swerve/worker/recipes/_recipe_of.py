"""Which recipe builds a value, or a call, that is live here, in another process?

The value is looked at as it is stored, and what its recipe gives is compared with it before the
recipe is believed. Target code runs in constructors, on twins of the live values: they themselves
are never changed. What can't be built, or not within the bounds, has no recipe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ..core._deadline import Deadline
from ..inventory._looking import MISSING, name_of
from ._builtins import by_being_there, by_builtin, by_refusing
from ._library import by_library
from ._names import by_name, by_name_with_state, by_name_without_state
from ._objects import by_constructor, by_content, by_content_and_steps, by_reduction
from ._parts import NoRecipe, TooMuch, Writing, twin_of, written_call
from ._reading import Reading, is_complete, seen
from ._state import state_of
from .building import ACCESSES, FORMAT

T = TypeVar("T")

__all__ = ["MISSING", "call_recipe_of", "recipe_of"]

#: In this order.
_WAYS = (
    by_refusing,
    by_builtin,
    by_name,
    by_library,
    by_name_without_state,
    by_content,
    by_constructor,
    by_name_with_state,
    by_content_and_steps,
    by_being_there,
    by_reduction,
)


def recipe_of(value: object, home: str = "") -> Any:
    """Return the encoded recipe of a live value, or MISSING where it has none.

    `home` is the module in which a name for the value is looked for, beside that of its class.
    """
    found = _safely(home, lambda reading: _value(reading, value))
    return MISSING if found is None else found[0]


def call_recipe_of(
    module: str,
    qualname: str,
    receiver: object,
    args: Sequence[object],
    kwargs: Mapping[str, object],
    access: str = "call",
) -> bytes | None:
    """Return what `build_call` builds an equal call from, or None.

    It is the call as it would be made now: what the arguments look like later is another one. A
    receiver of None is none. The first call of `__init__` becomes a call of the class.
    """
    if "<" in qualname:
        return None
    return _safely(
        module,
        lambda reading: _call(reading, (module, qualname), receiver, args, kwargs, access),
    )


def _safely(home: str, read: Callable[[Reading], T]) -> T | None:
    """Read with constructors, and where that leads elsewhere, without."""
    for constructs in (True, False):
        try:
            return read(Reading(_WAYS, home, constructs=constructs))
        except (Deadline, KeyboardInterrupt):  # of whoever runs this
            raise
        except TooMuch:
            return None
        except BaseException:  # noqa: S112 - whatever it is that the target does there
            continue
    return None


def _value(reading: Reading, value: object) -> list[Any]:
    part = reading.part(value)
    _check(reading, [("", value)], [("", twin_of(part))])
    return [Writing().write(part)]


def _call(
    reading: Reading,
    target: tuple[str, str],
    receiver: object,
    args: Sequence[object],
    kwargs: Mapping[str, object],
    access: str,
) -> bytes:
    if target[1].endswith(".__init__") and access == "call":
        made = _constructed_class(target, receiver)
        if made is not None:
            target, receiver = made, None
    held = [receiver, *args, *kwargs.values()]
    parts = reading.parts(held)
    names = [*map(str, range(len(parts)))]
    _check(reading, [*zip(names, held)], [*zip(names, map(twin_of, parts))])
    named = dict(zip(kwargs, parts[1 + len(args) :]))
    number = ACCESSES.index(access)
    return written_call([FORMAT, *target], parts[1 : 1 + len(args)], named, parts[0], number)


def _constructed_class(target: tuple[str, str], receiver: object) -> tuple[str, str] | None:
    """Return the name of the class that is being called when its `__init__` runs."""
    pair = name_of(type(receiver))
    owner = target[0], target[1].rpartition(".")[0]
    return pair if pair == owner and not state_of(receiver) else None


def _check(reading: Reading, values: list[tuple[str, Any]], twins: list[tuple[str, Any]]) -> None:
    """Raise unless what was built looks like what there is."""
    if all(value is twin for (_, value), (_, twin) in zip(values, twins)):
        return
    was, now = seen(values), seen(twins)
    if not is_complete(was) and not reading.holds_named:
        raise NoRecipe("it cannot be inspected")
    if was != now and not (reading.holds_loose_set and len(was) == len(now)):
        raise NoRecipe("it gives something else")
