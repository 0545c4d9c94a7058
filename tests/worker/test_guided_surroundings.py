"""Is what touches the world recognised, and is the rest left to run?"""

from __future__ import annotations

import concurrent.futures
import concurrent.futures.thread
import copy
import functools
import gzip
import importlib
import io
import json
import math
import multiprocessing
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import threading
import urllib.parse
import urllib.request
import webbrowser
import xml.etree.ElementTree
import zipfile
from typing import Any

import pytest
from tests.worker.pythons import pythons, run_in

from swerve.worker.guided._surroundings import (
    COMPAT,
    COMPAT_MODULES,
    CONVERSIONS,
    Surroundings,
    compatible,
    converted,
)
from swerve.worker.guided._surroundings_table import RESULTS, TOUCHES


class _Worker(threading.Thread):
    def run(self) -> None:
        """Nothing."""


class _Notes(type(pathlib.Path())):  # type: ignore[misc]
    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        return "a text of its own"


@pytest.fixture(scope="module")
def surroundings() -> Surroundings:
    return Surroundings()


@pytest.mark.parametrize(
    ("function", "path", "has_effect", "result"),
    [
        (open, "builtins.open", True, "resource"),
        (io.open, "builtins.open", True, "resource"),
        (input, "builtins.input", True, "str"),
        (os.path.exists, "os.path.exists", False, "bool"),
        (os.path.getsize, "os.path.getsize", False, "int"),
        (os.listdir, "os.listdir", False, "list of str"),
        (os.walk, "os.walk", False, "list of paths"),
        (os.getcwd, "os.getcwd", False, "str"),
        (os.remove, "os.remove", True, "none"),
        (os.makedirs, "os.makedirs", True, "none"),
        (os.system, "os.system", True, "int"),
        (shutil.rmtree, "shutil.rmtree", True, "none"),
        (shutil.which, "shutil.which", False, "str"),
        (subprocess.run, "subprocess.run", True, "object"),
        (subprocess.Popen, "subprocess.Popen", True, "resource"),
        (subprocess.check_output, "subprocess.check_output", True, "bytes"),
        (tempfile.mkdtemp, "tempfile.mkdtemp", True, "str"),
        (tempfile.NamedTemporaryFile, "tempfile.NamedTemporaryFile", True, "resource"),
        (socket.socket, "socket.socket", True, "resource"),
        (socket.gethostname, "socket.gethostname", False, "str"),
        (sqlite3.connect, "sqlite3.connect", True, "resource"),
        (urllib.request.urlopen, "urllib.request.urlopen", True, "resource"),
        (webbrowser.open, "webbrowser.open", True, "bool"),
        (zipfile.ZipFile, "zipfile.ZipFile", True, "resource"),
        (tarfile.open, "tarfile.open", True, "resource"),
        (multiprocessing.Pool, "multiprocessing.Pool", True, "resource"),
        (multiprocessing.Process, "multiprocessing.Process", True, "resource"),
        (
            concurrent.futures.ThreadPoolExecutor,
            "concurrent.futures.thread.ThreadPoolExecutor",
            True,
            "resource",
        ),
        (pathlib.Path.read_text, "pathlib.Path.read_text", False, "str"),
        (pathlib.Path("x").read_text, "pathlib.Path.read_text", False, "str"),
        (pathlib.Path("x").exists, "pathlib.Path.exists", False, "bool"),
        (pathlib.Path("x").mkdir, "pathlib.Path.mkdir", True, "none"),
        (pathlib.Path("x").glob, "pathlib.Path.glob", False, "list of paths"),
        (pathlib.Path.cwd, "pathlib.Path.cwd", False, "object"),
        (_Notes("x").write_text, "pathlib.Path.write_text", True, "int"),
        (threading.Thread().start, "threading.Thread.start", True, "none"),
        (_Worker().start, "threading.Thread.start", True, "none"),
        (functools.partial(os.remove, "x"), "os.remove", True, "none"),
        (xml.etree.ElementTree.parse, "xml.etree.ElementTree.parse", False, "object"),
    ],
)
def test_what_touches_the_world(
    surroundings: Surroundings, function: object, path: str, has_effect: bool, result: str
) -> None:
    touch = surroundings.of(function)
    assert touch is not None
    assert (touch.path, touch.has_effect, touch.result) == (path, has_effect, result)


