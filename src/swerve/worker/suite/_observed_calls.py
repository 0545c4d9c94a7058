"""What do calls of some functions do while the tests of a project run?"""

from __future__ import annotations

import builtins
import inspect
from base64 import b64encode
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import blake2b
from sys import _getframe, exc_info
from typing import Any

from ..effects.since import Since, World
from ..snapshot.format import COMPLETE, CUT_SHORT, EXHAUSTED
from ..snapshot.format import RAISED as RAISED_INSIDE
from ..snapshot.snapshot import Drained, Limits, handler_of, register, take_snapshot
from ._process import Log
from .observed_arguments import Arguments, Watched
from .observed_rewriting import BEGIN, DELEGATES, END, KEEP, RAISED, VALUE, YIELDS
from .varying import MOST_CALLS, Forks, apply, edits_for

#: Kept of a value. No iterator is moved: the test needs what it holds.
LIMITS = Limits(size=1 << 18, nodes=5_000, items=2_000, yields=0)
_MOST_YIELDS = 100
#: How far up the stack the caller of an observed call is looked for.
_MOST_FRAMES = 200
#: Calls of one function with the same arguments that are told.
_MOST_ALIKE = 3
#: How much of one function's arguments is looked at in a test and in all, in bytes of snapshots;
#: and what every look counts. Bounds are no times: two runs must see the same.
_LOOKS_IN_TEST, _LOOKS, _LOOK = 64 << 10, 1 << 20, 256
#: How many calls of one function in a test are told with a recipe, and bytes of all such calls.
_RECIPES_IN_TEST, _RECIPES = 10, 192 << 10
#: Bytes of a line of the log.
_LONGEST = 1 << 20
_UNCHANGING = frozenset(map(id, (type(None), bool, int, float, complex, str, bytes)))
_GENERATOR = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
#: What does not run to its end at once.
_SUSPENDED = _GENERATOR | inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE
#: So many tests that only call a function tell as much as one in which changed lines run.
_REACHING = 4
RETURNED_WORD, RAISED_WORD = "returned", "raised"


class Call:
    """A call that is under way."""

    __slots__ = (
        *("arguments", "before", "caller", "effects", "error", "frame", "items", "number"),
        *("recipe",),
        *("value", "watched"),
    )

    def __init__(self, frame: Any, watched: Watched, number: int) -> None:
        #: Kept, so that its id is its own.
        self.frame = frame
        self.watched = watched
        #: Which one it is of this function, in this test.
        self.number = number
        self.arguments = Arguments(frame, watched)
        self.before = b""
        self.effects: Since | None = None
        self.recipe: str | None = None
        #: The observed call that this one is a part of: which function, and which call of it.
        self.caller: tuple[int, int] | None = None
        self.value: Any = None
        self.error: BaseException | None = None
        #: What a generator has yielded; None for all else.
        self.items: list[Any] | None = [] if frame.f_code.co_flags & _GENERATOR else None


