"""What has a call done to the world, in a process where other calls are under way and came before?

Nothing is empty here when a call begins, so what it touches is looked at before it does. Effects
are those of `trace`; services are not stood in for, as tests do that themselves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from os.path import abspath, islink
from types import CodeType
from typing import Any, NamedTuple

from ..core._surroundings import Surroundings
from ._databases import contents_now
from ._files import FOLDER, MOST_ENTRIES, REMOVED, Contents
from ._heard import HEARD, MORE, listen
from ._interpreter import Interpreter
from ._logs import Logs
from ._state import GONE, Place, State, places_of_code

#: Touched by Python and by test runners, not by the code under test.
_ASIDE = ("__pycache__/", ".pytest_cache/", ".coverage")
_MASK = 0o077
_MOST_CONNECTIONS = 10


class Content(NamedTuple):
    """What is at a path."""

    there: object
    #: Where it is not the usual one.
    mode: str | None


class World:
    """Hears of effects from now on."""

    def __init__(self, folder: str, scratch: str) -> None:
        """`folder` is the copy of the tree that the tests run in, inside of the scratch folder."""
        #: Real paths, and how what is below them is written.
        self._shown = ((f"{folder}/", ""), (f"{scratch}/home/", "~/"), (f"{scratch}/tmp/", "/tmp/"))  # noqa: S108
        self._folder = folder
        self.logs = Logs()
        #: Every touched path, with what was there before.
        self.touched: list[tuple[str, Content]] = []
        #: How many there were beyond the most that are kept.
        self.missed = 0
        self._is_looking = False
        self._places: dict[CodeType, list[Place]] = {}
        #: Connections to databases in memory, those that were made last. Files may be waited for
        #: to be closed.
        self.connections: deque[Any] = deque(maxlen=_MOST_CONNECTIONS)
        HEARD.before_touch = self._before_touch
        HEARD.connected = self.connections.append
        HEARD.is_on = True
        listen()

    def shown(self, path: str) -> str:
        """How a path is written; empty where it is of no interest."""
        for folder, shown in self._shown:
            if path.startswith(folder):
                inside = path[len(folder) :]
                return "" if any(each in inside for each in _ASIDE) else shown + inside
        return ""

    def content(self, path: str) -> Content:
        """What is at a path, and with which mode where that is unusual."""
        contents = Contents(lambda shown: False)
        if contents.add(path, "", _MASK) and not islink(path):
            return Content(FOLDER, contents.modes.get(""))
        there = contents.files.get("", contents.databases.get("", REMOVED))
        return Content(there, contents.modes.get(""))

    def places_of(self, frame: Any) -> list[Place]:
        """Where the code of a frame keeps state of the project."""
        code = frame.f_code
        found = self._places.get(code)
        if found is None:
            found = self._places[code] = places_of_code(frame.f_globals, code, self._folder)
        return found

    def _before_touch(self, path: str) -> None:
        whole = abspath(path)
        if self._is_looking or not self.shown(whole):
            return
        if len(self.touched) >= MOST_ENTRIES:
            self.missed += 1
            return
        self._is_looking = True  # which touches a file that cannot be read
        try:
            self.touched.append((whole, self.content(whole)))
        finally:
            self._is_looking = False


class Since:
    """One call, from its beginning on."""

    __slots__ = (
        "_databases",
        "_interpreter",
        "_logged",
        "_missed",
        "_started",
        "_state",
        "_surroundings",
        "_touched",
        "_world",
    )

    def __init__(self, world: World, frame: Any) -> None:
        self._world = world
        self._touched, self._logged = len(world.touched), len(world.logs.records)
        self._started = len(HEARD.processes)
        self._missed = world.missed, HEARD.missed, world.logs.missed
        self._surroundings = Surroundings()
        self._interpreter = Interpreter()
        self._state = State(world.places_of(frame))
        self._databases = [(each, _reading(each)) for each in world.connections]

    def roots(self) -> Iterator[tuple[str, Any]]:
        """What is not as it was when the call began."""
        yield from self._in_files()
        yield from self._surroundings.changes(REMOVED)
        _, started, logged = self._missed
        processes = [*HEARD.processes[self._started :], *[MORE] * (HEARD.missed > started)]
        if processes:
            yield "processes", processes
        databases = {
            f":memory:{number or ''}": contents_now(each)
            for number, (each, was) in enumerate(self._databases)
            if _reading(each) != was
        }
        if databases:
            yield "databases", databases
        interpreter = dict(self._interpreter.changes())
        if interpreter:
            yield "interpreter", interpreter
        log = self._world.logs.by_logger(self._logged, logged)
        if log:
            yield "log", log
        state = {name: REMOVED if it is GONE else it for name, it in self._state.changed()}
        if state:
            yield "state", state

    def _in_files(self) -> Iterator[tuple[str, Any]]:
        before: dict[str, Content] = {}
        for path, there in self._world.touched[self._touched :]:
            before.setdefault(path, there)
        files: dict[str, object] = {"": MORE} if self._world.missed > self._missed[0] else {}
        modes = {}
        for path, was in before.items():
            now = self._world.content(path)
            shown = self._world.shown(path)
            if not _is_same(was.there, now.there):
                files[shown] = now.there
            if was.mode != now.mode and now.there is not REMOVED:
                modes[shown] = now.mode
        if files:
            yield "files", files
        if modes:
            yield "modes", modes


def _reading(connection: Any) -> tuple[int, bool] | None:
    """Is another one once something was written there, or taken back."""
    try:
        return connection.total_changes, connection.in_transaction
    except Exception:  # it is closed, or another thread's
        return None


def _is_same(was: object, now: object) -> bool:
    if type(was) is str or type(was) is bytes:
        return was == now
    return was is now
