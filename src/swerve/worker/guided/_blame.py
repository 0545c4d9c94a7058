"""Which made-up values may be to blame for an exception that no real value would have caused?"""

from __future__ import annotations

import re
from typing import Any

from ._injected import Injected

_WORD = re.compile(r"[^\W\d]\w*")
#: Elements of a container that are looked at.
_MOST_ELEMENTS = 3


def blamed_for(error: BaseException, file: str, lines: list[str], world: Any) -> list[str]:
    """Paths of values that the line uses in which an exception came up, those in it first."""
    frames, line = frames_of(error, file)
    if not 0 < line <= len(lines):
        return []
    known = {name: value for frame in frames for name, value in frame.f_locals.items()}
    words = dict.fromkeys(_WORD.findall(lines[line - 1]))
    paths = {id(value): path for path, value in world.values.items()}
    paths.update({id(s.value): path for path, s in world.states.items() if s.has_value})
    found: dict[str, None] = {}
    for word in words:
        value = known[word] if word in known else frames[0].f_globals.get(word, world)
        path = value._within_path if type(value) is Injected else paths.get(id(value))
        if path is None and id(value) in world.instances:
            path = world.instances[id(value)][0]
        if path is not None:
            found.update(dict.fromkeys(_around(path, words, world)))
    return list(found)


def _around(path: str, words: dict[str, None], world: Any) -> list[str]:
    """What is behind a path: attributes that the line names, then itself, then its elements."""
    found: list[str] = []
    for word in words:
        inner = f"{path}.{word}"
        if inner in world.values:
            found += _around(inner, words, world)
    found.append(path)
    found += [each for at in range(_MOST_ELEMENTS) if (each := f"{path}[{at}]") in world.values]
    return found


def frames_of(error: BaseException, file: str) -> tuple[list[Any], int]:
    """The frames of the file that an exception came through, and the last line.

    There are several where it came up in a comprehension.
    """
    frames, line = [], 0
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file:
            frames.append(traceback.tb_frame)
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return frames, line
