"""How do two f-strings become one?

Text that differs is a field of its own, `f"{a}{change('x', 'y')}"`, and text again when one side
is projected out of it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import groupby

from swerve.facts.alignment._lists import Kind, merged_list
from swerve.facts.alignment._marks import change_of
from swerve.facts.alignment._merging import Merged, Merging
from swerve.facts.alignment._nodes import lines_of

#: So much shared text at the start or end of a piece is shown once.
_TELLING = 8


def merged_text(
    merging: Merging, old: ast.JoinedStr, new: ast.JoinedStr
) -> Merged[ast.expr] | None:
    """The two in one, where their fields do not differ in how they are formatted."""

    def match(before: ast.expr, after: ast.expr) -> Merged[ast.expr] | None:
        if merging.forms.are_equal(before, after):
            return Merged(after, 0)
        if not isinstance(before, ast.FormattedValue) or not isinstance(after, ast.FormattedValue):
            return None
        if before.conversion != after.conversion or not _have_one_format(merging, before, after):
            return None
        value = merging.merge(before.value, after.value)
        if value is None:
            return None
        node = ast.FormattedValue(value.node, after.conversion, after.format_spec)
        return Merged(ast.copy_location(node, after), value.cost)

    def splice(olds: Sequence[ast.expr], news: Sequence[ast.expr]) -> Merged[list[ast.expr]]:
        start, before, after, end = _shared_text(olds, news)
        lines = lines_of(olds), lines_of(news)
        change = change_of(_piece(before), _piece(after), "python", is_spliced=True, lines=lines)
        field = ast.FormattedValue(change, -1, None)
        parts = joined([ast.Constant(start), field, ast.Constant(end)])
        return Merged(parts, merging.forms.size(*before, *after))

    parts = merged_list(Kind(merging.forms.size, match, splice), old.values, new.values)
    if parts is None:
        return None
    return Merged(ast.copy_location(ast.JoinedStr(parts.node), new), parts.cost)


def joined(parts: Sequence[ast.expr]) -> list[ast.expr]:
    """Pieces of an f-string as the parser gives them: no empty text, and no text beside text."""
    found: list[ast.expr] = []
    for is_text, group in groupby(parts, lambda part: isinstance(part, ast.Constant)):
        pieces = list(group)
        if not is_text:
            found.extend(pieces)
        elif text := "".join(
            str(piece.value) for piece in pieces if isinstance(piece, ast.Constant)
        ):
            found.append(ast.copy_location(ast.Constant(text), pieces[0]))
    return found


def _have_one_format(merging: Merging, old: ast.FormattedValue, new: ast.FormattedValue) -> bool:
    if old.format_spec is None or new.format_spec is None:
        return old.format_spec is new.format_spec
    return merging.forms.are_equal(old.format_spec, new.format_spec)


def _shared_text(
    old: Sequence[ast.expr], new: Sequence[ast.expr]
) -> tuple[str, Sequence[ast.expr], Sequence[ast.expr], str]:
    """Text that single pieces start and end with, and what is left of them."""
    before, after = _text(old), _text(new)
    if before is None or after is None:
        return "", old, new, ""
    start = _shared_start(before, after)
    start = start[: _last_gap(start) + 1]  # no word is broken
    start = start if len(start) >= _TELLING else ""
    before, after = before[len(start) :], after[len(start) :]
    end = _shared_start(before[::-1], after[::-1])[::-1]
    if end not in (before, after):
        end = end[len(end) - 1 - _last_gap(end[::-1]) :]
    end = end if len(end) >= _TELLING else ""
    cut = -len(end) or None
    return start, [ast.Constant(before[:cut])], [ast.Constant(after[:cut])], end


def _shared_start(old: str, new: str) -> str:
    length = 0
    while length < min(len(old), len(new)) and old[length] == new[length]:
        length += 1
    return old[:length]


def _last_gap(text: str) -> int:
    """The position of the last space or newline; -1 when there is none."""
    return max(text.rfind(" "), text.rfind("\n"))


def _text(parts: Sequence[ast.expr]) -> str | None:
    if len(parts) == 1 and isinstance(parts[0], ast.Constant):
        return str(parts[0].value)
    return None


def _piece(parts: Sequence[ast.expr]) -> ast.expr:
    """A text, with fields or without."""
    if not parts:
        return ast.Constant("")
    if len(parts) == 1 and isinstance(parts[0], ast.Constant):
        return parts[0]
    return ast.JoinedStr(list(parts))
