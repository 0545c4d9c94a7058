"""What does a call do to the world around it, by resource?

    files             what lies in the folders that can be written to: by path, the content
    modes             where they are not the usual ones
    databases         SQLite databases among them: rows by table
    environment, working_folder, umask, locale, time_zone
    processes         programs that were started, in order
    requests          what was asked of services: by method and address, in order
    order             the same by service, where it was asked more than once
    left_open         files that nobody has closed
    threads           what is still running
    log               warnings and worse, by logger, in order
    state             globals and attributes of classes of the project that are not as before
    interpreter       lists of Python that all code shares: `sys.path`, filters of warnings
    exit_handlers     what functions that wait for the end of the process are to be given

What did not happen is not there. A call begins with none of it, so two runs can be compared.
"""

from __future__ import annotations

from _thread import _count as count_threads
from collections.abc import Iterator
from os import listdir, readlink
from typing import Any

from ..core._surroundings import Surroundings
from ..core.scratch import Scratch
from ..snapshot._encoder import Encoder
from ..snapshot._parts import Unseen
from ..snapshot.snapshot import register
from ._databases import see_connections
from ._exits import Exits
from ._files import REMOVED, Contents, Thing, put_thing
from ._heard import HEARD, MORE, listen
from ._interpreter import Interpreter
from ._logs import Logs
from ._network import Network
from ._processes import Processes
from ._state import GONE, State, states_of
from ._threads import tell_briefly, threads_beyond, threads_now, threads_since

register(Thing, put_thing)


