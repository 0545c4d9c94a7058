"""Which tests of a tree run which of its functions? Known from earlier runs, by content."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..project import Interpreter, Tree
from ._ran import Ran

#: Changes with the format, and with what a run notes.
_FORMAT = 1
_MOST_BYTES = 16 << 20

#: File and name of a function.
Place = tuple[str, str]


@dataclass(slots=True)
class TouchMap:
    """What is known so far."""

    #: Test file -> test -> functions that run in it. A file stands here when all its tests ran.
    files: dict[str, dict[str, frozenset[Place]]] = field(default_factory=dict)

    def tests_that_touch(self, file: str, places: Iterable[Place]) -> list[str] | None:
        """The tests of a file that run one of some functions; None when that is not known."""
        tests = self.files.get(file)
        if tests is None:
            return None
        wanted = frozenset(places)
        return [test for test, ran in tests.items() if not wanted.isdisjoint(ran)]

    def add(self, ran: Ran) -> bool:
        """Take in what a run showed of test files that came to their end; whether it is news."""
        before = len(self.files)
        found: dict[str, dict[str, frozenset[Place]]] = {
            file: {} for file in ran.finished - ran.broken.keys() - self.files.keys()
        }
        for test, places in ran.touched.items():
            file = test.partition("::")[0]
            if test and file in found:
                found[file][test] = places
        self.files.update(found)
        return len(self.files) > before


def read_touch_map(tree: Tree, interpreter: Interpreter) -> TouchMap:
    """What earlier runs of this content noted; nothing when there is none, or it is unreadable."""
    try:
        data = _file(tree, interpreter).read_bytes()
        text = zlib.decompressobj().decompress(data, _MOST_BYTES)
        return TouchMap(_files_from(json.loads(text)))
    except (OSError, ValueError, zlib.error, TypeError, KeyError, IndexError, AttributeError):
        return TouchMap()


def write_touch_map(touched: TouchMap, tree: Tree, interpreter: Interpreter) -> None:
    """Keep it beside the tree, for as long as the tree is kept."""
    text = json.dumps(_plain(touched.files), separators=(",", ":")).encode()
    if len(text) > _MOST_BYTES:
        return
    file = _file(tree, interpreter)
    part = file.with_name(f"{secrets.token_hex(8)}.part")
    try:
        part.write_bytes(zlib.compress(text))
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink()


def _file(tree: Tree, interpreter: Interpreter) -> Path:
    words = f"{_FORMAT} {tree.key} {os.fspath(interpreter.executable)} {interpreter.version_text}"
    return tree.path.parent / f"touched-{hashlib.sha256(words.encode()).hexdigest()[:32]}"


def _plain(files: Mapping[str, Mapping[str, frozenset[Place]]]) -> dict[str, Any]:
    """Functions once, by number."""
    numbers: dict[Place, int] = {}
    tests: dict[str, dict[str, list[int]]] = {}
    for file, ran in sorted(files.items()):
        tests[file] = {
            test: sorted(numbers.setdefault(place, len(numbers)) for place in sorted(places))
            for test, places in ran.items()
        }
    return {"functions": list(numbers), "tests": tests}


def _files_from(found: Any) -> dict[str, dict[str, frozenset[Place]]]:
    functions: list[Place] = [(str(file), str(name)) for file, name in found["functions"]]
    return {
        str(file): {
            str(test): frozenset(functions[number] for number in numbers)
            for test, numbers in tests.items()
        }
        for file, tests in found["tests"].items()
    }
