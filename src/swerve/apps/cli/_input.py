"""Where does a command read from?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from swerve.model.errors import PathMissing


def lines_in(file: Path) -> int | None:
    """How many lines there are, where that can be known beforehand."""
    if not file.is_file():
        return None
    with file.open("rb") as stream:
        return sum(1 for _ in stream)


@contextmanager
def opened_input(file: Path, hint: str) -> Iterator[BinaryIO]:
    """A file to read bytes from; - is standard input."""
    if str(file) == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = file.open("rb")
    except OSError as error:
        raise PathMissing(f"The file {file} cannot be read: {error.strerror}.", hint) from error
    with stream:
        yield stream
