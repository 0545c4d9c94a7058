"""How often is a value of some name of which class? The table of the `frequency` predictor."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from swerve.predict import Table
from swerve.predict._baselines import normalised
from swerve.predict.training.events import KINDS, Event, Recorded, Span

#: A name is kept that was seen in so many projects, or at so many places.
_FEWEST_PROJECTS, _FEWEST_PLACES = 2, 5
#: What is a word that other code might have: no sentences, no numbers.
_WORD = re.compile(r"[a-z_][a-z0-9_.:-]{0,39}")
#: Of the places of a name, the share below which a class is taken for an accident.
_ACCIDENT = 0.01

#: Project and file of an event, and the event.
Row: TypeAlias = tuple[str, str, Event]
_Place: TypeAlias = tuple[str, str, int]


class Frequencies:
    """What was seen under each name, in the making. A class counts once a line of code."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        #: Kind and name, then class: the places it was seen at.
        self._seen: dict[tuple[str, str], dict[str, set[_Place]]] = {}
        self.add(rows)

    def add(self, rows: Iterable[Row]) -> None:
        """Take in events."""
        for project, file, event in rows:
            name = normalised(event.name)[0]
            if _WORD.fullmatch(name):
                row = self._seen.setdefault((event.kind, name), {})
                for word in event.counts:
                    row.setdefault(word, set()).add((project, file, event.place[0]))

    def table(self, fewest: int = 1) -> Table:
        """The table, without names that fewer places have."""
        table: dict[str, dict[str, dict[str, int]]] = {}
        for (kind, name), row in self._seen.items():
            places = {place for seen in row.values() for place in seen}
            projects = {project for project, _, _ in places}
            if len(places) < fewest:
                continue
            if len(projects) < _FEWEST_PROJECTS and len(places) < _FEWEST_PLACES:
                continue
            least = _ACCIDENT * sum(map(len, row.values()))
            counts = {word: len(seen) for word, seen in row.items() if len(seen) >= least}
            table.setdefault(kind, {})[name] = counts
        return table

    def text(self, sources: Mapping[str, Mapping[str, object]], most_bytes: int) -> str:
        """The table as JSON, one name a line; the rarest names go until it is small enough."""
        fewest = 1
        while True:
            table = self.table(fewest)
            parts = [f'"sources":{json.dumps(sources, sort_keys=True)}']
            for kind in KINDS:
                names = table.get(kind, {})
                lines = [f"{json.dumps(name)}:{_compact(names[name])}" for name in sorted(names)]
                parts.append(f'"{kind}":{{\n' + ",\n".join(lines) + "\n}")
            text = "{" + ",\n".join(parts) + "}\n"
            if len(text.encode()) <= most_bytes:
                return text
            fewest += 1


def made_up_by_runs(recorded: Recorded) -> Iterator[Event]:
    """The events at places where a guided run may have to make a value up.

    Who is called is not among them, since runs make up what a call gives; neither are decorators,
    defaults, bases and the classes of `except` clauses.
    """
    apart = _apart(recorded.source)
    return (event for event in recorded.events if event.place not in apart)


def _apart(source: str) -> set[Span]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError):
            return set()
    found: set[Span] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            found.add(_span(node.func))
        for part in _parts_apart(node):
            found.update(_span(inner) for inner in ast.walk(part) if isinstance(inner, ast.expr))
    return found


def _parts_apart(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield from node.decorator_list
    if isinstance(node, ast.ClassDef):
        yield from (*node.bases, *node.keywords)
    if isinstance(node, ast.arguments):
        yield from (each for each in (*node.defaults, *node.kw_defaults) if each is not None)
    if isinstance(node, ast.ExceptHandler) and node.type is not None:
        yield node.type


def _span(node: ast.expr) -> Span:
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


def _compact(counts: Mapping[str, int]) -> str:
    ordered = dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
    return json.dumps(ordered, separators=(",", ":"))
