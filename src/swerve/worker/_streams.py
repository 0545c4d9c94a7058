"""Where does output go, and how is it read back?

Descriptors 1 and 2 are files without a name, so that what Python prints, what C code prints and
what child processes print arrives in one place, in order. Nothing comes in on descriptor 0.
"""

from __future__ import annotations

import os
import sys
import tempfile
from _blake2 import blake2b
from io import FileIO, TextIOWrapper
from os import SEEK_END, SEEK_SET, close, dup2, ftruncate, lseek, pread

#: Bytes of one stream that are looked at in one run.
MOST_OUTPUT = 1 << 20


class Streams:
    """The two streams of a process that runs target code."""

    def __init__(self) -> None:
        nothing = os.open(os.devnull, os.O_RDONLY)
        dup2(nothing, 0)
        close(nothing)
        for number in (1, 2):
            file = _nameless_file()
            dup2(file, number)
            close(file)
        self._stdin = TextIOWrapper(FileIO(0, "r", closefd=False))
        self._stdout = _writer(1, "strict")
        self._stderr = _writer(2, "backslashreplace")
        for name, stream in vars(self).items():
            setattr(sys, f"_{name}__", stream)  # _stdout -> __stdout__
        self.restore()

    def restore(self) -> None:
        """Put the streams back where target code expects them."""
        sys.stdin = self._stdin
        sys.stdout = self._stdout
        sys.stderr = self._stderr

    def take(self, number: int) -> tuple[str, int]:
        """What was written to a stream since the last time, and how many bytes it was in all."""
        try:
            length = lseek(number, 0, SEEK_END)
            if not length:
                return "", 0
            data = pread(number, min(length, MOST_OUTPUT), 0)
            rest = _digest(number, length) if length > MOST_OUTPUT else ""
            ftruncate(number, 0)
            lseek(number, 0, SEEK_SET)
        except OSError:
            return "", -1
        return data.decode("utf-8", "backslashreplace") + rest, length


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


def _writer(number: int, errors: str) -> TextIOWrapper:
    raw = FileIO(number, "w", closefd=False)
    stream = TextIOWrapper(raw, "utf-8", errors, write_through=True)  # type: ignore[type-var,unused-ignore]
    stream.mode = "w"  # type: ignore[misc]
    return stream


def _nameless_file() -> int:
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("output")
    else:
        file, path = tempfile.mkstemp()
        os.unlink(path)
    return file