@pytest.mark.parametrize(
    "function",
    [
        *(len, print, sorted, str, dict, sys.exit, math.floor, json.loads, copy.copy),
        *(os.path.join, os.path.basename, os.path.abspath, os.path.expanduser, os.environ.get),
        *(
            os.getenv,
            os.fspath,
            urllib.parse.quote,
            urllib.request.Request,
            io.StringIO,
            io.BytesIO,
        ),
        *(pathlib.Path, pathlib.Path("x").with_suffix, pathlib.PurePath("x").joinpath),
        *(threading.Lock, threading.Thread, _Worker, _Worker().run, functools.partial(len)),
        *("x".join, [].append, {}.get, _Notes("x").read_text, object(), None, 3, lambda: 1),
        *(subprocess.list2cmdline, gzip.compress, shutil.ignore_patterns, sys.getsizeof),
    ],
)
def test_the_rest_is_real(surroundings: Surroundings, function: object) -> None:
    assert surroundings.of(function) is None
    assert surroundings.of_call(function, (), {}) is None


def test_reading_from_the_terminal(
    surroundings: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x"))
    touch = surroundings.of(sys.stdin.readline)
    assert touch is not None
    assert touch.path == "sys.stdin.readline"
    assert surroundings.of(io.StringIO("x").readline) is None
    assert surroundings.of(sys.stdin.close) is None


@pytest.mark.parametrize(
    ("function", "args", "kwargs", "has_effect"),
    [
        (open, ("x",), {}, False),
        (open, ("x", "rb"), {}, False),
        (open, ("x", "w"), {}, True),
        (open, ("x",), {"mode": "a"}, True),
        (open, ("x", "r+"), {}, True),
        (open, ("x", object()), {}, True),
        (pathlib.Path("x").open, (), {}, False),
        (pathlib.Path("x").open, ("w",), {}, True),
        (pathlib.Path.open, (pathlib.Path("x"), "w"), {}, True),
        (functools.partial(open, mode="w"), ("x",), {}, True),
        (functools.partial(open, "x"), ("w",), {}, True),
        (gzip.open, ("x",), {}, False),
        (gzip.open, ("x", "wt"), {}, True),
        (zipfile.ZipFile, ("x",), {}, False),
        (tarfile.open, ("x", "r:gz"), {}, False),
        (tarfile.open, ("x", "w:gz"), {}, True),
        (os.remove, ("x",), {}, True),
    ],
)
def test_the_mode_tells_reading_from_writing(
    surroundings: Surroundings, function: Any, args: Any, kwargs: Any, has_effect: bool
) -> None:
    touch = surroundings.of_call(function, args, kwargs)
    assert touch is not None
    assert touch.has_effect is has_effect


@pytest.mark.parametrize(
    ("function", "args", "kwargs"),
    [
        (zipfile.ZipFile, (io.BytesIO(),), {}),
        (gzip.GzipFile, (), {"fileobj": io.BytesIO()}),
        (tarfile.open, (), {"fileobj": io.BytesIO()}),
        (xml.etree.ElementTree.parse, (io.StringIO("<x/>"),), {}),
    ],
)
def test_work_on_a_buffer_is_real(
    surroundings: Surroundings, function: Any, args: Any, kwargs: Any
) -> None:
    assert surroundings.of_call(function, args, kwargs) is None


def test_a_process_that_is_asked_for_text_gives_text(surroundings: Surroundings) -> None:
    touch = surroundings.of_call(subprocess.check_output, (["x"],), {"text": True})
    assert touch is not None
    assert touch.result == "str"
    touch = surroundings.of_call(subprocess.check_output, (["x"],), {"text": False})
    assert touch is not None
    assert touch.result == "bytes"


def test_a_module_imported_later_is_seen() -> None:
    module = sys.modules.pop("webbrowser")
    try:
        surroundings = Surroundings()
        assert surroundings.of(module.open) is None
        sys.modules["webbrowser"] = module
        assert surroundings.of(module.open) is not None
    finally:
        sys.modules["webbrowser"] = module


def test_results_are_of_the_known_kinds() -> None:
    assert {touch.result for touch in TOUCHES.values()} <= set(RESULTS)


#: Gone from some versions, or of other systems.
_MAY_BE_MISSING = (
    *("commands", "aifc", "imghdr", "sndhdr", "nntplib", "telnetlib", "compression.zstd", "pwd"),
    *("tkinter", "turtle", "curses", "readline", "termios", "tty", "fcntl", "grp", "resource"),
    *("syslog", "pty"),
)
_LOOK = """
table = importlib.import_module("injected.guided._surroundings_table")
surroundings = importlib.import_module("injected.guided._surroundings").Surroundings()
unknown, loaded = [], set(sys.modules)
for path, touch in table.TOUCHES.items():
    names = path.split(".")
    for length in range(len(names) - 1, 0, -1):
        try:
            value = importlib.import_module(".".join(names[:length]))
            break
        except ImportError:
            continue
    else:
        unknown.append(path)
        continue
    for name in names[length:]:
        value = getattr(value, name, None)
    if value is None:
        unknown.append(path)
    elif surroundings.of(value) is None:
        raise AssertionError(path)
print(json.dumps(unknown))
"""


@pytest.mark.parametrize("python", pythons(), ids=lambda path: path.split("/")[-3])
def test_the_names_of_the_table_exist_and_are_recognised(python: str) -> None:
    """A name that no Python has is a slip of the pen."""
    missing = run_in(python, "import warnings\nwarnings.simplefilter('ignore')\n" + _LOOK)
    missing = [path for path in missing if not path.startswith(_MAY_BE_MISSING)]
    assert set(missing) <= _MISSING_SOMEWHERE


_MISSING_SOMEWHERE = {
    *("os.path.isjunction", "os.path.isdevdrive", "os.lchmod", "os.startfile", "os.pidfd_open"),
    *("os.eventfd", "os.splice", "os.process_cpu_count", "os.memfd_create", "os.copy_file_range"),
    *("pathlib.Path.is_junction", "pathlib.Path.walk", "pathlib.Path.hardlink_to"),
    *("pathlib.Path.link_to", "pathlib.Path.copy", "pathlib.Path.copy_into", "pathlib.Path.move"),
    *("pathlib.Path.move_into", "configparser.SafeConfigParser", "ssl.wrap_socket"),
    *("importlib.resources.files", "importlib.resources.as_file", "importlib.resources.contents"),
    *("importlib.resources.is_resource", "importlib.resources.open_text", "glob.glob0"),
    *("importlib.resources.open_binary", "importlib.resources.read_text", "glob.glob1"),
    *("importlib.resources.read_binary", "importlib.resources.path", "select.kqueue"),
    *("importlib.metadata.packages_distributions", "select.devpoll", "mailbox.MMDF"),
    *("urllib.request.URLopener", "urllib.request.FancyURLopener"),
}


def test_nothing_is_imported_to_look_around() -> None:
    code = """
importlib.import_module("injected.guided._surroundings").Surroundings().of(len)
importlib.import_module("injected.guided.effects").has_effect("sqlite3.connect", False)
print(json.dumps([n for n in ("ast", "re", "subprocess", "socket", "pathlib") if n in sys.modules]))
"""
    before = run_in(
        sys.executable,
        "print(json.dumps([n for n in ('ast', 're', 'subprocess', 'socket', 'pathlib')"
        " if n in sys.modules]))",
    )
    assert run_in(sys.executable, code) == before


# --- names that many projects have ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("to_bytes", ("é",), "é".encode()),
        ("to_bytes", ("é", "latin-1"), b"\xe9"),
        ("to_bytes", (b"x",), b"x"),
        ("compat.to_str", (b"x",), "x"),
        ("to_unicode", ("x",), "x"),
        ("ensure_text", (b"\xc3\xa9", "utf-8"), "é"),
        ("to_text", (b"\xff", "ascii", "replace"), "\ufffd"),
        ("to_bytes", (3,), NotImplemented),
        ("to_str", (b"\xff",), NotImplemented),
        ("to_str", (object(),), NotImplemented),
        ("to_str", (), NotImplemented),
        ("to_str", (b"x", 3), NotImplemented),
        ("to_str", (b"x", "no such encoding"), NotImplemented),
        ("force_text", (3,), "3"),
        ("force_str", (b"x",), "x"),
        ("force_bytes", (3,), b"3"),
        ("text_type", (True,), "True"),
        ("six.b", ("\xff",), b"\xff"),
        ("six.u", ("x",), "x"),
        ("self._to_bytes", ("x",), b"x"),
        ("unknown", ("x",), NotImplemented),
    ],
)
def test_conversions(name: str, args: tuple[object, ...], expected: object) -> None:
    assert converted(name, args, {}) == expected


