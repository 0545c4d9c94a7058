"""What is inside of an injected object, when it is used as a container?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dis import opmap
from typing import Any

from ._arrays import ARRAY_LIBRARIES, is_array, shape_of, taken
from ._injected import Injected, extends_injected, plain, state_of, term
from ._world import STAGE
from .tables import is_table

_get_frame = sys._getframe
_UNPACK, _UNPACK_EX = opmap["UNPACK_SEQUENCE"], opmap["UNPACK_EX"]


@extends_injected
class _Items:
    """Items, iteration, length."""

    def __getitem__(self: Any, key: Any) -> Any:
        world = STAGE.world
        state = state_of(self)
        for known, value in reversed(state.items):
            if is_same_key(known, key):
                return value
        if is_array(self):
            return taken(self, key)
        if state.has_value and is_table(state.value):
            return state.value[plain(key)]
        if type(key) is slice:
            return world.as_role(self, list)[key] if not state.has_value else state.value[key]
        if state.has_value:
            try:
                return state.value[key]
            except (TypeError, LookupError):
                return world.item_at(self, key)
        fact = world.facts.of(self._within_kind)
        if type(key) is int and not (fact.is_mapping or fact.may_lack):
            if key < 0:
                size = len(world.as_role(self, list)) or 1
                key += size if -key <= size else 0  # else it is no position
            return world.item_at(self, key)
        if _is_asked(world, self, key) and not world.is_found(self._within_path, key):
            raise world.lacking(self._within_path, key, fact.may_lack)
        return world.item_at(self, key)

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        state = state_of(self)
        if state.has_value and is_table(state.value):
            state.value[plain(key)] = plain(value)
            return
        if state.has_value and isinstance(state.value, (list, dict)):
            try:
                state.value[key] = value
            except (TypeError, LookupError):
                state.items.append((key, value))
            return
        state.items[:] = [(k, v) for k, v in state.items if not is_same_key(k, key)]
        state.items.append((key, value))

    def __delitem__(self: Any, key: Any) -> None:
        state = state_of(self)
        if state.has_value and isinstance(state.value, (list, dict)):
            try:
                del state.value[key]
            except (TypeError, LookupError):
                pass
            else:
                return
        state.items[:] = [(k, v) for k, v in state.items if not is_same_key(k, key)]
        is_all = type(key) is slice and key in (slice(None), slice(None, None, 1))
        state.changes.append("clear()" if is_all else f"del [{term(key)}]")

    def __contains__(self: Any, key: Any) -> bool:
        state = state_of(self)
        if any(is_same_key(known, key) for known, _ in state.items):
            return True
        if state.has_value:
            try:
                return key in state.value
            except TypeError:
                pass
        return bool(STAGE.world.is_present(self._within_path, key))

    def __iter__(self: Any) -> Iterator[Any]:
        size = _parts_wanted()
        if is_table(self._value()):
            return iter(self._value())
        if is_array(self):
            return iter([taken(self, number) for number in range(size or len(self))])
        if size:
            return iter([self._part(number) for number in range(size)])
        value = self._value()
        if value is None or isinstance(value, (bool, int, float)):
            value = STAGE.world.as_role(self, _role_of(self))
        try:
            return iter(value)
        except TypeError:
            return iter(())

    def _part(self: Any, number: int) -> Any:
        state = state_of(self)
        if state.has_value and isinstance(state.value, (list, tuple)) and number < len(state.value):
            return state.value[number]
        return STAGE.world.item_at(self, number)

    def __reversed__(self: Any) -> Any:
        return reversed(list(self))

    def __len__(self: Any) -> int:
        if is_array(self):
            return (*shape_of(self), 1)[0]
        value = self._value()
        if value is None:
            value = STAGE.world.as_role(self, _role_of(self))
        try:
            return len(value)
        except TypeError:
            return abs(hash(self._within_path)) % 3

    def __length_hint__(self: Any) -> int:
        return 0

    def __next__(self: Any) -> Any:
        _may_fail(self, "__next__")
        state = state_of(self)
        number = STAGE.world.counts.get(f"next {self._within_path}", 0)
        STAGE.world.counts[f"next {self._within_path}"] = number + 1
        values = state.value if isinstance(state.value, list) else STAGE.world.as_role(self, list)
        if not isinstance(values, list) or number >= len(values):
            raise StopIteration
        return values[number]


@extends_injected
class _Blocks:
    """`with`, `await` and `async for`."""

    def __enter__(self: Any) -> Any:
        _may_fail(self, "__enter__")
        return self

    def __exit__(self: Any, *args: object) -> None:
        _leave(self)

    async def __aenter__(self: Any) -> Any:
        _may_fail(self, "__aenter__")
        return self

    async def __aexit__(self: Any, *args: object) -> None:
        _leave(self)

    def __await__(self: Any) -> Any:
        return self
        yield

    def __aiter__(self: Any) -> Any:
        return Asynchronous(iter(self))

    async def __anext__(self: Any) -> Any:
        _may_fail(self, "__anext__")
        try:
            return next(self)
        except StopIteration:
            raise StopAsyncIteration from None


class Asynchronous:
    """Known items, one after the other."""

    def __init__(self, items: Iterator[Any]) -> None:
        self._items = items

    def __aiter__(self) -> Asynchronous:
        return self

    async def __anext__(self) -> Any:
        for item in self._items:
            return item
        raise StopAsyncIteration


def _role_of(injected: Injected) -> type:
    """What something is that is gone through: a mapping if either side uses it as one."""
    return dict if STAGE.world.facts.of(injected._within_kind).is_mapping else list


def is_same_key(one: object, other: object) -> bool:
    if type(one) is Injected or type(other) is Injected:
        return one is other
    try:
        return bool(one == other)
    except Exception:
        return False


def _is_asked(world: Any, injected: Injected, key: object) -> bool:
    fact = world.facts.of(injected._within_kind)
    for known, is_asked in fact.keys:
        if known == key:
            return bool(is_asked)
    return bool(fact.may_lack)


def _parts_wanted() -> int:
    """Into how many parts the code that asks for an iterator takes it apart; 0 if it does not."""
    frame = _get_frame(2)
    code = frame.f_code.co_code
    at = frame.f_lasti
    if not 0 <= at < len(code) - 1:
        return 0
    if code[at] == _UNPACK:
        return int(code[at + 1])
    if code[at] == _UNPACK_EX:
        return int(code[at + 1]) + 1
    return 0


def _leave(injected: Injected) -> None:
    """Leave a `with` block: that can be seen, and is what `close` does."""
    world = STAGE.world
    is_of_arrays = injected._within_path.partition(".")[0] in ARRAY_LIBRARIES
    if is_of_arrays and world is not None:  # how to compute is no matter to others, but files are
        is_of_arrays = not world.facts.has(f"{injected._within_kind}.close()")
    if world is not None and not is_of_arrays:
        world.calls.append(f"{injected._within_path}.close()")


def _may_fail(injected: Injected, method: str) -> None:
    """Raise what the code around expects of a method that it calls by its name."""
    world = STAGE.world
    if world is None or world.raises is None:
        return
    raises = world.facts.of(f"{injected._within_kind}.{method}()").raises
    others = [name for name in raises if name not in ("StopIteration", "StopAsyncIteration")]
    if others:
        text = f"{injected._within_path}.{method}()"
        count = world.counts[text] = world.counts.get(text, 0) + 1
        world.raises(text if count == 1 else f"{text}#{count}", others)
