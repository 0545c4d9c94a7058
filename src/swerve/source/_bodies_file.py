"""Which bodies of functions does a JSON Lines file give?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from swerve.model import LineNo
from swerve.source._pairs_file import BrokenRow, RowError, fields_of, id_of, rows_of, text_of


@dataclass(frozen=True, slots=True)
class BodyRow:
    """One body as given."""

    line_no: LineNo
    #: "line-7" when none was given.
    id: str
    body: str


Row: TypeAlias = BodyRow | BrokenRow


def read_bodies(lines: Iterable[bytes]) -> Iterator[Row]:
    """Read rows one by one, so that a file of any length fits. Blank lines are skipped."""
    for line_no, data in rows_of(lines):
        given_id = f"line-{line_no}"
        try:
            fields = fields_of(data)
            given_id = id_of(fields, given_id)
            body = text_of(fields, "body")
            if body is None:
                raise RowError("`body` missing")
        except RowError as broken:
            yield BrokenRow(line_no, given_id, str(broken))
        else:
            yield BodyRow(line_no, given_id, body)
