"""Which of the watched lines ran in a call?

From Python 3.12 on the interpreter is asked, with `sys.monitoring`; before, watched files are
compiled with probes in them. Either way nothing is done for files that are not watched.
"""

from __future__ import annotations

import os as _os
from collections.abc import Mapping, Sequence
from importlib import machinery as _machinery
from typing import Any

from ._arrivals import disguised
from ._monitoring import Monitor
from ._probing import monitored, probed, with_parts
from ._seen import Seen

#: Index of the file in what `watch` was given, and number of the line.
Line = tuple[int, int]

_realpath = _os.path.realpath
_basename = _os.path.basename

_seen = Seen()
#: The lines that the probe with this number stands for.
_lines_of: list[tuple[Line, ...]] = [(), ()]
_monitor: Monitor | None = None
_watched: dict[str, tuple[int, frozenset[int]]] = {}
_names: set[str] = set()
#: What `lines_run` said for the same probes: calls tend to go the same ways.
_known: dict[tuple[int, ...], tuple[Line, ...]] = {}
_MOST_KNOWN = 1000
_can_run: dict[Line, None] = {}
_at_import: tuple[Line, ...] = ()
_calls_began = False
_unwatched: list[str] = []
_was_disturbed = False


def watch(files: Mapping[str, Sequence[int]]) -> None:
    """Watch lines of files, given by path, that will be imported from now on. Once in a process."""
    global _monitor
    for index, (path, lines) in enumerate(files.items()):
        _watched[_realpath(path)] = (index, frozenset(lines))
        _names.add(_basename(_realpath(path)))
    if _watched:
        _monitor = Monitor.installed(_seen)
        _listen()


def start_call() -> None:
    """Forget which lines ran."""
    global _calls_began, _at_import, _was_disturbed
    if not _calls_began:
        _at_import = lines_run()
        _calls_began = True
    _was_disturbed = False
    if _seen:
        _seen.start_anew()
    if _monitor is not None:
        _monitor.reset()


def lines_run() -> tuple[Line, ...]:
    """Watched lines that ran since `start_call`, or so far where that was never called."""
    global _was_disturbed
    if _monitor is not None and not _monitor.is_undisturbed():
        _was_disturbed = True
    if not _seen:
        return ()
    numbers = tuple(_seen)
    found = _known.get(numbers)
    if found is None:
        if len(_known) == _MOST_KNOWN:
            _known.clear()
        found = tuple({line: None for number in numbers for line in _lines_of[number]})
        _known[numbers] = found
    return found


def lines_run_at_import() -> tuple[Line, ...]:
    """Watched lines that ran before the first call."""
    return _at_import if _calls_began else lines_run()


def lines_that_can_run() -> tuple[Line, ...]:
    """Watched lines, of the files imported so far, that hold code: no comments or docstrings."""
    return tuple(_can_run)


def blindness() -> tuple[str, ...]:
    """Why lines may have run unseen since `start_call`, as far as `lines_run` noticed."""
    return (*_unwatched, *(["the code uses sys.monitoring itself"] if _was_disturbed else []))


def _listen() -> None:
    owner: Any = next(
        kind for kind in _machinery.SourceFileLoader.__mro__ if "get_code" in vars(kind)
    )
    original = owner.get_code

    def number(file: int, lines: Sequence[int]) -> int:
        found = tuple((file, line) for line in lines)
        _can_run.update(dict.fromkeys(found))
        _lines_of.append(found)
        return len(_lines_of) - 1

    def get_code(self: Any, fullname: str) -> Any:
        path = self.get_filename(fullname)
        file = _watched.get(_realpath(path)) if _basename(path) in _names else None
        if file is None:
            return original(self, fullname)
        index, lines = file
        try:
            source = self.get_data(path)
            if _monitor is None:
                return probed(self, path, source, lines, lambda own: number(index, own), _seen)
            code = with_parts(self, path, source, lines, lambda own: number(index, own), _seen)
            code = code or original(self, fullname)
            monitored(code, source, lines, lambda own: number(index, own), _monitor)
            return code
        except Exception as error:  # no Python, or the target patched what this needs
            _unwatched.append(f"{path} cannot be watched: {type(error).__name__}")
        return original(self, fullname)

    owner.get_code = disguised(get_code, original)
