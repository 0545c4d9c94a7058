"""Where does a report go, and which exit status comes with it?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

from swerve.model import FailOn, Report, Settings
from swerve.tell import exit_status, exit_words, summary_words
from swerve.tell.formats import FOLDER, write_report_as

from ._options import also_from
from ._streams import discard_output, opened_output, show


def write_report(report: Report, settings: Settings) -> int:
    """Write the report as asked for, in all formats, and return the exit status it deserves."""
    for format, file in also_from(settings):
        _write_as(format, file, report, settings.fail_on)
    try:
        index = _write_as(settings.format, settings.output, report, settings.fail_on)
        if index is not None:
            with opened_output(None) as stream:
                _tell(f"{index}: ", report, settings.fail_on, stream)
        elif settings.output is not None and str(settings.output) != "-":
            _tell(f"swerve: wrote {settings.output}: ", report, settings.fail_on, sys.stderr)
    except BrokenPipeError:  # the reader left, as `head` does: what was found is as bad as before
        discard_output()
    return exit_status(report, settings.fail_on)


def _tell(place: str, report: Report, fail_on: FailOn, stream: TextIO) -> None:
    """Say in a line where a report is, what it comes to, and why the exit status is what it is."""
    status, why = exit_words(report, fail_on)
    show(f"{place}{summary_words(report).rstrip('.')}. Exit {status}: {why}.", stream)


def _write_as(format: str, output: Path | None, report: Report, fail_on: FailOn) -> Path | None:
    """Write one report; the file to read first, where it is a folder."""
    if output is not None and format == FOLDER:
        from swerve.tell.agent import agent_files

        from ._agent_folder import write_folder

        return write_folder(agent_files(report, fail_on), output)
    with opened_output(output) as stream:
        write_report_as(format, report, fail_on, stream)
    return None
