"""How does Python tell that a function is called, at the least cost?"""

from __future__ import annotations

import inspect
import opcode
import sys
import threading
from types import CodeType, FrameType
from typing import Any, Protocol

from swerve.recording._recorder import Recorder

#: Numbers of tools that Python has given to no kind of tool.
_FREE_TOOLS = (3, 4)
_NAME = "swerve"
_RETURNS = opcode.opmap["RETURN_VALUE"]
#: An operation of Python 3.11 and newer; its argument is 0 where a function begins.
_RESUMES = opcode.opmap.get("RESUME", -1)
_PAUSES = inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR | inspect.CO_COROUTINE


class Hearing(Protocol):
    """Tells a recorder of calls."""

    def begins(self) -> None:
        """A test is about to run."""

    def ended(self) -> None:
        """It has run."""

    def close(self) -> None:
        """No more."""


class CannotHear(Exception):
    """Others listen already."""


def hearing_for(recorder: Recorder) -> Hearing:
    """What fits this Python. Raises `CannotHear`."""
    return Monitoring(recorder) if sys.version_info >= (3, 12) else Profiling(recorder)


class Monitoring:
    """By events that Python switches off one place at a time: other code costs nothing."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._sys: Any = getattr(sys, "monitoring")  # noqa: B009 - Python 3.12 and newer
        self._tool = self._free_tool()
        events, disable = self._sys.events, self._sys.DISABLE
        begin, end, is_of_project = recorder.begin, recorder.end, recorder.is_of_project
        getframe = sys._getframe

        def starts(code: CodeType, offset: int) -> object:
            return None if is_of_project(code) and begin(getframe(1)) else disable

        def returns(code: CodeType, offset: int, value: object) -> object:
            is_wanted = is_of_project(code) and end(getframe(1), returned=True)
            return None if is_wanted else disable

        def unwinds(code: CodeType, offset: int, error: BaseException) -> object:
            if is_of_project(code):
                end(getframe(1), returned=False)
            return None

        self._sys.register_callback(self._tool, events.PY_START, starts)
        self._sys.register_callback(self._tool, events.PY_RETURN, returns)
        self._sys.register_callback(self._tool, events.PY_UNWIND, unwinds)
        wanted = events.PY_START | events.PY_RETURN | events.PY_UNWIND
        self._sys.set_events(self._tool, wanted)

    def _free_tool(self) -> int:
        for tool in _FREE_TOOLS:
            if self._sys.get_tool(tool) is None:
                self._sys.use_tool_id(tool, _NAME)
                return tool
        raise CannotHear("sys.monitoring has no number left for one more tool")

    def begins(self) -> None:
        """Do nothing: switching events on and off costs more than hearing some in vain."""

    def ended(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Give the number back."""
        self._sys.set_events(self._tool, 0)
        self._sys.free_tool_id(self._tool)


class Profiling:
    """By `sys.setprofile`, which tells of every call there is, while a test runs."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        #: Files whose code is of no interest.
        self._outside: set[str] = set()

    def begins(self) -> None:
        """Listen, unless somebody else does."""
        if sys.getprofile() is None:
            threading.setprofile(self._hear)
            sys.setprofile(self._hear)

    def ended(self) -> None:
        """Let go; a test may have put something else in place."""
        if sys.getprofile() == self._hear:
            sys.setprofile(None)
        threading.setprofile(None)

    def close(self) -> None:
        """Do nothing: no test runs."""

    def _hear(self, frame: FrameType, event: str, value: object) -> None:
        if event == "call":
            code = frame.f_code
            if code.co_filename in self._outside:
                return
            if not self._recorder.is_of_project(code):
                self._outside.add(code.co_filename)
            elif not code.co_flags & _PAUSES or _is_at_start(frame):
                self._recorder.begin(frame)
        elif event == "return" and self._recorder.is_under_way(frame):
            self._end(frame)

    def _end(self, frame: FrameType) -> None:
        code = frame.f_code
        is_over = code.co_code[frame.f_lasti] == _RETURNS
        if is_over or not code.co_flags & _PAUSES:
            self._recorder.end(frame, returned=is_over)


def _is_at_start(frame: FrameType) -> bool:
    """Whether a function begins, and does not go on after a pause."""
    at, code = frame.f_lasti, frame.f_code.co_code
    return at < 0 or (code[at] == _RESUMES and code[at + 1] == 0)
