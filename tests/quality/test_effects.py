"""Do the pairs of code with effects part in the effect that they name, and in nothing but effects?

Both versions of a pair really run, each call in a fork of this process with folders of its own.
"""

from __future__ import annotations

import ast
import atexit
import builtins
import functools
import gc
import importlib
import io
import logging
import os
import pickle
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import traceback
import types
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import IO, Any, NoReturn
from unittest import mock
from urllib.parse import urlsplit

import pytest
from tests.pairs import VersionPair, effect_pairs

_CLIENTS = ("requests", "httpx")
_SECONDS = 30
_VERSION = "version"
_LOCKS = (type(threading.Lock()), type(threading.RLock()))
_SQLITE = b"SQLite format 3\0"


@pytest.mark.parametrize("pair", effect_pairs(), ids=lambda pair: str(pair.name))
def test_an_effect_pair_is_what_it_says(pair: VersionPair, tmp_path: Path) -> None:
    for name in _CLIENTS:
        if f"import {name}\n" in pair.old:
            pytest.importorskip(name)
    assert pair.calls
    for call in pair.calls:
        old, new = (_seen(text, call, tmp_path / "room") for text in (pair.old, pair.new))
        assert old.told == new.told
        parting = _parting(old.effects, new.effects)
        if pair.is_changed:
            assert pair.effect in parting
        else:
            assert not parting


def test_there_are_enough_of_each() -> None:
    changed = sum(pair.is_changed for pair in effect_pairs())
    assert changed >= 60
    assert len(effect_pairs()) - changed >= 40


