"""Where does a command read from and write to, and what is said when it cannot?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

from swerve.model import Missing
from swerve.model.errors import BadUsage, CannotWrite, PathMissing, SwerveError
from swerve.model.writing import opened_text
from swerve.tell.printable import printable


def show(line: str, stream: TextIO | None = None) -> None:
    """Print a line with words that nobody vouched for: a terminal obeys nothing in it."""
    stream = stream or sys.stdout
    print(printable(line, getattr(stream, "encoding", None) or "utf-8"), file=stream)


def note(line: str) -> None:
    """Say something besides the results."""
    show(f"swerve: {line}", sys.stderr)


def complain(message: str, hint: str) -> None:
    """Say what is wrong, and what to do about it; both may have several lines."""
    for line in f"swerve: {message}\n  hint: {hint}".split("\n"):
        show(line, sys.stderr)


def tell_missing(level: str, missing: Iterable[Missing]) -> None:
    """Say why code is not confined more strictly, and how it would be."""
    for each in missing:
        complain(f"sandbox level {level}: {each.what}.", each.hint)


def titled(name: str, lines: Iterable[str], width: int = 11) -> Iterator[str]:
    """Lines beside a title, which stands before the first."""
    for line in lines:
        yield f"{name:{width}}{line}".rstrip()
        name = ""


def discard_output() -> None:
    """Send standard output nowhere: else Python complains when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def opened_output(file: Path | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears whole or not at all.

    What the system says about writing becomes a message; a reader that left is no error.
    """
    is_standard = file is None or str(file) == "-"
    try:
        if file is None or is_standard:
            yield sys.stdout
            sys.stdout.flush()
        else:
            with opened_text(file) as stream:
                yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        place = "standard output" if is_standard else f"`{file}`"
        raise CannotWrite(
            f"The report cannot be written to {place}: {error.strerror}.",
            "Choose a file in a writable folder with free space.",
        ) from error


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


def read_input(file: Path, hint: str, most: int, error: type[SwerveError] = BadUsage) -> bytes:
    """All that a file holds, which is no more than so many bytes."""
    with opened_input(file, hint) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise error(f"`{file}` is larger than {most // 1_000_000} MB.", hint)
    return data


def lines_in(file: Path) -> int | None:
    """How many lines there are, where that can be known beforehand."""
    if not file.is_file():
        return None
    with file.open("rb") as stream:
        return sum(1 for _ in stream)
