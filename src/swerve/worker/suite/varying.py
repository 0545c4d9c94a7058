"""What else could go into a call that a test makes, and what does the call do then?

A call is varied where it happens, in a process that is forked for it: one value that goes in is
another one there, the call runs to its end, and the process tells what came of it and is gone. The
test goes on as if nothing had been. Which values are tried follows from those that are there and
from what the code reads and names, so that it is the same on both sides.
"""

from __future__ import annotations

import enum
import io
import json
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest
from typing import Any, NamedTuple

#: Edits of one call, and processes for one function in all tests.
_MOST_EDITS, _MOST_FORKS = 16, 64
#: Calls of one function in a test that are varied.
MOST_CALLS = 3
#: Seconds for one process, for all of them together, and at least for those of one function.
_RUN_S, _ALL_S, _LEAST_S = 0.5, 2.0, 0.5
_LONGEST_WORDS = 40
_MOST_BYTES = 1 << 20
#: Things that leave traces behind when they are done: what is varied must not do them.
_TRACES = frozenset(
    (
        *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
        *("os.chmod", "os.chown", "os.utime", "os.kill", "os.killpg", "os.system", "os.exec"),
        *("os.posix_spawn", "os.fork", "os.forkpty", "subprocess.Popen", "shutil.rmtree"),
        *("shutil.move", "socket.connect", "socket.sendto", "socket.sendmsg", "sqlite3.connect"),
        *("signal.pthread_kill", "pty.spawn"),
    )
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Edit(NamedTuple):
    """One value that goes into a call, and what it is instead."""

    #: A parameter, and how to get from it to the value: ".name" or a key in a list of one.
    path: tuple[Any, ...]
    value: Any
    words: str


def edits_for(values: dict[str, Any], focus: list[list[Any]], constants: list[Any]) -> list[Edit]:
    """Edits of what goes into a call, the most telling ones first.

    `focus` are paths that the changed code reads, best first; `constants` are what it names.
    """
    paths = [tuple(_step(each) for each in path) for path in focus if path and path[0] in values]
    paths += [(name,) for name in values]
    found = []
    for path in dict.fromkeys(paths):
        has, value = _at(values, path)
        if has or (isinstance(path[-1], list) and _is_dict(values, path)):
            others = others_than(value, constants) if has else _for_a_key(constants)
            was = value if has else _NOTHING
            found.append([Edit(path, each, _words(path, was, each)) for each in others])
    turns = chain.from_iterable(zip_longest(*found))
    return [each for each in turns if each is not None][:_MOST_EDITS]


class _Key(list):  # type: ignore[type-arg]
    """A key on a path: as a list it is told from an attribute, and it can be hashed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self[0])


def _step(part: Any) -> Any:
    return _Key(part) if isinstance(part, list) else part


_NOTHING = object()


def _at(values: dict[str, Any], path: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether there is something at a path, and what; no code of a class is run for that."""
    value = values[path[0]]
    for step in path[1:]:
        if isinstance(step, list):
            if type(value) is not dict or step[0] not in value:
                return False, None
            value = value[step[0]]
        else:
            fields = _fields(value)
            if fields is None or step not in fields:
                return False, None
            value = fields[step]
    return True, value


def _fields(value: Any) -> dict[str, Any] | None:
    """The attributes that an object holds itself."""
    try:
        found = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return found if type(found) is dict else None


def _is_dict(values: dict[str, Any], path: tuple[Any, ...]) -> bool:
    has, value = _at(values, path[:-1])
    return has and type(value) is dict


def apply(edit: Edit, values: dict[str, Any]) -> None:
    """Make an edit, in the live objects or in what parameters are."""
    *way, last = edit.path
    if not way:
        values[last] = edit.value
        return
    _, owner = _at(values, tuple(way))
    if isinstance(last, list):
        owner[last[0]] = edit.value
    else:
        _fields(owner)[last] = edit.value  # type: ignore[index]


def _words(path: tuple[Any, ...], old: Any, new: Any) -> str:
    name = str(path[0])
    for step in path[1:]:
        name += f"[{step[0]!r}]" if isinstance(step, list) else f".{step}"
    before = "" if old is _NOTHING else f" instead of {_shown(old)}"
    return f"`{name}` {_shown(new)}{before}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_WORDS else f"{text[: _LONGEST_WORDS - 3]}..."


# --- values ---------------------------------------------------------------------------------------


def others_than(value: Any, constants: list[Any]) -> list[Any]:
    """Values of the same kind that could stand there as well, nearest and smallest first."""
    make = _MAKERS.get(type(value))
    found = list(make(value, constants)) if make is not None else []
    if isinstance(value, enum.Enum):
        found = [each for each in type(value) if each is not value]
    if value is not None and make is not None and None in constants:
        found.insert(min(2, len(found)), None)
    return _distinct(each for each in found if not _is_equal(each, value))


def _for_a_key(constants: list[Any]) -> list[Any]:
    """What could stand under a key that is not there."""
    return _distinct([0, *(each for each in constants if each is not None), 1, "", None])[:6]


def _distinct(values: Any) -> list[Any]:
    found: list[Any] = []
    for value in values:
        if not any(_is_equal(value, each) for each in found):
            found.append(value)
    return found


def _is_equal(one: Any, other: Any) -> bool:
    return type(one) is type(other) and (one == other or one is other)


def _of(constants: list[Any], *types: type) -> list[Any]:
    return [each for each in constants if type(each) in types]


def _bools(value: bool, constants: list[Any]) -> Iterator[Any]:
    yield not value


def _integers(value: int, constants: list[Any]) -> Iterator[Any]:
    named = _of(constants, int)
    yield from (*named, 0, value + 1, value - 1, -value, 1)
    yield from (each + step for each in named for step in (1, -1))


def _floats(value: float, constants: list[Any]) -> Iterator[Any]:
    yield from (*map(float, _of(constants, int, float)), 0.0, -value, value + 0.5, value * 2)


def _texts(value: str, constants: list[Any]) -> Iterator[Any]:
    named = _of(constants, str)
    yield from ("", *named, value[:-1], value[1:], value + value[-1:], value.swapcase())
    yield from (f" {value}", f"{value}\n", *(value + each for each in named))


def _bytes(value: bytes, constants: list[Any]) -> Iterator[Any]:
    yield from (b"", *_of(constants, bytes), value[:-1], value[1:], value + value[-1:])


def _sequences(value: Any, constants: list[Any]) -> Iterator[Any]:
    yield from (value[:0], value[:-1], value[1:], value + value[-1:], value[::-1])
    for at, item in enumerate(value[:2]):
        for other in others_than(item, constants)[:3]:
            yield value[:at] + type(value)([other]) + value[at + 1 :]


def _dicts(value: dict[Any, Any], constants: list[Any]) -> Iterator[Any]:
    yield {}
    for key in list(value)[:3]:
        yield {each: value[each] for each in value if each is not key}
        for other in others_than(value[key], constants)[:3]:
            yield {**value, key: other}
    for key in _of(constants, str)[:3]:
        if key not in value:
            yield {**value, key: next(iter(value.values()), 0)}


def _sets(value: Any, constants: list[Any]) -> Iterator[Any]:
    kind = type(value)
    yield kind()
    for item in sorted(value, key=repr)[:2]:
        yield kind(each for each in value if each is not item)


_MAKERS: dict[type, Callable[..., Iterator[Any]]] = {
    bool: _bools,
    int: _integers,
    float: _floats,
    str: _texts,
    bytes: _bytes,
    list: _sequences,
    tuple: _sequences,
    dict: _dicts,
    set: _sets,
    frozenset: _sets,
}


# --- processes ------------------------------------------------------------------------------------


class Forks:
    """Runs calls on in processes of their own, as long as there is time for it."""

    def __init__(self, functions: int) -> None:
        """So many functions share the time."""
        self._left: dict[int, int] = {}
        self._share_s = max(_LEAST_S, _ALL_S / max(functions, 1))
        self._seconds: dict[int, float] = {}
        #: In such a process: where it tells what came of its call.
        self.report: int | None = None

    def may_run(self, number: int) -> bool:
        """Whether one more process is worth it, and a fork is safe."""
        return (
            self._seconds.setdefault(number, self._share_s) > 0
            and self._left.setdefault(number, _MOST_FORKS) > 0
            and threading.active_count() == 1
        )

    def run(self, number: int) -> list[Any] | None:
        """Fork, and wait for what the process tells; returns at once in the process itself.

        There `report` is set.
        """
        self._left[number] -= 1
        began = time.monotonic()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            self.report = writing
            _leave_no_traces()
            return None
        os.close(writing)
        try:
            return _told(reading, began + _RUN_S)
        finally:
            os.close(reading)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            self._seconds[number] -= time.monotonic() - began

    def tell(self, *said: Any) -> None:
        """Tell what came of the call, and end this process."""
        if self.report is not None:
            data = json.dumps(said).encode()
            if len(data) <= _MOST_BYTES:
                while data:
                    data = data[os.write(self.report, data) :]
        self.leave()

    def leave(self) -> None:
        """End this process without a word."""
        os._exit(0)


def _told(reading: int, until: float) -> list[Any] | None:
    data = b""
    while len(data) <= _MOST_BYTES:
        left = until - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            return None
        some = os.read(reading, 1 << 16)
        if not some:
            break
        data += some
    try:
        found = json.loads(data)
    except ValueError:
        return None
    return found if isinstance(found, list) else None


def _leave_no_traces() -> None:
    """In a process that is to be forgotten: nothing is printed, and what would stay ends it."""
    sys.stdout = sys.stderr = io.StringIO()
    sys.addaudithook(_end_before)


def _end_before(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _TRACES or (event == "open" and _is_writing(*arguments)):
        os._exit(0)


def _is_writing(path: Any = None, mode: Any = None, flags: Any = 0, *_: Any) -> bool:
    if isinstance(mode, str):
        return any(each in mode for each in "wax+")
    return isinstance(flags, int) and bool(flags & _WRITING)
