"""What is a page made of?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

#: A JSON object, as `swerve.tell.report_object(report, with_source=True)` makes it. It may have
#: been written by another version: what later versions added may be missing.
ReportObject: TypeAlias = Mapping[str, Any]

_NO_SUBJECT = ("docstring", "discussion")


@dataclass(frozen=True, slots=True)
class Entry:
    """One change that was checked, and what was found."""

    #: What it is about; what was said about the change when empty.
    title: str
    #: When it was made or checked, as a person reads it; may be empty.
    when: str
    report: ReportObject


def title_of(entry: Entry) -> str:
    """The title, or the first line of what weighs most, or the names of the two sides."""
    if entry.title:
        return entry.title
    for words in entry.report["intent"]["words"]:
        if words["kind"] not in _NO_SUBJECT and words["text"].strip():
            return str(words["text"]).strip().splitlines()[0]
    return f"{entry.report['old']}..{entry.report['new']}"