class Trace:
    """Sees what calls leave, one after the other. Made before the target is imported."""

    def __init__(self, order: dict[str, Any], scratch: Scratch) -> None:
        self._order = order
        self._scratch = scratch
        see_connections()
        self._logs = Logs()
        self._network = Network()
        self._exits = Exits()
        self._processes = Processes()
        tell_briefly()
        self._threads = 0
        self._running: frozenset[int] = frozenset()
        self._descriptors: frozenset[str] = frozenset()
        self._surroundings = Surroundings()
        self._interpreter = Interpreter()
        #: By module, and those of modules that the call names.
        self._states: dict[str, State] = {}
        self._named: dict[str, State] = {}
        #: Whether the surroundings, and the interpreter, were seen to be as before.
        self._is_same = self._is_same_inside = False
        #: Whether the call has found what hears of its effects, and switched it off.
        self._is_deaf = False
        #: Whether it had touched files by the time that they were looked at.
        self._has_touched = False
        #: Whether they were, and what there was by then of what can only become more.
        self._has_looked = False
        self._late = 0
        self._seen: tuple[object, ...] = ()

    def settle(self) -> None:
        """Take what the imports did as given."""
        listen()
        try:
            self._surroundings = Surroundings()
        except Exception:  # a folder that is gone, an environment that is none: as before
            self._surroundings.restore()
        self._interpreter = Interpreter()
        self._states = states_of(self._order["watch"], self._order["tree"])

    def start_batch(self) -> None:
        """Take the threads and the files that there are as given."""
        self._scratch.start_batch()
        self._surroundings.restore()  # whoever made this process may have been elsewhere
        self._threads, self._running = count_threads(), threads_now()
        # One of those that are listed is that of the listing itself, and free again.
        self._descriptors = frozenset(each for each in _descriptors() if _path_of(each))

    def threads_left(self) -> int:
        """How many threads more there are than at the start."""
        return count_threads() - self._threads and threads_beyond(self._threads)

    def begin(self) -> None:
        """A call begins."""
        HEARD.forget()
        self._logs.forget()
        self._network.forget()
        self._exits.forget()
        self._interpreter.begin()
        self._is_same = self._is_same_inside = False
        self._is_deaf = self._has_touched = self._has_looked = False
        self._named.clear()
        HEARD.is_on = True

    def name(self, module: str) -> None:
        """The call names something of a module."""
        if module in self._states:
            self._named[module] = self._states[module]

    def roots(self) -> Iterator[tuple[str, Any]]:
        """What the call has done so far."""
        state: dict[str, object] = {}
        self._is_deaf, HEARD.is_on = not HEARD.is_on, False
        is_touched = HEARD.touched or self._is_deaf or not self._scratch.is_untouched()
        if is_touched:
            yield from self._in_files()
        self._is_same = self._surroundings.is_as_before()
        around = [] if self._is_same else [*self._surroundings.changes(REMOVED)]
        yield from around
        if HEARD.processes:
            yield "processes", [*HEARD.processes, *[MORE] * bool(HEARD.missed)]
        if HEARD.opened:
            left_open = self._left_open()
            if left_open:
                yield "left_open", left_open
        if self.threads_left() and (left := threads_since(self._running)):
            yield "threads", left
        if self._network.requests:
            yield from self._asked()
        if self._logs.records:
            yield "log", self._logs.by_logger()
        for each in self._named.values():
            for name, value in each.changed():
                state[name] = REMOVED if value is GONE else value
        if state:
            yield "state", state
        self._is_same_inside = self._interpreter.is_as_before()
        if not self._is_same_inside:
            yield "interpreter", dict(self._interpreter.changes())
        if self._exits.waiting:
            yield "exit_handlers", self._exits.told()
        self._has_touched, HEARD.touched = is_touched, False
        self._late, self._seen = Encoder.late, self._so_far(around)
        HEARD.is_on = self._has_looked = True

    def _so_far(self, around: list[tuple[str, object]]) -> tuple[object, ...]:
        told = len(HEARD.processes), len(self._logs.records), len(self._network.requests)
        return told, around

    def has_more(self) -> bool:
        """Whether iterators inside values, which run after all else was seen, did anything too."""
        if not self._has_looked or Encoder.late == self._late:
            return False
        self._is_same = False
        around = [*self._surroundings.changes(REMOVED)]
        return HEARD.touched or self._so_far(around) != self._seen

    def end(self) -> bool:
        """Put all back as it was, and say whether that is so."""
        self._is_deaf |= not HEARD.is_on
        HEARD.is_on = False
        is_tidy = True
        is_touched = HEARD.touched or self._has_touched or self._is_deaf
        # Whoever has just looked there need not look again.
        if is_touched or not (self._has_looked or self._scratch.is_untouched()):
            is_tidy = self._scratch.tidy()
        if not self._is_same:
            self._surroundings.restore()
        if not (self._is_same_inside or self._interpreter.is_as_before()):
            self._interpreter.restore()
        return is_tidy

    def _in_files(self) -> Iterator[tuple[str, Any]]:
        contents = Contents(self._scratch.is_given)
        mask = self._surroundings.mask
        for folder, shown in self._scratch.shown():
            contents.add_folder(folder, shown, mask)
        for name in self._scratch.missing():
            contents.files.setdefault(name, REMOVED)  # or something else is there instead
        if self._is_deaf:
            contents.files[""] = Unseen("folder", "the call has hidden what it did")
        if contents.files:
            yield "files", contents.files
        if contents.databases:
            yield "databases", contents.databases
        if contents.modes:
            yield "modes", contents.modes

    def _left_open(self) -> dict[str, int]:
        """Files that the call has opened and that are open still, and how often."""
        found: dict[str, int] = {}
        for number in _descriptors():
            if number not in self._descriptors:
                shown = self._scratch.shown_path(_path_of(number))
                if shown:
                    found[shown] = found.get(shown, 0) + 1
        return found

    def _asked(self) -> Iterator[tuple[str, Any]]:
        by_label: dict[str, list[Any]] = {}
        by_service: dict[str, list[str]] = {}
        for service, label, parts in self._network.requests:
            by_label.setdefault(label, []).append(parts)
            by_service.setdefault(service, []).append(label)
        yield "requests", by_label
        order = {service: labels for service, labels in by_service.items() if len(labels) > 1}
        if order:
            yield "order", order


def _path_of(descriptor: str) -> str:
    try:
        return readlink(f"/proc/self/fd/{descriptor}")
    except OSError:
        return ""


def _descriptors() -> list[str]:
    try:
        return listdir("/proc/self/fd")
    except OSError:
        return []
