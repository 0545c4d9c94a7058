"""Where can what the two versions did differ, for some values of the symbols?

Looked at as `swerve.compare` looks at snapshots: structure, types, content; not identity, and not
what `==` of the target says. Runs with tracing on: what is asked of symbols may fork the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from types import BuiltinFunctionType, CoroutineType, FunctionType, ModuleType
from typing import Any, TypeAlias

from .._limits import MOST_DEPTH, MOST_ITEMS

#: Says of a truth value, which may be a symbol, whether it can be false; then it is, from here on.
CanFail: TypeAlias = Callable[[Any], bool]

_SCALARS = (bool, int, str, bytes, complex)
#: What has a name, and not much more that could be looked at.
_NAMED = (type, FunctionType, BuiltinFunctionType, ModuleType)


@dataclass(frozen=True)
class Ended:
    """How a call ended."""

    value: Any = None
    error: BaseException | None = None


def settled(value: Any) -> Any:
    """What a call gives, once it is awaited or drawn from: up to so many items, and an error."""
    if isinstance(value, CoroutineType):
        try:
            value.send(None)
        except StopIteration as ended:
            return ended.value
        value.close()
        raise Unsettled
    if not isinstance(value, Iterator):
        return value
    items: list[Any] = []
    try:
        items.extend(islice(value, MOST_ITEMS))
    except Exception as error:  # the target's
        return [*items, type(error).__qualname__, error.args]
    return items


class Unsettled(Exception):
    """It waits for something that is not there."""


class Looking:
    """Looks at both sides, part by part."""

    def __init__(self, can_fail: CanFail) -> None:
        self._can_fail = can_fail
        self._seen: set[tuple[int, int]] = set()
        #: Whether there was something into which nobody can look: it may differ.
        self.is_blind = False

    def ends(self, old: Ended, new: Ended) -> str:
        """Where two ends of a call can differ; empty where they cannot."""
        if (old.error is None) != (new.error is None):
            return "exception"
        if old.error is not None and new.error is not None:
            if type(old.error).__qualname__ != type(new.error).__qualname__:
                return "exception"
            return self.compare(old.error.args, new.error.args, "exception.args")
        return self.compare(old.value, new.value, "result")

    def compare(self, old: Any, new: Any, path: str, depth: int = 0) -> str:
        """The first place where two values can differ."""
        if old is new:
            return ""
        if depth > MOST_DEPTH:
            self.is_blind = True
            return ""
        kind = type(old)
        if kind is not type(new) and kind.__qualname__ != type(new).__qualname__:
            return path
        if issubclass(kind, float):
            both_nan = old != old and new != new
            return "" if both_nan or not self._can_fail(old == new) else path
        if kind in _SCALARS:
            return path if self._can_fail(old == new) else ""
        if (id(old), id(new)) in self._seen:
            return ""
        self._seen.add((id(old), id(new)))
        for was, now, place in self._parts(old, new):
            if place == "len" and self._can_fail(was == now):
                return f"len({path})"
            if place != "len" and (found := self.compare(was, now, f"{path}{place}", depth + 1)):
                return found
        return ""

    def _parts(self, old: Any, new: Any) -> Iterator[tuple[Any, Any, str]]:
        if isinstance(old, list | tuple):
            yield len(old), len(new), "len"
            for place, (was, now) in enumerate(zip(old, new, strict=False)):
                yield was, now, f"[{place}]"
        elif isinstance(old, dict):
            yield len(old), len(new), "len"
            for key in islice(old, MOST_ITEMS):
                if key in new:
                    yield old[key], new[key], "[...]"
                else:
                    yield 0, 1, "len"
        elif isinstance(old, set | frozenset):
            yield old == new, True, ""
        elif isinstance(old, Iterator):
            yield settled(old), settled(new), ""
        elif isinstance(old, _NAMED):
            yield old.__name__, new.__name__, ".__name__"
            self.is_blind = True
        else:
            names = {**getattr(old, "__dict__", {}), **dict.fromkeys(_slots(type(old)))}
            self.is_blind |= not names
            for name in names:
                yield getattr(old, name, None), getattr(new, name, None), f".{name}"


def _slots(kind: type) -> Iterator[str]:
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        yield from (slots,) if isinstance(slots, str) else slots


# --- probing --------------------------------------------------------------------------------------

# Can the two versions part on this path, and at which change?
#
# The probe runs as the old version does. At every change both sides are evaluated where it stands:
# as long as they cannot differ, the versions do the same. Where they can, they do from there on, on
# this path, and the probe has done its work.


class Parted(BaseException):
    """The versions part here; whatever the probe would still do is of no interest."""


class Probing:
    """The hook, and what it saw on the path so far."""

    def __init__(self) -> None:
        self._can_fail: CanFail | None = None
        #: The change at which the versions part; None where they do not.
        self.site: int | None = None
        #: Whether something was evaluated that may have effects: nobody knows what comes of that.
        self.is_doubtful = False

    def start(self, can_fail: CanFail) -> None:
        """Begin a path."""
        self._can_fail = can_fail
        self.site = None
        self.is_doubtful = False

    def hook(
        self,
        site: int,
        is_test: bool,
        has_calls: bool = False,
        old: Callable[[], Any] | None = None,
        new: Callable[[], Any] | None = None,
    ) -> Any:
        """Say what the old version goes on with. Raises `Parted` where the versions part."""
        if self._can_fail is None or old is None or new is None:  # not on a path, or out of reach
            self.site = site
            raise Parted
        self.is_doubtful |= has_calls
        sides = _ended(old, is_test=is_test), _ended(new, is_test=is_test)
        looking = Looking(self._can_fail)
        if looking.ends(*sides):
            self.site = site
            raise Parted
        self.is_doubtful |= looking.is_blind
        if sides[0].error is not None:
            raise sides[0].error
        return sides[0].value


def _ended(side: Callable[[], Any], *, is_test: bool) -> Ended:
    try:
        value = side()
        return Ended(bool(value) if is_test else value)
    except Exception as error:
        return Ended(error=error)
