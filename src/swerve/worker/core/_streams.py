"""Where do output and warnings go, and how are they read back?

Descriptors 1 and 2 are files without a name, so that what Python prints, what C code prints and
what child processes print arrives in one place, in order. Nothing comes in on descriptor 0.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import warnings
from _blake2 import blake2b
from io import FileIO, TextIOWrapper
from os import SEEK_END, SEEK_SET, close, dup2, fstat, ftruncate, lseek, pread
from typing import Any

#: Bytes of one stream that are looked at in one run.
MOST_OUTPUT = 1 << 20
_simplefilter = warnings.simplefilter


class Streams:
    """The two streams of a process that runs target code."""

    def __init__(self) -> None:
        nothing = os.open(os.devnull, os.O_RDONLY)
        dup2(nothing, 0)
        close(nothing)
        #: The files, where target code that closes or replaces 1 and 2 does not look for them.
        self._files = (_nameless_file(), _nameless_file())
        self._places = tuple(_place(file) for file in self._files)
        for number, file in zip((1, 2), self._files):
            dup2(file, number)
        self._names = ("stdin", "stdout", "stderr")
        own = (TextIOWrapper(FileIO(0, "r", closefd=False)), _writer(1), _writer(2))
        self._own: list[Any] = list(own)
        #: Streams that target code made: one that is destroyed closes what it wraps.
        self._kept: list[object] = []
        for name, stream in zip(self._names, own):
            setattr(sys, f"__{name}__", stream)
            setattr(sys, name, stream)

    def settle(self) -> None:
        """Take the streams that imports have put in place as given, and what they wrote as gone."""
        self._own = [getattr(sys, name, own) for name, own in zip(self._names, self._own)]
        self.empty()

    def restore(self) -> None:
        """Put the streams back where target code expects them."""
        for number in (1, 2):
            file, place = self._files[number - 1], self._places[number - 1]
            try:
                is_ours = _place(number) == place
            except OSError:
                is_ours = False
            if not is_ours:
                dup2(file, number)
            if type(self._own[number]) is TextIOWrapper and self._own[number].closed:
                self._own[number] = _writer(number)
        for name, own in zip(self._names, self._own):
            found = getattr(sys, name, None)
            if found is not own:
                self._kept.append(found)
                setattr(sys, name, own)

    def flush(self) -> None:
        """Have everything written that waits in a buffer, of Python's streams or of C's."""
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name, None)
            if type(stream) is not TextIOWrapper or not stream.write_through:
                try:
                    stream.flush()  # type: ignore[union-attr]
                except Exception:  # noqa: S110 - the target's stream, to do with as it likes
                    pass
        if _flush_c is not None:
            _flush_c(None)

    def empty(self) -> None:
        """Forget what was written."""
        for file in self._files:
            if lseek(file, 0, SEEK_END):
                ftruncate(file, 0)
                lseek(file, 0, SEEK_SET)

    def take(self, number: int) -> tuple[str, int]:
        """What was written to a stream since the last time, and how many bytes it was in all."""
        file = self._files[number - 1]
        try:
            length = lseek(file, 0, SEEK_END)
            if not length:
                return "", 0
            data = pread(file, min(length, MOST_OUTPUT), 0)
            rest = _digest(file, length) if length > MOST_OUTPUT else ""
            ftruncate(file, 0)
            lseek(file, 0, SEEK_SET)
        except OSError:
            return "", -1
        return data.decode("utf-8", "backslashreplace") + rest, length


def _place(number: int) -> tuple[int, int]:
    status = fstat(number)
    return status.st_dev, status.st_ino


def _digest(number: int, length: int) -> str:
    """What stands for output that is too long to send: equal when the output is."""
    digest = blake2b(digest_size=16)
    position = 0
    while position < length:
        part = pread(number, MOST_OUTPUT, position)
        if not part:
            break
        digest.update(part)
        position += len(part)
    return f"... ({length} bytes, digest {digest.hexdigest()})"


def _writer(number: int) -> TextIOWrapper:
    raw = FileIO(number, "w", closefd=False)
    errors = "strict" if number == 1 else "backslashreplace"
    stream = TextIOWrapper(raw, "utf-8", errors, write_through=True)  # type: ignore[type-var,unused-ignore]
    stream.mode = "w"  # type: ignore[misc]
    return stream


def _c_flush() -> Any:
    try:
        from ctypes import CDLL

        return CDLL(None).fflush
    except (ImportError, OSError, AttributeError):
        return None


_flush_c = _c_flush()


def _nameless_file() -> int:
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("output")
    else:
        file, path = tempfile.mkstemp()
        os.unlink(path)
    return file


#: Where numpy came across something: it says by which of its functions, which is no behaviour.
_ENCOUNTERED = re.compile(r"(?<= encountered) in [\w ]+$")
#: A file that was not closed: its name says enough, not how it was opened.
_UNCLOSED = re.compile(r"^unclosed (?:(file) .*?name=('[^']*').*|<?(\w+).*)$", re.DOTALL)


class Warned:
    """Hears every warning that target code does not catch itself."""

    def __init__(self) -> None:
        self._seen: list[tuple[str, object]] = []
        _simplefilter("always")
        self._filters = list(warnings.filters)
        warnings.showwarning = self._hear

    def settle(self) -> None:
        """Take the filters that imports have set as given."""
        self._filters = list(warnings.filters)

    def start(self) -> None:
        """Forget what was heard; whatever target code did to the filters is undone."""
        self._seen = []
        warnings.showwarning = self._hear
        if warnings.filters != self._filters:
            warnings.filters[:] = self._filters  # type: ignore[index]

    def take(self) -> list[tuple[str, object]]:
        """Category and message of each warning since `start`, in order."""
        return self._seen

    def _hear(
        self,
        message: object,
        category: type,
        filename: str,
        lineno: int,
        file: object = None,
        line: object = None,
    ) -> None:
        if isinstance(message, Warning):
            args = message.args
            said: object = args[0] if len(args) == 1 else args
            if category is RuntimeWarning and type(said) is str:
                said = _ENCOUNTERED.sub("", said)
                if said.endswith(" encountered") and (category.__qualname__, said) in self._seen:
                    return  # once for an array, or once for each item, as it is gone about
            if category is ResourceWarning and type(said) is str:
                said = _UNCLOSED.sub(r"unclosed \1\3 \2", said).rstrip()
            self._seen.append((category.__qualname__, said))
        else:
            self._seen.append((category.__qualname__, message))
