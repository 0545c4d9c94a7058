"""What would have kept a run from being stopped?

Exceptions of builtin types and of the library say what they cannot deal with: a text that is no
number, a date of another format, too few parts. The text it was made of is made up, and might as
well have been one that will do.
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

from ._blame import blamed_for, frames_of
from ._fitting import tables_instead
from ._injected import Injected, plain, term
from ._ways import bytes_in, texts_in, values_in, with_part
from ._world import LETTERS

_MOST_MENDED = 4
#: Texts of many kinds, one of which a function that reads texts may take.
_TEXTS = (
    *("3", "0.5", "a", "a.b", "a/b.txt", "a=b", "a:b", "{}", "[1]", "YWI=", "6162", "true"),
    *("2020-01-02", "2020-01-02T03:04:05", "03:04:05", "Thu, 02 Jan 2020 03:04:05 GMT"),
    *("127.0.0.1", "::1", "10.0.0.0/8", "fe80::/10", "https://example.com/a?b=c", "a@example.com"),
    *("1.2.3", "00000000-0000-4000-8000-000000000001", "<a>b</a>", "[a]\nb = c\n"),
)
_MOST_TEXT = 200
_WORD = re.compile(r"[^\W\d]\w*")
_QUOTED = r"""\(\s*[rb]?(?P<quote>['"])(?P<text>.+?)(?P=quote)"""
_SPLIT = re.compile(r"\.(?:r?split|r?partition)" + _QUOTED)
_SOUGHT = re.compile(r"\.r?index" + _QUOTED)
_A_DAY = datetime(2020, 1, 2, 3, 4, 5)
#: What an exception says, and what would do instead of the text that it names.
_NAMED: tuple[tuple[re.Pattern[str], Callable[..., str]], ...] = (
    (re.compile(r"invalid literal for int\(\) with base \d+: (.+)$", re.S), lambda: "3"),
    (re.compile(r"could not convert string to float: (.+)$", re.S), lambda: "0.5"),
    (re.compile(r"Invalid isoformat string: (.+)$", re.S), _A_DAY.isoformat),
    (re.compile(r"(.+) does not appear to be an IPv[46]", re.S), lambda: "127.0.0.1"),
    (re.compile(r"At least 3 parts expected in (.+)$", re.S), lambda: "::1"),
    (re.compile(r"Expected 4 octets in (.+)$", re.S), lambda: "127.0.0.1"),
    (re.compile(r"Invalid version: (.+)$", re.S), lambda: "1.2.3"),
    (
        re.compile(r"time data (.+) does not match format (.+)$", re.S),
        lambda form: _A_DAY.strftime(literal_eval(form)),
    ),
)
#: What an exception says about the type of something, and what would do instead of it.
_TYPED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"bytes-like object is required, not '(\w+)'"), "b'abcdefghijklmnopqrstuvwxyz'"),
    (re.compile(r"expected str, bytes or os.PathLike object, not '?(\w+)"), "'a/b.txt'"),
    (re.compile(r"(?:attribute name must be string|expected string or bytes), not '(\w+)"), "'a'"),
    (re.compile(r"(?:argument|name) must be (?:a )?str(?:ing)?, not '?(\w+)"), "'a'"),
    (re.compile(r"object of type '(\w+)' has no len\(\)"), "['a', 'b']"),
    (re.compile(r"cannot unpack non-iterable (\w+) object"), "['a', 'b']"),
    (re.compile(r"'(\w+)' object is not iterable"), "['a', 'b']"),
    (re.compile(r"unhashable type: '(\w+)'"), "'a'"),
    (re.compile(r"can only concatenate str \(not \"(\w+)\"\)"), "'a'"),
    (re.compile(r"'(\w+)' object cannot be interpreted as an integer"), "1"),
    (re.compile(r"unsupported operand type\(s\) for [-+*/%]+=?: '(list|tuple|dict|set|str)'"), "2"),
)
_PARTS = re.compile(r"(?:not enough|too many) values to unpack \(expected (?:at least )?(\d+)")
_ZERO = ("division by zero", "modulo by zero", "by zero")


def mended(error: BaseException, file: str, lines: list[str], world: Any) -> dict[str, str]:
    """By path, what would have led on where an exception stopped a run."""
    frames, line = frames_of(error, file)
    if not frames or not 0 < line <= len(lines):
        return {}
    text = lines[line - 1]
    found: dict[str, str] = {}
    if world.libraries:
        found.update(tables_instead(error, blamed_for(error, file, lines, world), world))
    for worse, better in _texts_instead(error, text, frames[-1], lines, world.library):
        for path, other in instead_of(worse, better, world):
            found.setdefault(path, other)
    for path, better in _values_instead(error, text, frames[-1], world):
        found.setdefault(path, better)
    if isinstance(error, ZeroDivisionError) and str(error).endswith(_ZERO):
        for value in _used(text, frames[-1]):
            made = plain(value)
            if type(value) is Injected and type(made) in (int, float, bool) and not made:
                found[value._within_path] = "2"
    return dict(list(found.items())[:_MOST_MENDED])


