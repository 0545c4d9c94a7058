"""Where does a report go, and which exit status comes with it?"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from swerve.cli._options import Options
from swerve.errors import CannotWrite
from swerve.model import Report
from swerve.report import console_for, exit_status, render_json, render_text


def write_report(report: Report, options: Options) -> int:
    """Write the report as asked for and return the exit status it deserves."""
    with opened_output(options.output) as stream:
        if options.format == "json":
            stream.write(render_json(report) + "\n")
        else:
            render_text(report, console_for(stream), fail_on=options.fail_on)
    return exit_status(report, options.fail_on)


@contextmanager
def opened_output(file: Path | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears whole or not at all.

    Links are followed, and what is no plain file (a device, a pipe) is written to as it is.
    """
    if file is None or str(file) == "-":
        with _writing(None):
            yield sys.stdout
            sys.stdout.flush()
        return
    with _writing(file):
        target = Path(os.path.realpath(file))
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8") as stream:
                yield stream
            return
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                yield stream
            os.chmod(name, mode)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise


@contextmanager
def _writing(file: Path | None) -> Iterator[None]:
    """Turn what the system says about writing into a message; a reader that left is no error."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _cannot_write(file, error) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot_write(file: Path | None, error: OSError) -> CannotWrite:
    place = "standard output" if file is None else f"`{file}`"
    return CannotWrite(
        f"The report cannot be written to {place}: {error.strerror}.",
        "Name a file in a folder that exists, has room and is yours to write.",
    )
