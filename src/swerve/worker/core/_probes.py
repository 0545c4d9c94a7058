"""Which of the watched lines ran in a call?

From Python 3.12 on the interpreter is asked, with `sys.monitoring`; before, watched files are
compiled with probes in them. Either way nothing is done for files that are not watched.
"""

from __future__ import annotations

import ast
import os as _os
from collections.abc import Callable, Mapping, Sequence
from importlib import machinery as _machinery
from types import CodeType
from typing import Any
from warnings import catch_warnings, simplefilter

from ._arrivals import disguised
from ._compiled_probes import noting, put_probes, with_probes
from ._monitoring import Monitor, PassedProbes, code_inside
from ._places import ProbeSite, places_in
from .conditions import is_part, note_conditions

#: Gives a probe for lines its number.
Number = Callable[[Sequence[int]], int]
#: Index of the file in what `watch` was given, and number of the line.
Line = tuple[int, int]

_realpath = _os.path.realpath
_basename = _os.path.basename

_seen = PassedProbes()
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


def probed(
    loader: Any, path: str, source: bytes, lines: frozenset[int], number: Number, seen: PassedProbes
) -> CodeType:
    """The code of a file, with probes in it."""
    tree = ast.parse(source, path)
    places = _watched_places(tree, source, _without_parts(lines))
    _watch_parts(tree, lines, number)
    put_probes(places, [number(place.lines) for place in places])
    return with_probes(loader.source_to_code(tree, path), seen)


def with_parts(
    loader: Any, path: str, source: bytes, lines: frozenset[int], number: Number, seen: PassedProbes
) -> CodeType | None:
    """The code of a file in which parts of expressions are watched; None where there are none."""
    if not any(map(is_part, lines)):
        return None
    tree = _parsed_silently(source)
    if not _watch_parts(tree, lines, number):
        return None
    return with_probes(loader.source_to_code(tree, path), seen)


def _watch_parts(tree: ast.Module, lines: frozenset[int], number: Number) -> bool:
    return note_conditions(tree, lines.__contains__, lambda part: noting(number((part,))))


def _without_parts(lines: frozenset[int]) -> frozenset[int]:
    return frozenset(line for line in lines if not is_part(line))


def _watched_places(tree: ast.Module, source: bytes, lines: frozenset[int]) -> list[ProbeSite]:
    """Places with watched lines, and only these lines in them."""
    found: list[ProbeSite] = []
    for place in places_in(tree, source, lines):
        own = [line for line in place.lines if line in lines]
        if own and found and found[-1].is_just_before(place):
            found[-1].lines.extend(own)
        elif own:
            found.append(place._replace(lines=own))
    return found


def monitored(
    code: CodeType, source: bytes, lines: frozenset[int], number: Number, monitor: Monitor
) -> None:
    """Have the monitor hear of lines of the code.

    The first line of a place, and lines without instructions, count with any line of the place: the
    first of `assert (` has instructions only for when it fails.
    """
    lines = _without_parts(lines)
    all_code = list(code_inside(code))
    with_instructions = {line for one in all_code for _, _, line in one.co_lines() if line}
    heard: dict[int, list[int]] = {}
    starts: dict[tuple[int, str], list[int]] = {}
    for place in places_in(_parsed_silently(source), source, lines):
        own = [line for line in place.lines if line in lines]
        if own and place.kind == "start":
            starts[place.function()] = own
            continue
        for line in own:
            for at in _events_for(line, place, with_instructions):
                heard.setdefault(at, []).append(line)
    numbers = {at: number(own) for at, own in heard.items()}
    start_numbers = {key: number(own) for key, own in starts.items()}
    for one in all_code:
        here = {at: numbers[at] for _, _, at in one.co_lines() if at in numbers}
        start = start_numbers.get((one.co_firstlineno, one.co_name), 0)
        if one is not code and not start:
            # Python 3.13.0 does not tell of a line that a function starts on.
            start = here.get(one.co_firstlineno, 0)
        if here or start:
            monitor.attach(one, here, start)


def _events_for(line: int, place: ProbeSite, with_instructions: set[int]) -> list[int]:
    if line in with_instructions and line != place.first:
        return [line]
    found = [other for other in place.lines if other in with_instructions]
    return found or [at for at in [place.first] if at in with_instructions]


def _parsed_silently(source: bytes) -> ast.Module:
    """Parse what was compiled before, and warned of then."""
    with catch_warnings():
        simplefilter("ignore")
        return ast.parse(source)


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
