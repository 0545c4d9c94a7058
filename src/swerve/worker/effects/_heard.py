"""What does Python itself tell of what a call does outside? Its audit events, for a few of them.

A hook cannot be taken away again, and all that it hears costs time: it looks up one name.
"""

from __future__ import annotations

import os as _os
import sys as _sys
from collections.abc import Callable
from typing import Any

from ..snapshot._parts import Unseen

_fspath, _fsdecode = _os.fspath, _os.fsdecode
_WRITES = _os.O_WRONLY | _os.O_RDWR | _os.O_CREAT | _os.O_TRUNC
_WRITING = frozenset("wax+")
#: Of one call.
_MOST = 1_000
#: Stands for those that are not kept: it is not known what they were.
MORE = Unseen("list", "there are too many")


class Heard:
    """What was heard since `forget`."""

    __slots__ = ("before_touch", "connected", "is_on", "missed", "opened", "processes", "touched")

    def __init__(self) -> None:
        #: Whether a call is under way.
        self.is_on = False
        #: Is told the path before it is touched.
        self.before_touch: Callable[[str], None] | None = None
        #: Is told of connections to SQLite databases that are in no file.
        self.connected: Callable[[Any], None] | None = None
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        #: Whether something in a file system was opened for writing, made, moved or removed.
        self.touched = False
        #: Whether any file was opened.
        self.opened = False
        #: Programs that were started: command, and the folder, the environment and the input where
        #: they are given some.
        self.processes: list[Any] = []
        #: How many there were beyond the most that are kept.
        self.missed = 0

    def note_input(self, command: Any, data: Any) -> None:
        """What a program that runs is given to read."""
        shown = _shown_command(command)
        for each in reversed(self.processes):
            if each["command"] == shown and "input" not in each:
                each["input"] = data
                break


HEARD = Heard()


def listen() -> None:
    """Hear from now on, once in a process."""
    if not _listening:
        _listening.append(True)
        _sys.addaudithook(_hear)


_listening: list[bool] = []


def _hear(event: str, args: tuple[Any, ...]) -> None:
    listener = _LISTENERS.get(event)
    if listener is not None and HEARD.is_on:
        try:
            listener(args)
        except Exception:  # noqa: S110 - a path that is none: the call itself will say so
            pass


def _opened(args: tuple[Any, ...]) -> None:
    path, mode, flags = args
    HEARD.opened = True
    if flags & _WRITES if mode is None else not _WRITING.isdisjoint(mode):
        _touch(path)


def _touched(args: tuple[Any, ...]) -> None:
    _touch(args[0])


def _moved(args: tuple[Any, ...]) -> None:
    _touch(args[0])
    _touch(args[1])


def _touch(path: Any) -> None:
    HEARD.touched = True
    if HEARD.before_touch is not None and type(path) is not int:
        HEARD.before_touch(_fsdecode(_fspath(path)))


def _connects(args: tuple[Any, ...]) -> None:
    _touch(args[0])
    _in_memory[:] = [args[0]] if _is_in_memory(args[0]) else []


def _is_in_memory(name: Any) -> bool:
    return type(name) is str and (name == ":memory:" or "mode=memory" in name)


#: What the connection that is being opened is to, if that is no file.
_in_memory: list[str] = []


def _connected(args: tuple[Any, ...]) -> None:
    """The connection itself: `connect` says only what it is to. Not before Python 3.10."""
    if _in_memory and HEARD.connected is not None:
        HEARD.connected(args[0])


def _started(args: tuple[Any, ...]) -> None:
    """`subprocess.Popen`: executable, args, cwd, env."""
    _start(args[1], args[2], args[3])


def _ran(args: tuple[Any, ...]) -> None:
    _start(args[0], None, None)


def _executed(args: tuple[Any, ...]) -> None:
    """`os.posix_spawn`: path, args, env. `subprocess` may have told of the same one."""
    command = _shown_command(args[1])
    if not HEARD.processes or HEARD.processes[-1]["command"] != command:
        _start(command, None, args[2])


def note_process(command: Any, folder: Any, environment: Any, data: Any) -> None:
    """A program that would be started, were there one."""
    _start(command, folder, environment if type(environment) is dict else None)
    if data:
        HEARD.note_input(command, data)


def _start(command: Any, folder: Any, environment: Any) -> None:
    HEARD.touched = HEARD.opened = True
    if len(HEARD.processes) >= _MOST:
        HEARD.missed += 1
        return
    told: dict[str, Any] = {"command": _shown_command(command)}
    HEARD.processes.append(told)
    if folder is not None:
        told["folder"] = _text(folder)
    if environment is not None:
        told["environment"] = {_text(name): _text(value) for name, value in environment.items()}


def _shown_command(command: Any) -> Any:
    return [*map(_text, command)] if type(command) in (list, tuple) else _text(command)


def _text(value: Any) -> Any:
    if type(value) is str:
        return value
    try:
        return _fsdecode(_fspath(value))
    except TypeError:
        return type(value).__name__


_LISTENERS: dict[str, Callable[[tuple[Any, ...]], None]] = {
    "open": _opened,
    **dict.fromkeys(
        (
            *("os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "os.mkfifo"),
            *("os.chown", "os.mknod"),
        ),
        _touched,
    ),
    **dict.fromkeys(("os.rename", "os.link", "os.symlink", "shutil.move"), _moved),
    "sqlite3.connect": _connects,
    "sqlite3.connect/handle": _connected,
    "subprocess.Popen": _started,
    **dict.fromkeys(("os.system", "pty.spawn"), _ran),
    "os.posix_spawn": _executed,
}