def _values_instead(
    error: BaseException, line: str, frame: Any, world: Any
) -> Iterator[tuple[str, str]]:
    """Values of a wrong type that a line uses, by path, and others that would do."""
    said = str(error)
    if isinstance(error, AttributeError) and getattr(error, "name", "") == "decode":
        for path, text in texts_in(world):
            if text.strip() == str(getattr(error, "obj", "")).strip():
                yield path, term(text.encode("utf-8", "replace"))
                return
    if not isinstance(error, TypeError):
        return
    paths = {id(value): path for path, value in values_in(world).items()}
    for pattern, better in _TYPED:
        match = pattern.search(said)
        for value in _used(line, frame) if match else ():
            path = value._within_path if type(value) is Injected else paths.get(id(value), "")
            if path and type(plain(value)).__name__ == match.group(1):  # type: ignore[union-attr]
                yield path, better


def instead_of(worse: str, better: str, world: Any) -> Iterator[tuple[str, str]]:
    """The made-up text that another was made of, and what would be there for that to be better."""
    texts = texts_in(world)
    for path, known in texts:
        other = with_part(known, worse, better) if worse else better if not known else ""
        if other and other != known and len(other) < _MOST_TEXT:
            yield path, term(other)
            return
    for path, data in bytes_in(world):
        other = with_part(data.decode("latin-1"), worse, better)
        if worse and other and len(other) < _MOST_TEXT:
            yield path, term(other.encode("latin-1", "replace"))
            return
    if texts and texts[-1][1] != better:  # made in a way that nobody knows: likely of the last one
        yield texts[-1][0], term(better)


def _texts_instead(
    error: BaseException, line: str, frame: Any, lines: list[str], library: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Texts that will not do, and others that would."""
    said = str(error)
    if isinstance(error, ValueError):
        for pattern, make in _NAMED:
            match = pattern.search(said)
            if match:
                worse, *rest = match.groups()
                try:
                    yield str(literal_eval(worse)), make(*rest)
                except (ValueError, SyntaxError):
                    continue
        yield from _accepted_instead(error, frame, library)
        parts = _PARTS.search(said)
        if parts:
            sign = _SPLIT.search(line)
            letters = LETTERS[: int(parts.group(1))]
            better = (sign.group("text") if sign else " ").join(letters)
            yield from ((text, better) for text in _texts_used(line, frame))
        if said == "substring not found":
            sought = _SOUGHT.search(line)
            for text in _texts_used(line, frame) if sought else ():
                yield text, f"{text}{sought.group('text')}{LETTERS[0]}"  # type: ignore[union-attr]
    elif isinstance(error, IndexError) and "out of range" in said:
        first = frame.f_code.co_firstlineno
        for earlier in reversed(lines[first - 1 : frame.f_lineno]):
            sign = _SPLIT.search(earlier)
            if sign:
                better = sign.group("text").join(LETTERS[:4])
                yield from ((text, better) for text in _texts_used(earlier, frame))
                return


def _accepted_instead(
    error: ValueError, frame: Any, library: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """A text that a function of the library refused, and one that it takes."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame is not frame:
        traceback = traceback.tb_next
    refusing = None
    while traceback is not None and refusing is None:
        root = traceback.tb_frame.f_globals.get("__name__", "").partition(".")[0]
        refusing = traceback.tb_frame if root in library else None
        traceback = traceback.tb_next
    if refusing is None:
        return
    function = _function_of(refusing)
    known = refusing.f_locals
    names = refusing.f_code.co_varnames[: refusing.f_code.co_argcount]
    texts = (plain(known.get(name)) for name in names)
    worse = next((text for text in texts if type(text) is str), None)
    for text in _TEXTS if worse is not None and callable(function) else ():
        with suppress(Exception):
            function(text)
            yield worse, text  # type: ignore[misc]
            return


def _function_of(frame: Any) -> Any:
    """What was called that a frame belongs to, where it has a name."""
    name, known = frame.f_code.co_name, frame.f_locals
    if name in ("__init__", "__new__") and known:
        first = next(iter(known.values()))
        return first if isinstance(first, type) else type(first)
    if isinstance(known.get("cls"), type):
        return getattr(known["cls"], name, None)
    return frame.f_globals.get(name)


def _used(line: str, frame: Any) -> list[Any]:
    """Values of the names that a line has."""
    words = dict.fromkeys(_WORD.findall(line))
    return [frame.f_locals[word] for word in words if word in frame.f_locals]


def _texts_used(line: str, frame: Any) -> list[str]:
    return [value for value in map(plain, _used(line, frame)) if type(value) is str]
