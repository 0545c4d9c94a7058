"""How are lines watched from Python 3.12 on? The interpreter calls back, for watched code only.

Lines that are not watched are switched off when they first run. A watched line is switched off when
it ran often in one call, and on again before the next: so a loop costs little, and so does a short
call. Switching on is for all lines of a code object, so "often" is the more the longer it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from types import CodeType
from typing import Any, NamedTuple

from .identity import identity

#: Not those that are meant for debuggers, coverage tools and profilers; Hypothesis takes 3.
_TOOL_IDS = (4, 3, 5, 2)
_NAME = "lines"
#: A line is switched off when it ran so often in a call, and once more for every other line.
_OFTEN = 16

_monitoring: Any = getattr(sys, "monitoring", None)


class Fuse(list):  # type: ignore[type-arg]
    """True until its probe was passed in this call: a list that is cleared then.

    It stands among the constants of code objects, so it must hash. Pickled, it is an empty list, so
    that code that travels to another process passes its probes without a word.
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return identity(self)

    def __reduce__(self) -> Any:
        return (list, ())


class PassedProbes(dict):  # type: ignore[type-arg]
    """Numbers of the probes that were passed, in the order of the first time.

    Reading `seen[7]` is passing the probe 7, and gives None. It stands among constants too.
    """

    __slots__ = ("fuses",)

    def __init__(self) -> None:
        super().__init__()
        #: By the number of the probe.
        self.fuses: dict[int, Fuse] = {}

    def __hash__(self) -> int:  # type: ignore[override]
        return identity(self)

    def __reduce__(self) -> Any:
        return (dict, ())

    def __missing__(self, number: int) -> None:
        self[number] = None  # first: a fuse that is blown and not noted would never be renewed
        fuse = self.fuses.get(number)
        if fuse is not None:
            fuse.clear()

    def fuse(self, number: int) -> Fuse:
        """The fuse of a probe."""
        found = self.fuses[number] = Fuse((None,))
        return found

    def start_anew(self) -> None:
        """Forget the probes that were passed."""
        fuses = self.fuses
        if fuses:
            for number in self:
                fuse = fuses.get(number)
                if fuse is not None and not fuse:
                    fuse.append(None)
        self.clear()


class Monitor:
    """Hears of lines and starts of functions, and notes the numbers that stand for them."""

    def __init__(self, tool: int, seen: PassedProbes) -> None:
        self._tool = tool
        self._seen = seen
        self._get_tool = _monitoring.get_tool
        self._use_tool_id = _monitoring.use_tool_id
        self._register = _monitoring.register_callback
        self._set_local_events = _monitoring.set_local_events
        self._line: int = _monitoring.events.LINE
        self._start: int = _monitoring.events.PY_START
        self._watched: dict[int, _Watched] = {}
        self._switched_off: dict[int, CodeType] = {}
        self._on_line, self._on_start = self._callbacks(_monitoring.DISABLE)
        self._register(tool, self._line, self._on_line)
        self._register(tool, self._start, self._on_start)

    @classmethod
    def installed(cls, seen: PassedProbes) -> Monitor | None:
        """A monitor, or None where the interpreter has none to give."""
        for tool in _TOOL_IDS if _monitoring is not None else ():
            if _monitoring.get_tool(tool) is None:
                _monitoring.use_tool_id(tool, _NAME)
                return cls(tool, seen)
        return None

    def attach(self, code: CodeType, lines: Mapping[int, int], start: int) -> None:
        """Watch lines of a code object, and its start unless that has the number 0."""
        others = len({line for _, _, line in code.co_lines()}) - len(lines)
        self._watched[identity(code)] = _Watched(lines, start, code, _OFTEN + others)
        self._switch_on(code)

    def reset(self) -> None:
        """Switch on what was switched off."""
        while self._switched_off:
            _, code = self._switched_off.popitem()
            self._set_local_events(self._tool, code, 0)
            self._switch_on(code)

    def is_undisturbed(self) -> bool:
        """Whether it heard of everything; if not, it will again where that is possible."""
        name = self._get_tool(self._tool)
        if (
            name == _NAME
            and self._register(self._tool, self._line, self._on_line) is self._on_line
            and self._register(self._tool, self._start, self._on_start) is self._on_start
        ):
            return True
        if name is None:
            self._use_tool_id(self._tool, _NAME)
            self._register(self._tool, self._line, self._on_line)
            self._register(self._tool, self._start, self._on_start)
        if name in (None, _NAME):
            self._switched_off.update((key, one.code) for key, one in self._watched.items())
        else:  # somebody else has it now
            self._switched_off.clear()
        return False

    def _switch_on(self, code: CodeType) -> None:
        watched = self._watched[identity(code)]
        events = (self._line if watched.lines else 0) | (self._start if watched.start else 0)
        self._set_local_events(self._tool, code, events)

    def _callbacks(self, switch_off: object) -> tuple[Any, Any]:
        seen, watched, switched_off = self._seen, self._watched, self._switched_off

        def on_line(code: CodeType, line: int) -> object:
            found = watched.get(identity(code))
            number = found[0].get(line) if found is not None else None
            if found is None or number is None:
                return switch_off
            times = seen.get(number, 0) + 1
            seen[number] = times
            if times < found[3]:
                return None
            switched_off[identity(code)] = code
            return switch_off

        def on_start(code: CodeType, offset: int) -> object:
            found = watched.get(identity(code))
            if found is None or not found[1]:
                return switch_off
            times = seen.get(found[1], 0) + 1
            seen[found[1]] = times
            if times < found[3]:
                return None
            switched_off[identity(code)] = code
            return switch_off

        return on_line, on_start


class _Watched(NamedTuple):
    #: Numbers that stand for lines, and the one for the start or 0.
    lines: Mapping[int, int]
    start: int
    #: Kept, so that no other object gets its id.
    code: CodeType
    #: What is passed so often in a call is switched off.
    often: int


def code_inside(code: CodeType) -> Iterable[CodeType]:
    """A code object and all that stand among its constants."""
    yield code
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield from code_inside(constant)
