"""What of the world outside happens for real, where nothing of it has to be made up?

A run has folders of its own, which are empty when it begins. What it writes there is there, and
what it has touched it finds as it left it. All else that it looks for may be there or not: that is
made up, as is what cannot be done because something is missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from os.path import abspath, dirname
from types import GeneratorType
from typing import Any

from ..core._arrivals import disguised, when_imported
from ._injected import Injected
from ._standins import holds_injected
from ._surroundings_table import DONE_FOR_REAL, Touch
from ._world import STAGE

#: Stands for what cannot be had.
UNREAL: Any = object()
#: These take the number of an open file. Others than those of the run are not its own.
_OF_NUMBERS = frozenset(("os.close", "os.write", "os.fdopen"))
_OPENING = frozenset(("os.open", "tempfile.mkstemp"))
#: Where a folder that is missing is one of those that may be there.
_NEEDING_A_FOLDER = frozenset(
    (
        *("builtins.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "os.open"),
        *("pathlib.Path.open", "pathlib.Path.write_text", "pathlib.Path.write_bytes"),
        *("pathlib.Path.touch", "zipfile.ZipFile", "tarfile.open", "sqlite3.connect"),
    )
)
#: What says where something is, and where it goes to; all others say that of one path, if any.
_OF_TWO = frozenset(
    (
        *("rename", "renames", "replace", "link", "symlink", "copy", "copy2", "copyfile"),
        *("copytree", "copymode", "copystat", "move", "make_archive", "unpack_archive"),
        *("copy_into", "move_into", "symlink_to", "hardlink_to", "link_to", "samefile", "cmp"),
    )
)
#: Of this nobody knows whether it is empty.
_LISTING = type(os.scandir("/"))
_TROUBLE = (OSError, TypeError, ValueError)


def done_for_real(
    touch: Touch, function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
) -> Any:
    """Do it, and say what came of it; `UNREAL` where nobody knows that."""
    if touch.path not in DONE_FOR_REAL:
        return UNREAL
    args = [_settled(each) for each in args]
    kwargs = {name: _settled(each) for name, each in kwargs.items()}
    if any(holds_injected(each, 0) for each in (*args, *kwargs.values())):
        return UNREAL
    touched = STAGE.world.touched
    paths = _paths_among(touch, function, (*args, *kwargs.values()))
    is_known = any(path in touched for path in paths)
    if touch.path in _OF_NUMBERS and (not args or args[0] not in touched):
        return UNREAL
    try:
        value = _made(touch, function, args, kwargs, paths)
        if type(value) is GeneratorType:
            found = [*value]
            value = iter(found) if found or is_known else None
    except FileExistsError as error:  # it does, whoever has made it
        STAGE.world.external.append(error)
        raise
    except Exception as error:
        if not isinstance(error, _TROUBLE) and not _is_of_sqlite(error):
            raise
        if not is_known:
            return UNREAL
        STAGE.world.external.append(error)
        raise
    if not touch.has_effect and not is_known and not _says_something(value):
        return UNREAL
    touched.update(paths)
    if touch.has_effect:
        touched.update(_paths_made(value))
    if touch.path in _OPENING:
        touched.add(value[0] if type(value) is tuple else value)
    return value


# --- addresses ------------------------------------------------------------------------------------


def complete_addresses() -> None:
    """Let requests be sent to made-up addresses that lack the name of a host."""
    if not _completing:
        _completing.append(True)
        when_imported("requests.sessions", _complete_those_of_requests)
        when_imported("httpx._client", _complete_those_of_httpx)


_completing: list[bool] = []
#: Stands in front of a path.
_HOST = "http://example.com/"


def _complete_those_of_requests(module: Any) -> None:
    original = module.Session.request

    def request(self: Any, method: Any, url: Any, *args: Any, **kwargs: Any) -> Any:
        return original(self, method, _completed(url), *args, **kwargs)

    module.Session.request = disguised(request, original)


def _complete_those_of_httpx(module: Any) -> None:
    for client in (module.Client, module.AsyncClient):
        original = client.build_request

        def build_request(
            self: Any, method: Any, url: Any, *args: Any, _original: Any = original, **kwargs: Any
        ) -> Any:
            url = url if str(self.base_url) else _completed(url)
            return _original(self, method, url, *args, **kwargs)

        client.build_request = build_request


def _completed(url: Any) -> Any:
    """An address with a host, where a text has none."""
    is_whole = type(url) is not str or "://" in url
    return url if is_whole else _HOST + url.lstrip("/:")


def _made(
    touch: Touch,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    paths: Sequence[str],
) -> Any:
    try:
        return function(*args, **kwargs)
    except Exception as error:
        if not isinstance(error, FileNotFoundError) and not _is_of_sqlite(error):
            raise
        if not paths or not touch.has_effect or touch.path not in _NEEDING_A_FOLDER:
            raise
    os.makedirs(dirname(paths[0]), exist_ok=True)
    return function(*args, **kwargs)


def _settled(value: Any) -> Any:
    """A value as something that can be written, or written to."""
    return STAGE.world.as_role(value, str) if type(value) is Injected else value


def _is_of_sqlite(error: Exception) -> bool:
    """Whether it is what SQLite raises for a system that does not do what it is asked for."""
    return type(error).__module__ == "sqlite3"


def _paths_among(touch: Touch, function: Callable[..., Any], given: Sequence[Any]) -> list[str]:
    """The paths among what a function is given; a mode or an encoding is none."""
    receiver = _path_of(getattr(function, "__self__", None))
    given = given if touch.path.rpartition(".")[2] in _OF_TWO else given[: 0 if receiver else 1]
    return [each for each in (receiver, *map(_path_of, given)) if each]


def _paths_made(value: Any) -> list[str]:
    """The paths of what was made: of an open file, a temporary folder."""
    parts = value if type(value) is tuple else (value,)
    names = (each if _path_of(each) else getattr(each, "name", None) for each in parts)
    return [each for each in map(_path_of, names) if each]


def _path_of(value: Any) -> str:
    """The whole path that a value says; empty for other values, or where there is none."""
    try:
        return abspath(value) if isinstance(value, (str, os.PathLike)) and value else ""
    except (OSError, ValueError):
        return ""


def _says_something(value: Any) -> bool:
    """Whether something was there to be read."""
    is_nothing = value is None or value is False or value == "" or value == []
    return not is_nothing and type(value) is not _LISTING
