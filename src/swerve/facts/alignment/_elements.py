"""How do calls and displays become one, when one side has more in them?

What only one side has is spliced in: `f(a, *change((), (b,)))`, `f(**change({}, {"key": b}))`.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from swerve.model import LineNo, Side

from ._merging import Kind, Merged, Merging, merged_list
from ._model import change_of, lines_of, one_sided


class _Entry(NamedTuple):
    """A key of a dictionary display with its value; no key for `**value`."""

    key: ast.expr | None
    value: ast.expr


def merged_contents(merging: Merging, old: ast.expr, new: ast.expr) -> Merged[ast.expr] | None:
    """Two calls, displays, or strings with fields in them; `None` for everything else."""
    if isinstance(old, ast.Call) and isinstance(new, ast.Call):
        return _call(merging, old, new)
    if isinstance(old, ast.Set) and isinstance(new, ast.Set):
        elements = merged_elements(merging, old.elts, new.elts)
        return None if elements is None else _like(new, ast.Set(elements.node), elements.cost)
    if isinstance(old, (ast.List, ast.Tuple)) and isinstance(new, (ast.List, ast.Tuple)):
        return _sequence(merging, old, new)
    if isinstance(old, ast.Dict) and isinstance(new, ast.Dict):
        return _dictionary(merging, old, new)
    if isinstance(old, ast.JoinedStr) and isinstance(new, ast.JoinedStr):
        return merged_text(merging, old, new)
    return None


def merged_elements(
    merging: Merging, old: Sequence[ast.expr], new: Sequence[ast.expr]
) -> Merged[list[ast.expr]] | None:
    """Elements or positional arguments."""

    def splice(olds: Sequence[ast.expr], news: Sequence[ast.expr]) -> Merged[list[ast.expr]] | None:
        if any(isinstance(each, ast.Slice) for each in (*olds, *news)):
            return None
        spliced = _spliced(_tuple(olds), _tuple(news), lines_of(olds), lines_of(news))
        return Merged([ast.Starred(spliced, ast.Load())], merging.forms.size(*olds, *news))

    return merged_list(Kind(merging.forms.size, merging.merge, splice), old, new)


def merged_keywords(
    merging: Merging, old: Sequence[ast.keyword], new: Sequence[ast.keyword]
) -> Merged[list[ast.keyword]] | None:
    """Keyword arguments; their names are no expressions."""

    def match(before: ast.keyword, after: ast.keyword) -> Merged[ast.keyword] | None:
        value = merging.merge(before.value, after.value) if before.arg == after.arg else None
        if value is None:
            return None
        return Merged(ast.copy_location(ast.keyword(after.arg, value.node), after), value.cost)

    def splice(
        olds: Sequence[ast.keyword], news: Sequence[ast.keyword]
    ) -> Merged[list[ast.keyword]] | None:
        if any(_is_private(each.arg) for each in (*olds, *news)):
            return None  # mangled as the name of an argument, and not as a text
        before, after = (_display([_named(each) for each in side]) for side in (olds, news))
        spliced = _spliced(before, after, lines_of(olds), lines_of(news))
        return Merged([ast.keyword(None, spliced)], merging.forms.size(*olds, *news))

    return merged_list(Kind(merging.forms.size, match, splice), old, new)


def _call(merging: Merging, old: ast.Call, new: ast.Call) -> Merged[ast.expr] | None:
    function = merging.merge(old.func, new.func)
    arguments = merged_elements(merging, old.args, new.args)
    keywords = merged_keywords(merging, old.keywords, new.keywords)
    if function is None or arguments is None or keywords is None:
        return None
    cost = function.cost + arguments.cost + keywords.cost
    return _like(new, ast.Call(function.node, arguments.node, keywords.node), cost)


def _sequence(
    merging: Merging, old: ast.List | ast.Tuple, new: ast.List | ast.Tuple
) -> Merged[ast.expr] | None:
    if not isinstance(new.ctx, ast.Load):
        elements = merging.field(old.elts, new.elts)
    else:
        elements = merged_elements(merging, old.elts, new.elts)
    if elements is None or type(old) is not type(new):
        return None
    return _like(new, type(new)(elements.node, new.ctx), elements.cost)


def _dictionary(merging: Merging, old: ast.Dict, new: ast.Dict) -> Merged[ast.expr] | None:
    forms = merging.forms

    def match(before: _Entry, after: _Entry) -> Merged[_Entry] | None:
        key = merging.field(before.key, after.key)
        value = merging.merge(before.value, after.value)
        if key is None or value is None:
            return None
        return Merged(_Entry(key.node, value.node), key.cost + value.cost)

    def splice(olds: Sequence[_Entry], news: Sequence[_Entry]) -> Merged[list[_Entry]]:
        before, after = (lines_of([e.key or e.value for e in side]) for side in (olds, news))
        spliced = _spliced(_display(olds), _display(news), before, after)
        return Merged([_Entry(None, spliced)], sum(map(size, (*olds, *news))))

    def size(entry: _Entry) -> int:
        return forms.size(entry.value, *([entry.key] if entry.key else []))

    entries = merged_list(Kind(size, match, splice), _entries(old), _entries(new))
    return None if entries is None else _like(new, _display(entries.node), entries.cost)


def _like(new: ast.expr, node: ast.expr, cost: int) -> Merged[ast.expr]:
    return Merged(ast.copy_location(node, new), cost)


def _entries(node: ast.Dict) -> list[_Entry]:
    return [_Entry(key, value) for key, value in zip(node.keys, node.values, strict=True)]


def _display(entries: Sequence[_Entry]) -> ast.expr:
    return ast.Dict([entry.key for entry in entries], [entry.value for entry in entries])


def _named(keyword: ast.keyword) -> _Entry:
    return _Entry(None if keyword.arg is None else ast.Constant(keyword.arg), keyword.value)


def _tuple(elements: Sequence[ast.expr]) -> ast.expr:
    return ast.Tuple(list(elements), ast.Load())


def _spliced(
    old: ast.expr, new: ast.expr, old_lines: tuple[LineNo, ...], new_lines: tuple[LineNo, ...]
) -> ast.expr:
    if not old_lines:
        return one_sided(Side.NEW, new, old, "python", is_spliced=True, lines=new_lines)
    if not new_lines:
        return one_sided(Side.OLD, old, new, "python", is_spliced=True, lines=old_lines)
    return change_of(old, new, "python", is_spliced=True, lines=(old_lines, new_lines))


def _is_private(name: str | None) -> bool:
    return name is not None and name.startswith("__") and not name.endswith("__")


# --- texts ----------------------------------------------------------------------------------------

# How do two f-strings become one?
#
# Text that differs is a field of its own, `f"{a}{change('x', 'y')}"`, and text again when one side
# is projected out of it.


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
