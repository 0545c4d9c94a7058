"""How is told what was not compared: added, removed, broken and left-out things?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.text import Text

from swerve.model import AsideKind, Brought, LeftOut, Listed, Outside, Problem, Runtime, SetAside
from swerve.model.plurals import counted

from ._alignment import focus
from ._side_by_side import highlighted
from .page import Page
from .words import interpreter_words, left_out_words

_MOST_FILES = 10
_MOST_NAMES = 8
_MOST_OUTSIDE = 10

#: Where what follows "+ added", "- removed" and "! problem" starts.
_COLUMN = 11

_CARET_LINE = re.compile(r"[\s~]*\^+[\s~^]*")


def added_lines(added: Iterable[Listed], page: Page) -> Iterator[Text]:
    """List the functions that only the new side has, by file."""
    yield from _by_file(Text("+ added", "bold green"), added, page)


def removed_lines(removed: Iterable[Listed], page: Page) -> Iterator[Text]:
    """List the functions that only the old side has; the public ones first, since they count."""
    removed = tuple(removed)
    public = [listed for listed in removed if listed.public]
    private = [listed for listed in removed if not listed.public]
    yield from _by_file(Text("- removed", "bold red"), public, page)
    yield from _by_file(Text("- removed", "bold"), private, page, note=" (private)")


def outside_lines(outside: tuple[Outside, ...], page: Page) -> Iterator[Text]:
    """Show what differs in code that belongs to no function."""
    for difference in outside[:_MOST_OUTSIDE]:
        place = Text(page.safe(f"{difference.file}:{difference.line}"), "cyan")
        yield from page.hanging(Text("* outside", "bold"), place, _COLUMN, most=3)
        old, new = focus(difference.old, difference.new, page.width, page.glyphs.ellipsis)
        old_text, new_text = highlighted(Text(page.safe(old)), Text(page.safe(new)))
        for mark, style, text in (("-", "bold red", old_text), ("+", "bold green", new_text)):
            if text:
                lead = Text.assemble(" " * page.indent, (mark, style))
                yield from page.hanging(lead, text, page.indent + 2, most=2)
    if len(outside) > _MOST_OUTSIDE:
        text = Text(f"and {counted(len(outside) - _MOST_OUTSIDE, 'more place')}", "dim")
        yield from page.hanging(Text("* outside", "bold"), text, _COLUMN)


def problem_lines(problem: Problem, page: Page) -> Iterator[Text]:
    """Tell what could not be looked into, where, and what to do about it."""
    line = f":{problem.line}" if problem.line else ""
    side = f"  ({problem.side.value} side)" if problem.side else ""
    place = Text.assemble((page.safe(f"{problem.file}{line}"), "cyan"), (side, "dim"))
    yield from page.hanging(Text("! problem", "bold yellow"), place, _COLUMN, most=3)
    yield from page.hanging(Text(), page.paragraph(problem.message), page.indent)
    if problem.excerpt:
        yield from _excerpt(problem.excerpt, page)
    if problem.hint:
        yield from page.labelled("hint", problem.hint)


def brought_lines(brought: Brought, page: Page) -> Iterator[Text]:
    """Tell what comes with the change and speaks of its own check."""
    place = Text(page.safe(brought.file), "cyan")
    yield from page.hanging(Text("! brings", "bold yellow"), place, _COLUMN, most=3)
    yield from page.hanging(Text(), page.paragraph(brought.message), page.indent)
    if brought.hint:
        yield from page.labelled("hint", brought.hint)


def runtime_lines(runtime: Runtime, page: Page) -> Iterator[Text]:
    """Tell in one sentence what code ran in, and how much of it was imported there."""
    found_by = interpreter_words(runtime.found_by)
    total = len(runtime.modules)
    works = sum(module.works for module in runtime.modules)
    sandbox = "no" if runtime.sandbox == "none" else runtime.sandbox
    words = f"Python {runtime.version} ({found_by}), {sandbox} sandbox"
    if total:
        modules = counted(total, "module")
        words = f"Ran in {words}; imported {works} of {modules} with undecided functions"
    for text in (words, *runtime.notes):
        yield from page.wrap(page.paragraph(text, "dim"), page.width, most=3)


def left_out_lines(left_out: tuple[LeftOut, ...], page: Page) -> Iterator[Text]:
    """Tell in one sentence which files nobody looked at."""
    if left_out:
        files = counted(len(left_out), "file")
        words = page.safe(left_out_words(left_out))
        default = sum(left.is_by_default for left in left_out)
        hint = f" (use --include to check {'it' if default == 1 else 'them'})" if default else ""
        text = Text(f"{files} left out: {words}{hint}", "dim")
        yield from page.wrap(text, page.width, most=4)


def set_aside_lines(set_aside: tuple[SetAside, ...], page: Page) -> Iterator[Text]:
    """Tell why a change with functions in it is not looked into as far as others."""
    for aside in set_aside:
        if aside.kind is not AsideKind.NO_SOURCE:
            text = page.paragraph(f"set aside, {aside.kind.value}: {aside.why}", "dim")
            yield from page.wrap(text, page.width, most=3)


def _by_file(lead: Text, listed: Iterable[Listed], page: Page, note: str = "") -> Iterator[Text]:
    by_file: dict[str, list[str]] = {}
    for one in listed:
        by_file.setdefault(one.file, []).append(one.name)
    for index, (file, names) in enumerate(by_file.items()):
        if index == _MOST_FILES:
            count = sum(len(names) for names in list(by_file.values())[index:])
            text = Text(f"and {count} more in {counted(len(by_file) - index, 'other file')}", "dim")
            yield from page.hanging(lead, text, _COLUMN)
            return
        shown = ", ".join(page.safe(name) for name in names[:_MOST_NAMES])
        text = Text.assemble((page.safe(file), "cyan"), f": {shown}")
        if len(names) > _MOST_NAMES:
            text.append(f" and {len(names) - _MOST_NAMES} more", "dim")
        yield from page.hanging(lead, text.append(note, "dim"), _COLUMN)


def _excerpt(excerpt: str, page: Page) -> Iterator[Text]:
    """Show source with its caret still under the place, whatever was escaped or cut before it."""
    indent = page.indent + 4
    room = page.width - indent
    lines = excerpt.rstrip("\n").split("\n")
    for index, line in enumerate(lines[:6]):
        if index and _CARET_LINE.fullmatch(line):
            continue
        below = lines[index + 1] if index + 1 < len(lines) else ""
        caret = below.index("^") if _CARET_LINE.fullmatch(below) else None
        start = max(0, (caret or 0) - room // 2) if len(line) > room else 0
        shown = (page.glyphs.ellipsis if start else "") + page.safe(_spaced(line[start:]))
        yield Text(" " * indent).append_text(page.cut(Text(shown), room))
        if caret is not None:
            before = Text(page.safe(_spaced(line[start:caret]))).cell_len
            before += len(page.glyphs.ellipsis) if start else 0
            before = min(before, room - 1)
            carets = "^" * max(1, min(below.count("^"), room - before))
            yield Text(" " * (indent + before)).append(carets, "bold yellow")


def _spaced(code: str) -> str:
    return code.replace("\t", "    ")
