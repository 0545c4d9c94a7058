"""How does Python tell that a function is called, at the least cost?"""

from __future__ import annotations

import sys
from types import CodeType
from typing import Any, Protocol

from ._recorder import Recorder

#: Numbers of tools that Python has given to no kind of tool.
_FREE_TOOLS = (3, 4)
_NAME = "swerve"


class Hearing(Protocol):
    """Tells a recorder of calls."""

    def close(self) -> None:
        """No more."""


class CannotHear(Exception):
    """Others listen already."""


def hearing_for(recorder: Recorder) -> Hearing:
    """Begin, as it fits this Python. Raises `CannotHear`."""
    if sys.version_info >= (3, 12):
        return Monitoring(recorder)
    from ._rewriting import Rewriting

    return Rewriting(recorder)


class Monitoring:
    """By events that Python switches off one place at a time: other code costs nothing."""

    def __init__(self, recorder: Recorder) -> None:
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

    def close(self) -> None:
        """Give the number back."""
        self._sys.set_events(self._tool, 0)
        self._sys.free_tool_id(self._tool)
