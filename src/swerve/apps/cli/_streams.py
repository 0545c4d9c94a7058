"""Where does output go, and what is said when it cannot go there?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from swerve.model.errors import CannotWrite
from swerve.model.writing import opened_text


def discard_output() -> None:
    """Send standard output nowhere: else Python complains when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def opened_output(file: Path | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears whole or not at all."""
    if file is None or str(file) == "-":
        with _writing(None):
            yield sys.stdout
            sys.stdout.flush()
        return
    with _writing(file), opened_text(file) as stream:
        yield stream


@contextmanager
def _writing(file: Path | None) -> Iterator[None]:
    """Turn what the system says about writing into a message; a reader that left is no error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _cannot_write(file, error) from error


def _cannot_write(file: Path | None, error: OSError) -> CannotWrite:
    place = "standard output" if file is None else f"`{file}`"
    return CannotWrite(
        f"The report cannot be written to {place}: {error.strerror}.",
        "Name a file in a folder that exists, has room and is yours to write.",
    )
