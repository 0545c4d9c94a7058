"""Which formats does a report have, and what writes each of them?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO, TypeAlias

from swerve.model import FailOn, Report
from swerve.model.guarded import write_own
from swerve.model.registry import Registry

from ._text import console_for, render_text
from .json import render_json, report_object

#: The whole report as a text. Words of the target may be in it: they must stay data.
Format: TypeAlias = Callable[[Report, FailOn], str]


def _json(report: Report, _: FailOn) -> str:
    return render_json(report) + "\n"


def _html(report: Report, _: FailOn) -> str:
    from .pages import Entry, render_page  # takes a while to load

    return render_page([Entry("", "", report_object(report, with_source=True))])


#: A folder of files, which no stream holds; `swerve.tell.agent:agent_files` gives the files.
FOLDER = "agent"
FORMATS: Registry[Format] = Registry(
    "swerve.formats",
    "format",
    {
        "text": "swerve.tell:render_text",
        "json": _json,
        "concise": "swerve.tell.concise:render_concise",
        "sarif": "swerve.tell.sarif:render_sarif",
        "junit": "swerve.tell.junit:render_junit",
        "markdown": "swerve.tell.markdown:render_markdown",
        "html": _html,
        "github": "swerve.tell.github:render_github",
        "gitlab": "swerve.tell.gitlab:render_gitlab",
        FOLDER: "swerve.tell.agent:agent_files",
    },
)


def write_report_as(name: str, report: Report, fail_on: FailOn, stream: TextIO) -> None:
    """Write a report in a format; what the stream has no code for is spelled out."""
    if name == "text":  # as wide as the terminal, and in its colours
        render_text(report, console_for(stream), fail_on=fail_on)
        return
    render = FORMATS.load(name)
    with FORMATS.blaming(name):
        encoding = getattr(stream, "encoding", None) or "utf-8"
        text = render(report, fail_on).encode(encoding, "backslashreplace").decode(encoding)
    if name == "github":  # the only one whose lines are commands
        write_own(stream, text)
    else:
        stream.write(text)
