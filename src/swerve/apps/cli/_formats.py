"""Which formats has a report, and what writes each of them? Each is loaded when it is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO, TypeAlias

from swerve.model import FailOn, Report
from swerve.model.guarded import write_own
from swerve.tell import console_for, render_json, render_text, report_object

#: Tells a report to whoever reads the stream.
Writer: TypeAlias = Callable[[Report, FailOn, TextIO], None]
_Renderer: TypeAlias = Callable[[Report, FailOn], str]


def _text(report: Report, fail_on: FailOn, stream: TextIO) -> None:
    render_text(report, console_for(stream), fail_on=fail_on)


def _json(report: Report, _: FailOn) -> str:
    return render_json(report) + "\n"


def _sarif(report: Report, fail_on: FailOn) -> str:
    from swerve.tell.sarif import render_sarif

    return render_sarif(report, fail_on)


def _junit(report: Report, fail_on: FailOn) -> str:
    from swerve.tell.junit import render_junit

    return render_junit(report, fail_on)


def _markdown(report: Report, fail_on: FailOn) -> str:
    from swerve.tell.markdown import render_markdown

    return render_markdown(report, fail_on)


def _html(report: Report, _: FailOn) -> str:
    from swerve.tell.pages import Entry, render_page

    return render_page([Entry("", "", report_object(report, with_source=True))])


def _github(report: Report, fail_on: FailOn, stream: TextIO) -> None:
    from swerve.tell.github import render_github

    encoding = getattr(stream, "encoding", None) or "utf-8"
    text = render_github(report, fail_on)
    write_own(stream, text.encode(encoding, "backslashreplace").decode(encoding))


def _gitlab(report: Report, fail_on: FailOn) -> str:
    from swerve.tell.gitlab import render_gitlab

    return render_gitlab(report, fail_on)


def _whole(render: _Renderer) -> Writer:
    """What writes a text at once, with what the stream has no code for spelled out."""

    def write(report: Report, fail_on: FailOn, stream: TextIO) -> None:
        encoding = getattr(stream, "encoding", None) or "utf-8"
        text = render(report, fail_on)
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))

    return write


WRITERS: dict[str, Writer] = {
    "text": _text,
    "json": _whole(_json),
    "sarif": _whole(_sarif),
    "junit": _whole(_junit),
    "markdown": _whole(_markdown),
    "html": _whole(_html),
    "github": _github,
    "gitlab": _whole(_gitlab),
}
#: All of them; the one for agents is a folder, which no stream holds.
FORMATS = (*WRITERS, "agent")
