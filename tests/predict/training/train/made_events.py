"""Events of projects that were never run: code, and what it is said to have read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from swerve.facts.classes import ValueClass
from swerve.predict.neural._tokens import row_of
from swerve.predict.training.events import Event, Header, Recorded, file_name, write
from swerve.predict.training.train._dataset import split_of_project

_CLASSES = [each.value for each in ValueClass]


def project_names(split: int, start: str = "demo") -> Iterator[str]:
    """Names of projects that are for something."""
    names = (f"{start}{number}" for number in count())
    return (name for name in names if split_of_project(name) == split)


def recorded(text: str, file: str = "a.py", *, is_test: bool = False) -> Recorded:
    """A file all of whose places were seen, the class of each by its length in the text."""
    events = []
    for kind, *position in row_of(ast.parse(text).body).places:
        line, column, end_line, end_column = position
        word = _CLASSES[(end_column - column) % len(_CLASSES)]
        name = text.splitlines()[line - 1][column:end_column]
        events.append(Event(kind, name, (line, column, end_line, end_column), {word: 2, "none": 1}))
    return Recorded(file, is_test, text, tuple(events))


def write_project(folder: Path, project: str, *files: Recorded, origin: str = "observed") -> Path:
    """One file of events."""
    folder.mkdir(parents=True, exist_ok=True)
    events = sum(len(file.events) for file in files)
    header = Header(project, "1.0", "3.11.7", origin, {}, len(files), events)
    path = folder / file_name(project, "1.0")
    write(path, header, files)
    return path


def write_corpus(folder: Path) -> None:
    """A few projects for each purpose, with functions that have something in common."""
    for split in range(4):
        if split == 1:  # held events are in projects that are trained with
            continue
        for number, project in zip(range(4), project_names(split), strict=False):
            lines = "".join(f"    total += rows[{n}].size_{number}\n" for n in range(6))
            text = f"def count(rows, total=0):\n{lines}    return total\n"
            test = f"def test_it():\n    assert count(make({number})) == {number}\n"
            write_project(
                folder, project, recorded(text), recorded(test, "test_a.py", is_test=True)
            )
