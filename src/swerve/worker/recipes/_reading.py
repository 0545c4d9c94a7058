"""How is a live value read, part by part, without end and without harm?

Which recipe a value of some type has is said by the ways of the other modules, which are tried in
their order. What a way that fails has left behind is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from sys import getrefcount
from time import perf_counter
from types import WrapperDescriptorType
from typing import Any

from ..core.identity import identity
from ..inventory._looking import Pair, raw_attribute
from ..snapshot.format import COMPLETE
from ..snapshot.snapshot import Limits, take_snapshot
from . import building as recipe
from ._parts import NoRecipe, Part, TooMuch, attempt, is_value, twin_of

#: Returns a part, or None for what it knows nothing about; raises `NoRecipe`.
Way = Callable[["Reading", Any], "Part | None"]

#: A value of more parts than this is no input that anybody would read.
_MOST_PARTS = 500
#: Plain items of a list are cheaper than parts by this much.
PLAIN_A_PART = 20
_MOST_TEXT = 200_000
_MOST_DEPTH = 25
#: Calls of target code.
_MOST_CALLS = 400
#: Parts are counted, so that every run reads the same ones; this is for what takes its time.
_MOST_SECONDS = 0.25
#: Iterators stay where they are.
_LIMITS = Limits(yields=0, nodes=5_000)
_setattr, _getattr = setattr, getattr


class Cycle(NoRecipe):
    """The value is being read already, so there may be a recipe when that is done."""


class Never(NoRecipe):
    """No other way needs to be tried."""


class Reading:
    """One value, or one call, being read."""

    def __init__(self, ways: Sequence[Way], home: str, *, constructs: bool) -> None:
        self._ways = ways
        #: The module of the function that is called.
        self.home = home
        #: Whether classes of the target may be called.
        self.constructs = constructs
        #: Whether something is there by its name that has a state.
        self.holds_named = False
        #: Whether there is a set whose order is nobody's to say.
        self.holds_loose_set = False
        self._memo: dict[int, Part] = {}
        #: Keeps ids from being used again.
        self._kept: list[object] = []
        #: What to take back: ids that were put into the memo, parts that were referred to.
        self._journal: list[int | Part] = []
        self._open: set[int] = set()
        self._hopeless: set[int] = set()
        self._depth = self._parts = self._text = self._calls = 0
        self._ends = perf_counter() + _MOST_SECONDS

    # --- values ---------------------------------------------------------------------------------

    def part(self, value: Any) -> Any:
        """Return the recipe of a value: a constant or a part. Raises `NoRecipe`."""
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        if kind is str:
            self.spend_text(len(value))
            return value
        if kind is int:
            return self._integer(value)
        self.spend()
        known = self._memo.get(identity(value))
        if known is not None:
            return known if known.is_value else self.refer_to(known)
        if identity(value) in self._hopeless:
            raise NoRecipe("found before")
        if identity(value) in self._open:
            raise Cycle("a cycle")
        if self._depth >= _MOST_DEPTH:
            raise TooMuch("too deep")
        return self._in_some_way(value)

    def parts(self, values: Iterable[Any]) -> list[Any]:
        """Return the recipes of several values."""
        return [self.part(value) for value in values]

    def _integer(self, value: int) -> Any:
        if -recipe.LARGEST_PLAIN < value < recipe.LARGEST_PLAIN:
            return value
        self.spend_text(value.bit_length() // 4)
        return Part([recipe.INTEGER, hex(value)], value, is_value=True)

    def _in_some_way(self, value: Any) -> Part:
        self._kept.append(value)
        self._open.add(identity(value))
        self._depth += 1
        is_cycle = False
        try:
            for way in self._ways:
                mark = len(self._journal)
                try:
                    found = way(self, value)
                except TooMuch:
                    raise
                except RecursionError:
                    raise TooMuch("too deep") from None
                except Exception as problem:
                    self.rewind(mark)
                    is_cycle |= type(problem) is Cycle
                    if type(problem) is Never:
                        break
                    continue
                if found is not None:
                    if identity(value) not in self._memo:
                        self.begin(value, found)
                    return found
        finally:
            self._open.discard(identity(value))
            self._depth -= 1
        if is_cycle:
            raise Cycle("in no way")
        self._hopeless.add(identity(value))
        raise NoRecipe("in no way")

    # --- bookkeeping ----------------------------------------------------------------------------

    def spend(self, parts: int = 1) -> None:
        """Count what is read, and end when it is too much or takes too long."""
        self._parts += parts
        if self._parts > _MOST_PARTS or perf_counter() > self._ends:
            raise TooMuch("too large")

    def spend_text(self, length: int) -> None:
        """Count characters, bytes and digits."""
        self._text += length
        if self._text > _MOST_TEXT:
            raise TooMuch("too long")

    def begin(self, value: Any, part: Part) -> None:
        """Let a value be referred to from here on."""
        self._kept.append(value)
        self._memo[identity(value)] = part
        self._journal.append(identity(value))

    def refer_to(self, part: Part) -> Part:
        """Return a reference to a part that was made before."""
        part.references += 1
        self._journal.append(part)
        return Part([recipe.REFERENCE, part], part.twin)

    def mark(self) -> int:
        """Return how far it got, for `rewind`."""
        return len(self._journal)

    def rewind(self, mark: int) -> None:
        """Forget what was read since a mark."""
        while len(self._journal) > mark:
            entry = self._journal.pop()
            if type(entry) is Part:
                entry.references -= 1
            else:
                del self._memo[entry]  # type: ignore[arg-type]

    def is_twin(self, value: Any, twin: Any) -> bool:
        """Say whether something is what stands for a value."""
        if value is twin:
            return True
        known = self._memo.get(identity(value))
        return known is not None and known.twin is twin

    # --- forms ----------------------------------------------------------------------------------

    def named(self, pair: Pair, value: Any) -> Part:
        """Refer to something by its name."""
        return Part([recipe.NAME, *pair], value, is_value=True)

    def attribute(self, of: Any, name: str) -> Part:
        """Take an attribute."""
        return Part([recipe.ATTRIBUTE, of, name], attempt(_getattr, twin_of(of), name))

    def item(self, of: Part, key: Any) -> Part:
        """Take an item: of a generic class, whose items are values."""
        twin = attempt(_get_item, twin_of(of), twin_of(key))
        return Part([recipe.ITEM, of, key], twin, is_value=is_value(key))

    def call(self, function: Part, args: Sequence[Any], /, **kwargs: Any) -> Part:
        """Call something for its result."""
        twin = self._called(twin_of(function), args, kwargs)
        return Part([recipe.CALL, function, args, kwargs], twin)

    def value_call(self, function: Part, args: Sequence[Any], /, **kwargs: Any) -> Part:
        """Call what makes a value that never changes."""
        part = self.call(function, args, **kwargs)
        part.is_value = all(map(is_value, args)) and all(map(is_value, kwargs.values()))
        return part

    def _called(self, function: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        self._calls += 1
        if self._calls > _MOST_CALLS:
            raise TooMuch("too many calls")
        named = {name: twin_of(part) for name, part in kwargs.items()}
        return attempt(function, *map(twin_of, args), **named)

    # --- steps ----------------------------------------------------------------------------------

    def do(self, part: Part, method: str, *args: Any) -> None:
        """Call a method for its effect."""
        self._called(attempt(_getattr, part.twin, method), args, {})
        _add_step(part, [recipe.DO, method, args, {}])

    def set_item(self, part: Part, key: Any, value: Any) -> None:
        """Set an item; the value was read before the key."""
        attempt(_set_item, part.twin, twin_of(key), twin_of(value))
        _add_step(part, [recipe.SET_ITEM, key, value])

    def set_attribute(self, part: Part, name: str, value: Any) -> None:
        """Set an attribute, past a class that does not let it be set."""
        kind = type(part.twin)
        is_open = type(raw_attribute(kind, "__setattr__")) is WrapperDescriptorType
        if is_open and type(raw_attribute(kind, name)) is not property:
            attempt(_setattr, part.twin, name, twin_of(value))
            _add_step(part, [recipe.SET_ATTRIBUTE, name, value])
            return
        attempt(object.__setattr__, part.twin, name, twin_of(value))
        setting = self.named(("builtins", "object.__setattr__"), object.__setattr__)
        _add_step(part, [recipe.CALL, setting, [self.refer_to(part), name, value], {}])


def _add_step(part: Part, step: list[Any]) -> None:
    if part.form[0] != recipe.AFTER:
        part.form = [recipe.AFTER, Part(part.form, part.twin), []]
    part.form[2].append(step)


def _get_item(of: Any, key: Any) -> Any:
    return of[key]


def _set_item(of: Any, key: Any, value: Any) -> None:
    of[key] = value


# --- comparing ----------------------------------------------------------------------------------


class _Holder:
    def __init__(self) -> None:
        self.twin = object()

    def count(self) -> int:
        return getrefcount(self.twin)


_FRESH = _Holder().count()


def is_fresh(part: Part) -> bool:
    """Say whether nothing but the part holds its twin: then it may be changed."""
    return getrefcount(part.twin) <= _FRESH


def seen(values: Iterable[tuple[str, Any]]) -> bytes:
    """Return what values look like, without moving an iterator."""
    return take_snapshot(values, _LIMITS)


def is_complete(snapshot: bytes) -> bool:
    """Say whether a snapshot left nothing out."""
    return snapshot[1] == COMPLETE


def look_alike(one: Any, other: Any) -> bool:
    """Say whether two values certainly look the same."""
    snapshot = seen([("", one)])
    return is_complete(snapshot) and snapshot == seen([("", other)])
