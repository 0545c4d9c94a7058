"""Which calls of a project's functions are worth keeping, and what do they cost?"""

from __future__ import annotations

import inspect
import os
import time
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType

from swerve.worker.suite.observed_arguments import Arguments, Watched

from ._functions import Functions, ProjectFunction, function_of
from ._kept import MOST_CALLS, KeptCall, Version

#: Calls of one function that are looked at, in one test and in all.
_LOOKS_IN_TEST, _LOOKS = 5, 80
#: Of one whose calls so far could not be made again elsewhere.
_LOOKS_IN_VAIN = 10
#: Calls of one function that are heard at all: beyond, it costs nothing any more.
_MOST_HEARD = 2_000
#: Seconds that looking at one function may take, and at all of them: so many and this part of the
#: time that all else took. The first call of a function is looked at however late it is. Counted is
#: what the processor spends: a busy machine is no reason to see less.
_SECONDS = 0.5
_SECONDS_IN_ALL, _SHARE = 0.5, 0.15
#: Bytes of one call, and of all that are kept in this process.
_MOST_CALL_BYTES, _MOST_BYTES = 32 << 10, 32 << 20
_GENERATOR = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR


class Heard:
    """A function of the project, and what is known about its calls so far."""

    __slots__ = (
        *("calls", "code", "is_generator", "kept", "looks", "looks_in_test", "missed", "place"),
        *("seconds", "test", "watched"),
    )

    def __init__(self, code: CodeType, place: ProjectFunction, watched: Watched) -> None:
        #: Kept, so that its id is its own.
        self.code = code
        self.place = place
        self.watched = watched
        self.is_generator = bool(code.co_flags & _GENERATOR)
        self.kept: dict[str, KeptCall] = {}
        self.calls = self.looks = self.looks_in_test = self.missed = self.test = 0
        self.seconds = 0.0

    @property
    def is_spent(self) -> bool:
        """Whether no further call of it is looked at."""
        return (
            self.looks >= (_LOOKS if self.kept else _LOOKS_IN_VAIN)
            or self.calls >= _MOST_HEARD
            or self.seconds > _SECONDS
            or len(self.kept) >= MOST_CALLS
        )


class Recorder:
    """Hears of calls while tests run, and keeps some of them as data."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self._functions = Functions(top)
        #: By the id of the code; None for code of the project that is no function with a name.
        self._heard: dict[int, Heard | None] = {}
        self._codes: list[CodeType] = []
        self._process = os.getpid()
        self._started = time.process_time()
        self._test, self._number = "", 0
        #: Calls under way, by the id of their frame; and those of this test that have ended.
        self._open: dict[int, tuple[Heard, str]] = {}
        self._ended: list[tuple[Heard, KeptCall]] = []
        self._room = _MOST_BYTES
        self._is_looking = False
        #: Spent on looking.
        self.seconds = 0.0

    # --- tests ----------------------------------------------------------------------------------

    def begins(self, test: str) -> None:
        """A test begins."""
        self._test = test
        self._number += 1
        self._open.clear()
        self._ended.clear()

    def ended(self, *, failed: bool) -> None:
        """It has ended; what a test did that failed is no example."""
        self._test = ""
        for heard, call in () if failed else self._ended:
            if len(heard.kept) < MOST_CALLS and heard.kept.setdefault(call.recipe, call) is call:
                self._room -= len(call.recipe)
        self._open.clear()
        self._ended.clear()

    # --- calls ----------------------------------------------------------------------------------

    def is_of_project(self, code: CodeType) -> bool:
        """Whether code is in a file of the project's own."""
        return self._functions.has_file(code.co_filename)

    def is_own(self, file: str) -> bool:
        """Whether a file, relative to the top, is one of the project's own."""
        return self._functions.is_own(file)

    def begin(self, frame: FrameType) -> bool:
        """A call begins; whether any further call of this function may be of interest."""
        code = frame.f_code
        try:
            heard = self._heard[id(code)]
        except KeyError:
            heard = self._meet(frame)
        if heard is None or heard.is_spent:
            return False
        if not self._test:
            return True
        heard.calls += 1
        if heard.test != self._number:
            heard.test, heard.looks_in_test = self._number, 0
        if heard.looks_in_test < _LOOKS_IN_TEST and not self._is_looking:
            self._is_looking = True
            try:
                self._look(frame, heard)
            finally:
                self._is_looking = False
        return True

    def end(self, frame: FrameType, *, returned: bool) -> bool:
        """A call ends; whether any further call of this function may be of interest."""
        found = self._open.pop(id(frame), None)
        if found is not None and found[0].code is frame.f_code:
            self._note(*found, returned=returned)
        heard = self._heard.get(id(frame.f_code))
        return heard is not None and not heard.is_spent

    def _meet(self, frame: FrameType) -> Heard | None:
        """A function is called for the first time."""
        code = frame.f_code
        place = self._functions.place_of(code)
        module = frame.f_globals.get("__name__")
        heard = None
        if place is not None and isinstance(module, str) and module != "__main__":
            watched = Watched(0, {"module": module, "name": place.function})
            watched.binding = place.binding
            watched.function = function_of(code, frame.f_globals, place.function)
            heard = Heard(code, place, watched)
        if self.is_of_project(code):
            self._heard[id(code)] = heard
            self._codes.append(code)
        return heard

    def _look(self, frame: FrameType, heard: Heard) -> None:
        """Write down what a call is given, before it does anything to it."""
        started = time.thread_time()
        others = time.process_time() - self._started - self.seconds
        may_take = _SECONDS_IN_ALL + _SHARE * others
        if self._room <= 0 or (heard.looks and self.seconds > may_take):
            return
        heard.looks += 1
        heard.looks_in_test += 1
        recipe = None
        with suppress(Exception):  # too deep, or code of the project that was asked
            recipe = heard.watched.recipe_of(Arguments(frame, heard.watched))
        spent = time.thread_time() - started
        heard.seconds += spent
        self.seconds += spent
        if recipe is None or len(recipe) > _MOST_CALL_BYTES:
            heard.missed += 1
        elif recipe in heard.kept:
            return
        elif heard.is_generator:  # what it does when it is asked is a part of what it returns
            self._note(heard, recipe, returned=True)
        else:
            self._open[id(frame)] = heard, recipe

    def _note(self, heard: Heard, recipe: str, *, returned: bool) -> None:
        if self._test:
            self._ended.append((heard, KeptCall(self._test, recipe, returned)))

    # --- what came of it ------------------------------------------------------------------------

    def versions(self) -> list[Version]:
        """All that was recorded; nothing in a process that a test has forked."""
        if os.getpid() != self._process:
            return []
        found = []
        for heard in filter(None, self._heard.values()):
            if heard.kept or heard.missed:
                place = heard.place
                where = place.file, place.function, place.source, place.module
                found.append(Version(*where, tuple(heard.kept.values()), heard.missed))
        return found
