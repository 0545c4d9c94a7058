"""What can be put on the terminal at hand, and how is text fitted to it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

from rich.cells import cell_len
from rich.text import Text

from .printable import printable

#: Narrower terminals get lines of this width all the same; wider ones are not filled.
_NARROWEST = 20
_WIDEST = 160

#: No value is shown at a length beyond this, so that nothing longer need be measured.
_LONGEST = 20_000

_LABEL_WIDTH = 11


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters that carry meaning in a report."""

    changed: str
    likely_preserved: str
    preserved: str
    inconclusive: str
    dot: str
    ellipsis: str
    bar: str
    gap: str


_UNICODE = Glyphs("✗", "≈", "✓", "?", "·", "…", "│", "⋮")
_ASCII = Glyphs("x", "~", "v", "?", "-", "...", "|", ":")


@dataclass(frozen=True, slots=True)
class Page:
    """The terminal, pipe or file a report is written to."""

    width: int
    encoding: str
    glyphs: Glyphs

    @property
    def indent(self) -> int:
        """Cells before a line that belongs to a function."""
        return 4 if self.width >= 60 else 2

    def safe(self, text: str) -> str:
        """Return `text` on one line, with nothing in it that the terminal would act on."""
        return printable(text[: _LONGEST + len(self.glyphs.ellipsis)], self.encoding)

    def paragraph(self, text: str, style: str = "") -> Text:
        """Return text that may run over several lines; `…` says that there was more."""
        if len(text) > _LONGEST:
            text = f"{text[:_LONGEST]}{self.glyphs.ellipsis}"
        lines = text.expandtabs(4).strip("\n").split("\n")
        return Text("\n".join(self.safe(line) for line in lines), style)

    def cut(self, text: Text, width: int | None = None, *, marked: bool = False) -> Text:
        """Return `text` in at most `width` cells, its end replaced by `…` where that is needed.

        `marked` puts the `…` there in any case.
        """
        room = self.width if width is None else width
        if text.cell_len <= room and not marked:
            return text
        kept = text.copy()
        kept.truncate(room - cell_len(self.glyphs.ellipsis), overflow="crop")
        kept.rstrip()
        return kept.append(self.glyphs.ellipsis)

    def wrap(
        self, text: Text, width: int, most: int, *, hang: int = 0, after: str = " "
    ) -> list[Text]:
        """Break `text` into lines of at most `width` cells; `…` says that there were more.

        Lines break after one of the characters `after` where they can, and a line that carries
        on the one above is indented by `hang`.
        """
        lines: list[Text] = []
        for line in text.split("\n", allow_blank=True):
            first, *others = line.divide(_breaks(line.plain, width, width - hang, after))
            lines += [first, *(Text.assemble(" " * hang, other) for other in others)]
        for line in lines:
            line.rstrip()
        if len(lines) > most:
            lines[most - 1 :] = [self.cut(lines[most - 1], width, marked=True)]
        return lines

    def hanging(self, lead: Text, text: Text, column: int, most: int = 6) -> Iterator[Text]:
        """Put `lead` before `text` and wrap, so that the text stands right of `column`."""
        lines = self.wrap(text, self.width - column, most)
        yield _padded(lead, column).append_text(lines[0])
        for line in lines[1:]:
            yield Text(" " * column).append_text(line)

    def labelled(self, label: str, text: Text | str, most: int = 6) -> Iterator[Text]:
        """Put a label before `text`, indented below a function's headline."""
        lead = Text(" " * self.indent).append(label, "dim")
        body = self.paragraph(text) if isinstance(text, str) else text
        yield from self.hanging(lead, body, self.indent + _LABEL_WIDTH, most)


def page_for(width: int, encoding: str) -> Page:
    """Choose the characters that `encoding` can carry."""
    carried = all(_can_encode(glyph, encoding) for glyph in _glyph_texts(_UNICODE))
    return Page(
        width=min(max(width, _NARROWEST), _WIDEST),
        encoding=encoding,
        glyphs=_UNICODE if carried else _ASCII,
    )


def _glyph_texts(glyphs: Glyphs) -> Iterable[str]:
    return (getattr(glyphs, field.name) for field in fields(glyphs))


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _padded(text: Text, width: int) -> Text:
    padded = Text().append_text(text)  # its style is not to spread over what follows
    padded.pad_right(max(0, width - text.cell_len))
    return padded


def _breaks(text: str, width: int, next_width: int, after: str) -> list[int]:
    """Say at which offsets to break so that the first line, and those that follow, fit."""
    breaks: list[int] = []
    start = used = chance = 0
    for index, character in enumerate(text):
        cells = cell_len(character)
        if used + cells > width and character != " ":
            carried = cell_len(text[max(chance, start) : index])
            fits = chance > start and carried + cells <= next_width
            start, used = (chance, carried) if fits else (index, 0)
            breaks.append(start)
            width = next_width
        used += cells
        if character in after:
            chance = index + 1
    return breaks
