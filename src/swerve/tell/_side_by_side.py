"""How are the lines that differ drawn?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest

from rich.text import Text

from swerve.model import Pair, Side

from ._alignment import Line, Row, Span, differing_rows, differing_spans, focus
from .page import Page

#: From this width on there is room for both sides.
_TWO_COLUMNS = 100

_MOST_ROWS = 12

#: A line of code longer than this many lines of its column is cut.
_MOST_LINES = 3

_STYLE = {Side.OLD: "red", Side.NEW: "green"}
_MARK = {Side.OLD: "-", Side.NEW: "+"}


def difference_lines(pair: Pair, page: Page, most: int = _MOST_ROWS) -> Iterator[Text]:
    """Draw the lines that differ: side by side where there is room, else old above new.

    About the first `most` rows of them; the rest is counted.
    """
    places, more = _shortened(differing_rows(pair.old, pair.new), most)
    if not places:
        return
    digits = len(str(max(pair.old.last_line, pair.new.last_line)))
    wide = page.width >= _TWO_COLUMNS
    bar = 3 if wide else 0
    column = (page.width - page.indent - bar) // 2 if wide else page.width - page.indent
    pen = _Pen(page, digits, column)
    for index, rows in enumerate(places):
        if index:
            yield pen.gap(2 if wide else 1)
        yield from pen.two_columns(rows) if wide else pen.one_column(rows)
    if more:
        lines = "line" if more == 1 else "lines"
        note = f"{page.glyphs.ellipsis} {more} more {lines}"
        yield Text(" " * (page.indent + digits + 3)).append(note, "dim")


def _shortened(places: list[list[Row]], room: int) -> tuple[list[list[Row]], int]:
    """Keep about the first rows; count the differing rows that are left."""
    kept: list[list[Row]] = []
    if sum(len(rows) for rows in places) <= room + 2:
        return places, 0
    for rows in places:
        shown = rows[:room]
        while shown and shown[-1].same and len(shown) < len(rows):
            shown.pop()
        if not shown or all(row.same for row in shown):
            break
        kept.append(shown)
        room -= len(shown) + 1
        if room <= 0:
            break
    total = sum(not row.same for rows in places for row in rows)
    return kept, total - sum(not row.same for rows in kept for row in rows)


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws rows into columns of a fixed width."""

    page: Page
    digits: int
    column: int

    @property
    def room(self) -> int:
        """Cells for code in a column, after line number and mark."""
        return self.column - self.digits - 3

    def two_columns(self, rows: list[Row]) -> Iterator[Text]:
        for row in rows:
            for left, right in zip_longest(*self._cells(row), fillvalue=Text()):
                line = self._indented(left)
                line.pad_right(self.page.indent + self.column - line.cell_len)
                yield line.append(f" {self.page.glyphs.bar} ", "dim").append_text(right)

    def one_column(self, rows: list[Row]) -> Iterator[Text]:
        for same, run in groupby(rows, key=lambda row: row.same):
            cells = [self._cells(row) for row in run]
            above = [] if same else [line for old, _ in cells for line in old]
            below = [line for _, new in cells for line in new]
            yield from map(self._indented, above + below)

    def gap(self, columns: int) -> Text:
        mark = self.page.glyphs.gap.rjust(self.digits)
        line = self._indented(Text(mark, "dim"))
        if columns == 2:
            line.pad_right(self.column - self.digits)
            line.append(f" {self.page.glyphs.bar} {mark}", "dim")
        return line

    def _indented(self, text: Text) -> Text:
        return Text(" " * self.page.indent).append_text(text)

    def _cells(self, row: Row) -> tuple[list[Text], list[Text]]:
        old, new = self._codes(row)
        return (
            self._cell(row.old, old, Side.OLD, row.same),
            self._cell(row.new, new, Side.NEW, row.same),
        )

    def _cell(self, line: Line | None, code: Text, side: Side, same: bool) -> list[Text]:
        """Return number, mark and code; long code goes on below, a step further in."""
        if line is None:
            return []
        number = (f"{line.number:>{self.digits}} ", "dim")
        mark = ("  ", "") if same else (f"{_MARK[side]} ", f"bold {_STYLE[side]}")
        indentation = len(code.plain) - len(code.plain.lstrip())
        hang = min(indentation, self.room // 4) + 2
        most = 1 if same else _MOST_LINES
        first, *others = self.page.wrap(code, self.room, most, hang=hang, after=" ([{,")
        lead = " " * (self.digits + 3)
        return [Text.assemble(number, mark, first), *(Text.assemble(lead, line) for line in others)]

    def _codes(self, row: Row) -> tuple[Text, Text]:
        """Return the code of both sides, coloured; what differs inside alike lines stands out."""
        old = row.old.text.expandtabs(4) if row.old else ""
        new = row.new.text.expandtabs(4) if row.new else ""
        if row.same:
            return self._code(old, "dim"), self._code(new, "dim")
        if not row.alike:
            return self._code(old, _STYLE[Side.OLD]), self._code(new, _STYLE[Side.NEW])
        old, new = focus(old, new, self.room * _MOST_LINES // 2, self.page.glyphs.ellipsis)
        return highlighted(self._code(old), self._code(new))

    def _code(self, code: str, style: str = "") -> Text:
        return Text(self.page.safe(code[: 8 * self.page.width]), style)


def highlighted(old: Text, new: Text) -> tuple[Text, Text]:
    """Colour two versions of a text, strongest where they differ."""
    old_spans, new_spans = differing_spans(old.plain, new.plain)
    _stylize(old, old_spans, Side.OLD)
    _stylize(new, new_spans, Side.NEW)
    return old, new


def _stylize(text: Text, spans: list[Span], side: Side) -> None:
    text.stylize(_STYLE[side])
    for start, end in spans:
        blank = text.plain[start:end].isspace()
        if blank and not start:
            continue  # indentation shows by itself
        # Spaces show only on a background.
        text.stylize(f"{_STYLE[side]} {'reverse' if blank else 'bold'}", start, end)
