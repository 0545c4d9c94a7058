"""`swerve unify`: two versions of a file as one program that a person can read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from swerve.model import Change, Function, Pair
from swerve.model.errors import BadUsage
from swerve.source import Selection, pair_up, read_paths

if TYPE_CHECKING:
    from swerve.source.syntax import FunctionNode


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
def unify(old: Path, new: Path) -> int:
    """Print old and new functions as one program, with change(old, new) where they differ.

    OLD and NEW are two files. Each change is followed by its line numbers in both. Replacing every
    change with its first argument gives the old version; with its second, the new one. Docstrings
    are left out.
    """
    change = pair_up(read_paths(old, new, Selection()))
    for problem in change.problems:
        side = f" ({problem.side.value})" if problem.side else ""
        raise BadUsage(f"{problem.file}{side} {problem.message}.", problem.hint)
    parts = [*_texts(change), "\n".join(_listed(change))]
    shown = "\n\n\n".join(part for part in parts if part)
    if shown:
        print(shown)
    else:
        print("swerve: no function differs.", file=sys.stderr)
    return 0


def _texts(change: Change) -> Iterator[str]:
    whole = {(pair.new.module.path, pair.new.name) for pair in change.pairs}
    for pair in change.pairs:
        outer = pair.new.name.partition(".<locals>.")[0]
        is_inside = outer != pair.new.name and (pair.new.module.path, outer) in whole
        if not is_inside and (text := _text(pair)):
            yield text


def _listed(change: Change) -> Iterator[str]:
    """Functions that only one side has."""
    for what, listed in (("removed", change.removed), ("added", change.added)):
        for each in listed:
            yield f"# {what}: {each.name}, {each.file}:{each.line}"


def _text(pair: Pair) -> str:
    """Both versions in one; nothing where they are the same code."""
    from swerve.facts.alignment import text_of, unified  # takes a while to load

    merged = unified(_node(pair.old), _node(pair.new))
    if not (merged.sites or merged.old_args or merged.old_name != merged.tree.name):
        return ""
    place = f"old line {pair.old.def_line}, new line {pair.new.def_line}"
    return f"# {pair.new.module.path}: {pair.new.name}, {place}\n{text_of(merged)}"


def _node(function: Function) -> FunctionNode:
    from swerve.source.syntax import ModuleFacts, facts_of

    facts = facts_of(function.module)
    assert isinstance(facts, ModuleFacts)  # noqa: S101 (the pair was read from it)
    return next(each.node for each in facts.definitions if each.node.lineno == function.def_line)