def test_an_effect_is_named_where_versions_part_in_one() -> None:
    assert all(bool(pair.effect) == pair.is_changed for pair in effect_pairs())
    assert not any("effect:" in pair.reason for pair in effect_pairs())


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a call told its caller, and its effects by the words that name them."""

    told: object
    effects: Mapping[str, object]


def _parting(old: Mapping[str, object], new: Mapping[str, object]) -> set[str]:
    """The effects in which two calls differ."""
    both = old.keys() & new.keys()
    parting = {name for name in both if old[name] != new[name]}
    # The mode of a file that only one has is no difference of its own.
    return parting | {name for name in old.keys() ^ new.keys() if not name.startswith("mode ")}


def _seen(text: str, call: str, room: Path) -> _Seen:
    """Run a call of a version of a module, with empty folders below `room`."""
    shutil.rmtree(room, ignore_errors=True)
    for name in ("work", "home", "tmp"):
        (room / name).mkdir(parents=True)
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as found:
        child = os.fork()
        if not child:
            _be_caller(text, call, room, said, found)
        _, status = os.waitpid(child, 0)
        said.seek(0)
        printed = said.read().decode()
        assert status == 0, printed
        found.seek(0)
        outcome, effects = pickle.load(found)  # noqa: S301 - written by the child
    return _Seen((outcome, printed), effects)


def _be_caller(text: str, call: str, room: Path, said: IO[bytes], found: IO[bytes]) -> NoReturn:
    status = 1
    gc.freeze()
    try:
        signal.alarm(_SECONDS)
        for number in (1, 2):
            os.dup2(said.fileno(), number)
        sys.stdout = sys.stderr = open(1, "w", buffering=1, closefd=False)  # noqa: SIM115
        warnings.simplefilter("ignore")
        _enter(room)
        pickle.dump(_called(text, call, room), found)
        found.flush()
        status = 0
    except BaseException:  # nothing of the tests goes on in the child
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)


def _enter(room: Path) -> None:
    """Make the surroundings of a call such as every call has them."""
    os.chdir(room / "work")
    os.umask(0o022)
    os.environ.clear()
    os.environ.update(PATH=os.defpath, HOME=str(room / "home"), TMPDIR=str(room / "tmp"))
    tempfile.tempdir = None


def _called(text: str, call: str, room: Path) -> tuple[object, dict[str, object]]:
    """The outcome of a call and all effects that stay or were seen."""
    with ExitStack() as stack:
        processes = _programs_heard(stack)
        exits = _exits_heard(stack)
        requests = _requests_answered(stack)
        records = _records_heard()
        module = types.ModuleType(_VERSION)
        sys.modules[_VERSION] = module
        exec(compile(text, "version.py", "exec"), vars(module))  # noqa: S102 - what this is for
        before = _state(module)
        outcome, held = _evaluated(call, vars(module))
        threads = threading.enumerate()[1:]
    gc.collect()
    effects: dict[str, object] = {
        "process": processes,
        "exit-handler": exits,
        "thread": sorted((_name_of(thread), thread.daemon) for thread in threads),
        "working-folder": os.getcwd(),
        "umask": _umask(),
        **{f"given {number}": _plain(value) for number, value in enumerate(held)},
        **{f"environment {name}": value for name, value in os.environ.items()},
        **{f"state {name}": value for name, value in _changes(before, _state(module))},
        **dict(_logged(records)),
        **dict(_requested(requests)),
        **dict(_open_in(room)),
        **dict(_files_in(room)),
    }
    return outcome, effects


def _evaluated(call: str, names: Mapping[str, Any]) -> tuple[object, list[object]]:
    """What a call returned or raised, and the objects that it was given or returned."""
    tree = ast.parse(call, mode="eval")
    expression = tree.body
    assert isinstance(expression, ast.Call)
    given: dict[str, object] = {}

    def kept(node: ast.expr) -> ast.expr:
        name = f"given_{len(given)}"
        given[name] = eval(ast.unparse(node), dict(names))  # noqa: S307 - what this is for
        return ast.Name(name, ast.Load())

    if isinstance(expression.func, ast.Attribute):
        expression.func.value = kept(expression.func.value)
    expression.args = [kept(node) for node in expression.args]
    for keyword in expression.keywords:
        keyword.value = kept(keyword.value)
    code = compile(ast.fix_missing_locations(tree), "call.py", "eval")
    try:
        value = eval(code, {**names, **given})  # noqa: S307 - likewise
    except Exception as error:
        return ("raised", type(error).__name__, str(error)), [*given.values()]
    return ("returned", _plain(value)), [*given.values(), value]


def _programs_heard(stack: ExitStack) -> list[object]:
    """A list of the programs that are started from now on, and of what they get to read."""
    heard: list[object] = []
    start: Callable[..., None] = subprocess.Popen.__init__
    talk: Callable[..., object] = subprocess.Popen.communicate

    def started(self: object, args: Any, *more: Any, **options: Any) -> None:
        words = args if isinstance(args, (str, bytes)) else [os.fspath(word) for word in args]
        env = options.get("env") or os.environ
        heard.append((words, os.path.abspath(options.get("cwd") or "."), sorted(env.items())))
        start(self, args, *more, **options)

    def communicated(self: object, input: Any = None, *more: Any, **options: Any) -> object:
        if input is not None:
            heard.append(("input", _bytes(input)))
        return talk(self, input, *more, **options)

    stack.enter_context(mock.patch.object(subprocess.Popen, "__init__", started))
    stack.enter_context(mock.patch.object(subprocess.Popen, "communicate", communicated))
    return heard


def _exits_heard(stack: ExitStack) -> list[str]:
    """A list of the functions that the version wants to run at the end, from now on."""
    heard: list[str] = []

    def registered(function: Any, *args: Any, **options: Any) -> Any:
        if sys._getframe(1).f_globals["__name__"] == _VERSION:  # not weakref's own
            heard.append(function.__qualname__)
        return function

    def unregistered(function: Any) -> None:
        heard[:] = [name for name in heard if name != function.__qualname__]

    stack.enter_context(mock.patch.object(atexit, "register", registered))
    stack.enter_context(mock.patch.object(atexit, "unregister", unregistered))
    return heard


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def place(self) -> str:
        """What the request is named by: the method, and the address without its query."""
        return f"{self.method} {urlsplit(self.url)._replace(query='', fragment='').geturl()}"


def _requests_answered(stack: ExitStack) -> list[_Request]:
    """A list of the requests that are made from now on; each is answered by 200 and {}."""
    heard: list[_Request] = []

    def sent_by_requests(self: object, request: Any, **options: Any) -> Any:
        body = _bytes(request.body or b"")
        heard.append(_Request(request.method, request.url, dict(request.headers), body))
        response = importlib.import_module("requests").Response()
        response.status_code = 200
        response.headers["Content-Type"] = "application/json"
        response._content = b"{}"
        response.url, response.request = request.url, request
        return response

    def sent_by_httpx(self: object, request: Any) -> Any:
        headers = dict(request.headers.items())
        heard.append(_Request(request.method, str(request.url), headers, request.read()))
        return importlib.import_module("httpx").Response(200, json={}, request=request)

    if "requests" in sys.modules:
        adapter = importlib.import_module("requests.adapters").HTTPAdapter
        stack.enter_context(mock.patch.object(adapter, "send", sent_by_requests))
    if "httpx" in sys.modules:
        transport = importlib.import_module("httpx").HTTPTransport
        stack.enter_context(mock.patch.object(transport, "handle_request", sent_by_httpx))
    return heard


def _requested(requests: list[_Request]) -> Iterator[tuple[str, object]]:
    yield "requests", [request.place for request in requests]
    for place in {request.place for request in requests}:
        alike = [request for request in requests if request.place == place]
        yield f"request {place}", len(alike)
        yield f"request {place} query", [urlsplit(request.url).query for request in alike]
        yield f"request {place} body", [request.body for request in alike]
        headers = [{name.title(): each for name, each in one.headers.items()} for one in alike]
        for name in {name for each in headers for name in each}:
            yield f"request {place} header {name}", [each.get(name) for each in headers]


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record)


def _records_heard() -> list[logging.LogRecord]:
    """A list of what is logged from now on, from WARNING on."""
    listener = _Listener()
    logging.root.handlers[:] = [listener]
    logging.root.setLevel(logging.WARNING)
    return listener.heard


def _logged(records: list[logging.LogRecord]) -> Iterator[tuple[str, object]]:
    for name in {record.name for record in records}:
        yield (
            f"log {name}",
            [
                (record.levelname, record.getMessage(), record.exc_info and record.exc_info[0])
                for record in records
                if record.name == name
            ],
        )
    for name, logger in [("root", logging.root), *logging.root.manager.loggerDict.items()]:
        if isinstance(logger, logging.Logger):
            about = logger.level, logger.propagate, logger.disabled, len(logger.handlers)
            if about != (logging.NOTSET, True, False, 0):
                yield f"logger {name}", about


def _open_in(room: Path) -> Iterator[tuple[str, object]]:
    """The files of a folder that are open in this process, and how often they are."""
    opened: list[tuple[int, int]] = []
    for number in range(3, 256):
        try:
            about = os.fstat(number)
        except OSError:
            continue
        opened.append((about.st_dev, about.st_ino))
    for file in room.rglob("*"):
        about = file.lstat()
        if count := opened.count((about.st_dev, about.st_ino)):
            yield f"open {_resource(file, room)}", count


def _files_in(room: Path) -> Iterator[tuple[str, object]]:
    """All that lies in a folder, and the rows of databases instead of what they are made of."""
    for file in room.rglob("*"):
        name = _resource(file, room)
        about = file.lstat()
        if stat.S_ISLNK(about.st_mode):
            yield f"file {name}", ("link", os.readlink(file))
            continue
        yield f"mode {name}", stat.S_IMODE(about.st_mode)
        if stat.S_ISDIR(about.st_mode):
            yield f"file {name}", "folder"
        elif file.read_bytes().startswith(_SQLITE):
            yield f"file {name}", "database"
            yield from _tables_of(file, name)
        elif not name.endswith(("-journal", "-wal", "-shm")):
            yield f"file {name}", file.read_bytes()


def _tables_of(file: Path, name: str) -> Iterator[tuple[str, object]]:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
        schema = database.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        yield f"database {name}", schema
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            rows = database.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608
            yield f"database {name} table {table}", rows


def _resource(file: Path, room: Path) -> str:
    """The name of a file as labels have it: out/x, ~/x, /tmp/x, or ./~/x if it has such a name."""
    folder, *parts = file.relative_to(room).parts
    if folder == "work":
        return "/".join(["."] * (parts[:1] == ["~"]) + parts)
    return "/".join([{"home": "~", "tmp": "/tmp"}[folder], *parts])  # noqa: S108


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _name_of(thread: threading.Thread) -> str:
    """The name of a thread if it was given one."""
    return "" if thread.name.startswith(("Thread-", "ThreadPoolExecutor-")) else thread.name


def _state(module: types.ModuleType) -> dict[str, object]:
    """The data of a module and of its classes."""
    state: dict[str, object] = {}
    for name, value in vars(module).items():
        if name.startswith("__") or isinstance(value, (types.ModuleType, types.FunctionType)):
            continue
        if not isinstance(value, type):
            state[name] = _plain(value)
        elif value.__module__ == _VERSION:
            for key, each in vars(value).items():
                if not key.startswith("__") and not hasattr(each, "__get__"):
                    state[f"{name}.{key}"] = _plain(each)
    return state


def _changes(before: Mapping[str, object], after: Mapping[str, object]) -> Iterator[Any]:
    for name in before.keys() | after.keys():
        if before.get(name) != after.get(name):
            yield name, after.get(name)


def _plain(value: object, depth: int = 9) -> object:
    """A value as nested tuples, with all of it that is of the module or of plain types."""
    kind = type(value).__name__
    if value is None or isinstance(value, (int, float, complex, str, bytes, bytearray, PurePath)):
        return kind, repr(value)
    if depth == 0:
        return kind
    if isinstance(value, dict):
        pairs = [(_plain(key, depth - 1), _plain(each, depth - 1)) for key, each in value.items()]
        return kind, tuple(pairs)
    if isinstance(value, (list, tuple, deque)):
        return kind, tuple(_plain(each, depth - 1) for each in value)
    if isinstance(value, (set, frozenset)):
        return kind, tuple(sorted(repr(_plain(each, depth - 1)) for each in value))
    if isinstance(value, _LOCKS):
        return kind, repr(value).startswith("<locked")
    if isinstance(value, io.IOBase):
        return kind, str(getattr(value, "name", "")), value.closed
    if isinstance(value, functools._lru_cache_wrapper):
        return kind, value.cache_info().currsize
    if isinstance(value, (type, types.FunctionType)):
        return kind, value.__qualname__
    if type(value).__module__ in (_VERSION, builtins.__name__) and hasattr(value, "__dict__"):
        return kind, _plain(vars(value), depth - 1)
    return kind


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else bytes(text)
