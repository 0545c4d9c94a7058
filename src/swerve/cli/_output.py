"""Where does a report go, and which exit status comes with it?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from swerve.cli._formats import WRITERS, write_for_agents
from swerve.cli._options import Options
from swerve.errors import CannotWrite
from swerve.model import FailOn, Report
from swerve.report import exit_status, exit_words, summary_words
from swerve.report._printable import printable
from swerve.writing import opened_text


def write_report(report: Report, options: Options) -> int:
    """Write the report as asked for, in all formats, and return the exit status it deserves."""
    for also in options.also:
        _write_as(also.format, also.output, report, options.fail_on)
    try:
        index = _write_as(options.format, options.output, report, options.fail_on)
        if index is not None:
            with opened_output(None) as stream:
                _tell(f"{index}: ", report, options.fail_on, stream)
        elif options.output is not None and str(options.output) != "-":
            _tell(f"swerve: wrote {options.output}: ", report, options.fail_on, sys.stderr)
    except BrokenPipeError:  # the reader left, as `head` does: what was found is as bad as before
        discard_output()
    return exit_status(report, options.fail_on)


def discard_output() -> None:
    """Send standard output nowhere: else Python complains when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(place: str, report: Report, fail_on: FailOn, stream: TextIO) -> None:
    """Say in a line where a report is, what it comes to, and why the exit status is what it is."""
    status, why = exit_words(report, fail_on)
    told = f"{place}{summary_words(report).rstrip('.')}. Exit {status}: {why}."
    print(printable(told, getattr(stream, "encoding", None) or "utf-8"), file=stream)


def _write_as(format: str, output: Path | None, report: Report, fail_on: FailOn) -> Path | None:
    """Write one report; the file to read first, where it is a folder."""
    if output is not None and format == "agent":
        return write_for_agents(report, fail_on, output)
    with opened_output(output) as stream:
        WRITERS[format](report, fail_on, stream)
    return None


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
