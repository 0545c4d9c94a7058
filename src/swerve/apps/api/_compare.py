"""Do two functions behave alike?"""

from __future__ import annotations

import ast
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from swerve.check.checking import investigated, need_sense
from swerve.check.pipeline import Listener
from swerve.model import Cause, CauseKind, Change, Intent, Pair, Problem, Report
from swerve.model.errors import BadUsage
from swerve.source import FileVersions, RawChange, SingleFile, pair_in, pair_up
from swerve.tell.again import COMPARED

from ._checked import Checked, checked_from
from ._keywords import RunKeywords
from ._settings import lists_settings, settings_from
from ._taken import Taken, taken

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: A function, or its source text with all that it needs.
Version: TypeAlias = Callable[..., object] | str

_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef)


@lists_settings(RunKeywords)
def compare(
    old: Version,
    new: Version,
    *,
    listener: Listener | None = None,
    **settings: Unpack[RunKeywords],
) -> Checked:
    """Compare the behaviour of two functions, of a module, a script or a notebook.

    Each is a function or source text. If each text has one function, these two are compared,
    whatever their names; otherwise functions of the same name are. A function is copied as source
    text, with everything that it reads; it runs in a sandbox, in this interpreter unless `python`
    names another. Raises `SourceMissing` where source text is not available.
    """
    started = time.monotonic()
    said = settings_from(settings, Path.cwd())
    said = replace(said, python=said.python or sys.executable, judge="none")
    need_sense(said)
    sides = _taken(old, "old"), _taken(new, "new")
    raw = _raw(*sides)
    report = investigated(raw, _change(raw, *sides), said, listener)
    report = replace(_without_names(report), seconds=time.monotonic() - started)
    return checked_from(report, raw, said)


def _taken(version: Version, side: str) -> Taken:
    """The text of a version, and the function in it; no name where there are several."""
    if callable(version):
        return taken(version)
    if not isinstance(version, str):
        raise BadUsage(
            f"{version!r} is neither a function nor a string.",
            "Give a function or its source text.",
        )
    text = textwrap.dedent(version).strip("\n") + "\n"
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise BadUsage(
            f"The {side} text does not parse: {error}.", "Give whole statements, as in a file."
        ) from error
    found = [each.name for each in body if isinstance(each, _DEFINED)]
    return Taken(text, found[0] if len(found) == 1 else "")


def _raw(old: Taken, new: Taken) -> RawChange:
    texts = [each.text.encode("utf-8", "surrogatepass") for each in (old, new)]
    names = (old.name or "old", new.name or "new")
    if names[0] == names[1]:
        names = (f"{names[0]} (old)", f"{names[1]} (new)")
    trees = (SingleFile(COMPARED, texts[0]), SingleFile(COMPARED, texts[1]))
    return RawChange(*names, (FileVersions(COMPARED, texts[0], texts[1]),), trees=trees)


def _change(raw: RawChange, old: Taken, new: Taken) -> Change:
    if not (old.name and new.name):
        change = pair_up(raw)
        if not change.pairs and not change.problems:
            _need_common(old, new)
        return change
    found = pair_in(COMPARED, old.text, new.text, new.name, old.name)
    if isinstance(found, Problem):
        raise BadUsage(f"{found.message}.", found.hint)
    return Change(raw.old, raw.new, Intent(), (_given(found),), files=1)


def _need_common(old: Taken, new: Taken) -> None:
    names = [
        {node.name for node in ast.walk(ast.parse(each.text)) if isinstance(node, _DEFINED)}
        for each in (old, new)
    ]
    if names[0].isdisjoint(names[1]):
        raise BadUsage(
            "The two sources have no function in common.",
            "Pass sources with one function each, or with functions of the same name.",
        )


def _given(pair: Pair) -> Pair:
    """Two functions that were given as versions of one: that their names differ is no finding."""
    own = (CauseKind.MOVED, CauseKind.RENAMED)
    causes = [each for each in pair.causes if each.kind not in own]
    if not any(each.kind is CauseKind.EDITED for each in causes):
        causes.insert(0, Cause(CauseKind.EDITED, "given as a pair"))
    return replace(pair, causes=tuple(causes), old_place_works=True)


def _without_names(report: Report) -> Report:
    functions = tuple(
        replace(
            each,
            interface=tuple(
                one for one in each.interface if not one.what.startswith("renamed from")
            ),
        )
        for each in report.functions
    )
    return replace(report, functions=functions)