def test_a_conversion_takes_keywords() -> None:
    assert converted("to_bytes", ("é",), {"encoding": "latin-1"}) == b"\xe9"
    assert converted("to_text", (b"\xff",), {"errors": "ignore"}) == ""
    assert converted("to_text", (b"x",), {"nonstring": "x"}) is NotImplemented


def test_every_conversion_keeps_what_is_right_already() -> None:
    for name in CONVERSIONS:
        assert converted(name, ("x",), {}) in ("x", b"x")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("basestring", str),
        ("unicode", str),
        ("long", int),
        ("xrange", range),
        ("six.string_types", (str,)),
        ("six.text_type", str),
        ("six.moves.range", range),
        ("six.moves.urllib.parse.quote", urllib.parse.quote),
        ("six.moves.urllib.parse", urllib.parse),
        ("six.moves.reduce", functools.reduce),
        ("compat.urlparse", urllib.parse.urlparse),
        ("django_compat.urlencode", urllib.parse.urlencode),
        ("urlparse.urljoin", urllib.parse.urljoin),
        ("StringIO.StringIO", io.StringIO),
        ("six.StringIO", io.StringIO),
        ("six.moves.cStringIO", io.StringIO),
        ("six.PY2", False),
        ("six", NotImplemented),
        ("six.moves.nothing", NotImplemented),
        ("urlparse.nothing", NotImplemented),
        ("range", NotImplemented),
        ("socket.socket", NotImplemented),
        ("unknown.text_type", NotImplemented),
        ("json", NotImplemented),
    ],
)
def test_compatibility_names(path: str, expected: object) -> None:
    assert compatible(path) == expected


def test_old_dictionary_functions() -> None:
    iteritems: Any = COMPAT["iteritems"]
    iterkeys: Any = compatible("six.iterkeys")
    itervalues: Any = compatible("six.itervalues")
    assert list(iteritems({"k": 1})) == [("k", 1)]
    assert list(iterkeys({"k": 1})) == ["k"]
    assert list(itervalues({"k": 1})) == [1]


def test_a_class_with_a_metaclass() -> None:
    class Meta(type):
        pass

    with_metaclass: Any = compatible("six.with_metaclass")
    made = type("Made", (with_metaclass(Meta, dict),), {})
    assert type(made) is Meta
    assert issubclass(made, dict)


def test_errors_of_old_are_raised_today() -> None:
    reraise: Any = compatible("six.reraise")
    with pytest.raises(KeyError):
        reraise(KeyError, KeyError("k"), None)
    raise_from: Any = compatible("six.raise_from")
    with pytest.raises(ValueError, match="v") as caught:
        raise_from(ValueError("v"), KeyError("k"))
    assert isinstance(caught.value.__cause__, KeyError)


def test_every_module_that_was_moved_is_there() -> None:
    for module in COMPAT_MODULES.values():
        assert importlib.import_module(module)