class Observer:
    """Hears from the functions that are watched."""

    def __init__(self, watched: list[Any], log: Log, order: Any, folder: str) -> None:
        self._watched = [Watched(number, each) for number, each in enumerate(watched)]
        self._log = log
        self._most_calls = order["most_calls"]
        #: What is left for each function, of all and of this test.
        self._rest = [_Rest(order["most_in_all"], _LOOKS, _RECIPES) for _ in watched]
        self._in_test = [_Rest(0, 0, 0) for _ in watched]
        self._room = order["most_bytes"]
        self._folders = {"tree": folder, "scratch": order["scratch"]}
        self._with_recipes = order["recipes"]
        #: Whether what a test before has called counts as new.
        self._is_each_anew = order["each_anew"]
        self._test = ""
        #: How many tests have called each function, times `_REACHING`; the functions that count,
        #: and how many tests are enough.
        self._tests = [0] * len(watched)
        self._counted, self._enough = order["counted"], order["enough"]
        #: How often a function was called with the same.
        self._alike: dict[tuple[int, bytes], int] = {}
        self._recipes: dict[tuple[int, bytes], str] = {}
        #: Under way, by the id of the frame.
        self._open: dict[int, Call] = {}
        self._varies = order["varies"]
        self._world = World(folder, order["scratch"])
        self._forks = Forks(sum(each.focus is not None for each in self._watched))
        #: While this looks at values, code of the project may run that is nobody's call.
        self._is_looking = False

    def install(self) -> None:
        """Put what rewritten code calls where it is found, and where no snapshot shows it."""
        register(dict, _put_dict)
        for name, method in (
            (KEEP, self.keep),
            (BEGIN, self.begin),
            (VALUE, self.value),
            (RAISED, self.raised),
            (END, self.end),
            (YIELDS, self.yields),
            (DELEGATES, self.delegates),
        ):
            setattr(builtins, name, method)

    def begins(self, test: str) -> None:
        """A test begins."""
        self._test = test
        if self._is_each_anew:
            self._alike.clear()
        self._in_test = [
            _Rest(self._most_calls, _LOOKS_IN_TEST, _RECIPES_IN_TEST)
            if self._room > 0 and rest.calls > 0 and rest.looks > 0
            else _Rest(0, 0, 0)
            for rest in self._rest
        ]

    def again(self, *, varies: bool) -> None:
        """Tests run once more: all that they call counts as new."""
        self._is_each_anew = True
        self._varies = varies

    @property
    def is_enough(self) -> bool:
        """Whether more tests would hardly tell more."""
        least = min((self._tests[number] for number in self._counted), default=0)
        return bool(least >= self._enough * _REACHING)

    def ended(self, reached: Collection[int]) -> None:
        """It has ended, and changed lines of some functions ran; what comes now is of no test."""
        if self._forks.report is not None:
            self._forks.leave()
        self._test = ""
        for number, rest in enumerate(self._in_test):
            if rest.calls < self._most_calls and self._rest[number].calls > 0:
                self._tests[number] += _REACHING if number in reached else 1
        self._in_test = [_Rest(0, 0, 0) for _ in self._watched]
        self._open.clear()

    # --- what rewritten code calls --------------------------------------------------------------

    def keep(self, number: int, binding: str) -> Any:
        """Remember a function when it is defined."""
        watched = self._watched[number]

        def kept(function: Any) -> Any:
            watched.function, watched.binding = function, binding
            return function

        return kept

    def begin(self, number: int, *values: Any) -> tuple[Any, ...]:
        """A call begins; gives what it is given, which is something else where it is varied."""
        in_test = self._in_test[number]
        if in_test.calls <= 0 or self._is_looking or self._forks.report is not None:
            return values
        call = None
        self._is_looking = True
        try:
            frame = _getframe(1)
            watched = self._watched[number]
            in_test.number += 1
            call = Call(frame, watched, in_test.number)
            call.before = take_snapshot(call.arguments.given(), LIMITS, **self._folders)
            if self._is_worth_telling(call):
                call.caller = self._caller_of(frame)
                self._open[id(frame)] = call
                call.effects = Since(self._world, frame)
                return self._varied(call, values)
        except Exception:  # noqa: S110 - too deep, or target code that was asked: no call then
            pass
        finally:
            self._is_looking = False
        return values

    def _varied(self, call: Call, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """See what a call does with other values, in processes that are forked for it.

        Such a process comes back from here with the values that it is to go on with.
        """
        number, code = call.watched.number, call.frame.f_code
        focus = call.watched.focus
        in_test = self._in_test[number]
        if not self._varies or focus is None or code.co_flags & _SUSPENDED:
            return values
        if in_test.varied >= MOST_CALLS:
            return values
        in_test.varied += 1
        given = dict(zip(code.co_varnames, values))
        for at, edit in enumerate(edits_for(given, focus, call.watched.constants)):
            if not self._forks.may_run(number):
                break
            said = self._forks.run(number)
            if self._forks.report is not None:
                apply(edit, given)
                call.arguments.replace(given)
                call.before = take_snapshot(call.arguments.given(), LIMITS, **self._folders)
                return tuple(given.values())
            if said is not None:
                place = number, self._test, call.number
                self._room -= self._log.tell(["varied", *place, at, edit.words, *said])
        return values

    def _caller_of(self, frame: Any) -> tuple[int, int] | None:
        """The innermost call under way that a frame is below of."""
        above = frame.f_back if self._open else None
        for _ in range(_MOST_FRAMES):
            if above is None:
                break
            call = self._open.get(id(above))
            if call is not None:
                return call.watched.number, call.number
            above = above.f_back
        return None

    def _is_worth_telling(self, call: Call) -> bool:
        """Whether there were few such calls so far; then it gets a recipe, if there is room."""
        number, size = call.watched.number, len(call.before)
        rest, in_test = self._rest[number], self._in_test[number]
        key = number, blake2b(call.before, digest_size=16).digest()
        times = self._alike.get(key, 0)
        is_worth = times < _MOST_ALIKE and rest.calls > 0
        if is_worth:
            self._alike[key] = times + 1
            rest.calls -= 1
            in_test.calls -= 1
        if is_worth and times:
            call.recipe = self._recipes.get(key)
        elif is_worth and self._with_recipes and in_test.recipes and rest.recipes > 0:
            in_test.recipes -= 1
            rest.recipes -= size
            call.recipe = call.watched.recipe_of(call.arguments)
            if call.before[1] == COMPLETE and call.recipe is not None:
                self._recipes[key] = call.recipe
        rest.looks -= size + _LOOK
        in_test.looks -= size + _LOOK
        if rest.calls <= 0 or rest.looks <= 0 or in_test.looks <= 0:
            in_test.calls = 0
        return is_worth

    def value(self, value: Any) -> Any:
        """A call returns something, unless it thinks better of it."""
        call = self._open.get(id(_getframe(1)))
        if call is not None:
            call.value = value
        return value

    def raised(self) -> None:
        """A call ends with an exception."""
        call = self._open.get(id(_getframe(1)))
        if call is not None:
            call.error = exc_info()[1]

    def yields(self, value: Any) -> Any:
        """A generator yields something."""
        call = self._open.get(id(_getframe(1)))
        if call is not None:
            _append(call, value)
        return value

    def delegates(self, values: Any) -> Any:
        """A generator yields what another iterator does."""
        call = self._open.get(id(_getframe(1)))
        return values if call is None else _Delegated(iter(values), call)

    def end(self) -> None:
        """A call has ended."""
        call = self._open.pop(id(_getframe(1)), None)
        if call is None or self._is_looking:
            return
        if self._forks.report is not None:
            self._tell_varied(call)
        self._is_looking = True
        try:
            self._tell(call)
        except Exception:  # noqa: S110 - as above
            pass
        finally:
            self._is_looking = False

    def _tell_varied(self, call: Call) -> None:
        try:
            self._forks.tell(*self._seen(call))
        finally:
            self._forks.leave()

    def _tell(self, call: Call) -> None:
        before, word, after = self._seen(call)
        if len(before) + len(after) + len(call.recipe or "") > _LONGEST:
            return
        place = call.watched.number, self._test, call.number
        self._room -= self._log.tell(
            ["call", *place, before, word, after, call.recipe, call.caller]
        )
        if self._room <= 0:
            self._in_test = [_Rest(0, 0, 0) for _ in self._watched]

    def _seen(self, call: Call) -> tuple[str, str, str]:
        """What a call was given, how it ended and what was there then, as text."""
        word, root = RETURNED_WORD, ("result", call.value)
        if call.items is not None:
            root = "result", _drained(call)
        elif call.error is not None:
            word, root = RAISED_WORD, ("exception", call.error)
        roots = [root]
        for name, value in call.arguments.roots():
            if id(type(value)) not in _UNCHANGING:
                roots.append((name, value))
        if call.effects is not None:
            roots += call.effects.roots()
        after = take_snapshot(roots, LIMITS, **self._folders)
        return b64encode(call.before).decode(), word, b64encode(after).decode()


@dataclass
class _Rest:
    """How much may still be done for a function."""

    calls: int
    looks: int
    recipes: int
    #: Calls so far, and those of them that were varied.
    number: int = 0
    varied: int = 0


def _put_dict(encoder: Any, value: Any) -> None:
    """Write the dict of the builtins, which `exec` puts into namespaces, as a name."""
    if value is _BUILTINS:
        encoder.put_named("dict", "builtins.__dict__")
    else:
        _put_plain_dict(encoder, value)


_BUILTINS, _put_plain_dict = vars(builtins), handler_of(dict)


def _append(call: Call, value: Any) -> None:
    if call.items is not None and len(call.items) <= _MOST_YIELDS:
        call.items.append(value)


def _drained(call: Call) -> Drained:
    """What a generator yielded, as far as somebody asked."""
    items = list(call.items or ())
    error = call.error
    end = EXHAUSTED
    if len(items) > _MOST_YIELDS or type(error) is GeneratorExit:
        end = CUT_SHORT
        del items[_MOST_YIELDS:]
    elif error is not None:
        items.append(error)
        end = RAISED_INSIDE
    elif call.value is not None:
        items.append(StopIteration(call.value))
        end = RAISED_INSIDE
    return Drained(_SAMPLE, items, end)


_SAMPLE = (each for each in "")


class _Delegated:
    """An iterator that tells what it yields, and is otherwise the one below."""

    def __init__(self, values: Any, call: Call) -> None:
        self._values = values
        self._call = call

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        return self._noted(next(self._values))

    def send(self, value: Any) -> Any:
        return self._noted(self._values.send(value))

    def throw(self, *error: Any) -> Any:
        if not hasattr(self._values, "throw"):
            raise error[1] if len(error) > 1 and error[1] is not None else error[0]
        return self._noted(self._values.throw(*error))

    def close(self) -> None:
        if hasattr(self._values, "close"):
            self._values.close()

    def _noted(self, value: Any) -> Any:
        _append(self._call, value)
        return value
