"""Where does a report go, and which exit status comes with it?"""

from __future__ import annotations

import os
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

#: What a shell reports for a program that Ctrl-C ended.
INTERRUPTED = 130


def write_report(report: Report, options: Options) -> int:
    """Write the report as asked for and return the exit status it deserves."""
    with opened_output(options.output) as stream:
        if options.format == "json":
            stream.write(render_json(report) + "\n")
        else:
            render_text(report, console_for(stream), fail_on=options.fail_on)
    return INTERRUPTED if report.interrupted else exit_status(report, options.fail_on)


@contextmanager
def opened_output(file: Path | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears whole or not at all."""
    if file is None:
        yield sys.stdout
        return
    try:
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        raise _cannot_write(file, error) from error
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            yield stream
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)  # mkstemp is stricter than what a user expects of a report
        os.replace(name, file)
    except BaseException as error:
        os.unlink(name)
        if isinstance(error, OSError):
            raise _cannot_write(file, error) from error
        raise


def _cannot_write(file: Path, error: OSError) -> CannotWrite:
    return CannotWrite(
        f"The report cannot be written to {file}: {error.strerror}.",
        "Name a file in a folder that exists and is yours to write.",
    )
