"""Which functions wait? They move the target's clock, and take real time only where needed."""

from __future__ import annotations

import select as _select_module
import signal as _signal
import time as _time
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ..core._arrivals import disguised, when_imported
from ._function import Replacements
from .clock import is_alone, now, time_is_up, timer_is_set

#: Longer waits are left to the real function, which refuses most of them.
_LONGEST_S = 9e9

_sleep = _time.sleep
_select = _select_module.select


def freeze_waiting(made: Replacements) -> None:
    """Replace what waits, in modules that are there and in those that will be."""
    made.function(_time, "sleep", _sleep_on_clock)
    made.function(_select_module, "select", _select_on_clock)
    for name in ("alarm", "setitimer"):
        if hasattr(_signal, name):
            made.function(_signal, name, _setting_timer(getattr(_signal, name)))
    when_imported("threading", lambda module: _freeze_conditions(module, made))
    when_imported("selectors", lambda module: _freeze_selectors(module, made))


def _is_a_while(seconds: Any) -> bool:
    return isinstance(seconds, (int, float)) and 0 < seconds < _LONGEST_S


def _sleep_on_clock(*words: Any, **wrong: Any) -> None:
    if wrong or len(words) != 1 or not _is_a_while(words[0]):
        return _sleep(*words, **wrong)
    began = now()
    if not is_alone():
        _sleep(words[0])
    time_is_up(words[0], began)
    return None


def _select_on_clock(*words: Any, **wrong: Any) -> Any:
    if wrong or len(words) != 4 or not _is_a_while(words[3]):
        return _select(*words, **wrong)
    for_reading, for_writing, for_trouble, seconds = words
    began = now()
    idle = all(type(one) in (list, tuple) and not one for one in words[:3]) and is_alone()
    ready = _select(for_reading, for_writing, for_trouble, 0 if idle else seconds)
    if not any(ready):
        time_is_up(seconds, began)
    return ready


def _setting_timer(real: Any) -> Callable[..., Any]:
    def set_timer(*words: Any, **named: Any) -> Any:
        timer_is_set()
        return real(*words, **named)

    return set_timer


def _freeze_conditions(threading: ModuleType, made: Replacements) -> None:
    """Events, queues, semaphores, barriers and futures all wait with a condition."""
    condition: Any = threading.Condition
    original = condition.wait

    def wait(self: Any, timeout: Any = None) -> Any:
        if not _is_a_while(timeout):
            return original(self, timeout)
        began = now()
        got = original(self, 0 if is_alone() else timeout)
        if not got:
            time_is_up(timeout, began)
        return got

    made.attribute(condition, "wait", disguised(wait, original))


def _freeze_selectors(selectors: ModuleType, made: Replacements) -> None:
    """`asyncio` waits with a selector: for its timers, when nothing else is going on."""
    kinds = {kind for kind in vars(selectors).values() if isinstance(kind, type)}
    for kind in kinds - {selectors.BaseSelector}:
        if "select" in vars(kind):
            _freeze_selector(kind, made)


def _freeze_selector(kind: Any, made: Replacements) -> None:
    original = kind.select

    def select(self: Any, timeout: Any = None) -> Any:
        if not _is_a_while(timeout):
            return original(self, timeout)
        began = now()
        ready = original(self, 0 if _hears_nobody(self) and is_alone() else timeout)
        if not ready:
            time_is_up(timeout, began)
        return ready

    made.attribute(kind, "select", disguised(select, original))


def _hears_nobody(selector: Any) -> bool:
    """Whether only an event loop's pipe to itself is selected, or nothing."""
    keys = list(getattr(selector, "_fd_to_key", {0: None}).values())
    return not keys or (len(keys) == 1 and _is_pipe_to_itself(keys[0]))


def _is_pipe_to_itself(key: Any) -> bool:
    data = getattr(key, "data", None)
    if type(data) is not tuple or not data:
        return False
    callback = getattr(data[0], "_callback", None)
    return getattr(callback, "__name__", "") == "_read_from_self"
