"""How are tests told to run on a side, with which functions watched?"""

from __future__ import annotations

import ast
import filecmp
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from typing import NamedTuple

from swerve.model import Function, Pair, Side
from swerve.source import Selection
from swerve.source.syntax import FUNCTIONS, Unreadable, parse
from swerve.source.syntax.conditions import watched_parts

from ..project import Checkout, DjangoSettings, Project, django_settings
from ..sandbox import Level
from ..suites import Errand, RunningTests, conventions_of, run_errand
from ._focus import focus_of
from ._limits import ENOUGH_TESTS, GRACE_S, MOST_CALLS, MOST_IN_ALL, TEST_PART, TEST_S
from ._ran import Ran
from ._staying import Staying

#: Where the other tree is seen by tests that run on one.
_OTHER = "/srv/u/other"
_MOST_BYTES = 64 << 20
_MOST_MOVED = 5_000


@dataclass(frozen=True, slots=True)
class Stage:
    """One side of a project, with the tests that run on it."""

    project: Project
    side: Side
    level: Level
    watched: tuple[dict[str, object], ...]
    #: Those of the functions, by their numbers, of which enough is seen at some time.
    counted: tuple[int, ...] = ()
    #: Files that are taken from the other side; None for those that are taken away.
    instead: tuple[tuple[str, Path | None], ...] = ()
    #: Of a Django project.
    django: DjangoSettings | None = None
    #: Ends what runs on it.
    stop: Event = field(default_factory=Event)

    @property
    def checkout(self) -> Checkout:
        """Its files."""
        return self.project.side(self.side)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which tests of some files run, and how."""

    files: tuple[str, ...]
    seconds: float
    #: Test ids; all tests of the files when None.
    chosen: tuple[str, ...] | None = None
    avoided: tuple[str, ...] = ()
    #: Whether it is noted which functions of the project run in which test.
    marks: bool = False
    #: What the hashes of strings are made from.
    hash_seed: int = 0
    #: Without any conftest.py.
    is_bare: bool = False
    #: Whether calls are told that a test before has made too.
    each_anew: bool = False
    #: Names of test functions that come first.
    first: tuple[str, ...] = ()
    #: Whether calls are made with other values too.
    varies: bool = True
    #: Whether something stands for names that only the other side has.
    stands_in: bool = True


def stage_for(
    project: Project,
    side: Side,
    level: Level,
    pairs: Sequence[Pair],
    *,
    tests_of: Side | None = None,
    tests: Sequence[Function] = (),
) -> Stage:
    """One side, with its own tests or those of the other one.

    Functions of the pairs are watched, and behind them test functions as `tests_of` has them.
    """
    checkout = project.side(side)
    watched = [
        {**_watched(pair.old if side is Side.OLD else pair.new, checkout), **_varied_in(pair)}
        for pair in pairs
    ]
    instead: tuple[tuple[str, Path | None], ...] = ()
    if tests_of is not None and tests_of is not side:
        held = {str(each["file"]) for each in watched}
        instead = tuple(_tests_of(project.side(tests_of), checkout, held))
    watched += [_watched(function, checkout) for function in tests]
    counted = tuple(at for at, pair in enumerate(pairs) if not pair.is_affected)
    django = django_settings(checkout.tree.path)
    return Stage(project, side, level, tuple(watched), () if tests else counted, instead, django)


def _varied_in(pair: Pair) -> dict[str, object]:
    """What is varied in calls of a function that changed itself."""
    focus = None if pair.is_affected else focus_of(pair)
    return {} if focus is None else {"focus": focus.paths, "constants": focus.constants}


def _watched(function: Function, checkout: Checkout) -> dict[str, object]:
    return {
        "file": checkout.in_tree(function.module.path),
        "module": checkout.module_name(function.module.path),
        "name": function.name,
        "line": function.def_line,
        "lines": (*function.changed_lines, *watched_parts(function)),
    }


def _tests_of(wanted: Checkout, own: Checkout, held: set[str]) -> Iterable[tuple[str, Path | None]]:
    """Files of the tests that are not the same on both sides, but for those that are watched."""
    known = set(_test_code(wanted.tree.path))
    for file in sorted(known - held)[:_MOST_MOVED]:
        if not _is_same(wanted.tree.path / file, own.tree.path / file):
            yield file, wanted.tree.path / file
    for file in sorted(set(_test_code(own.tree.path)) - known - held):
        if file.rpartition("/")[2] == "conftest.py":
            yield file, None


def _test_code(tree: Path) -> Iterable[str]:
    selection = Selection()
    for place, folders, names in os.walk(tree):
        folders[:] = [name for name in folders if not name.startswith(".")]
        folder = os.path.relpath(place, tree)
        for name in names:
            file = os.path.normpath(os.path.join(folder, name))
            if selection.why_left_out(file) == "test code":
                yield file


def _is_same(old: Path, new: Path) -> bool:
    try:
        return filecmp.cmp(old, new, shallow=False)
    except OSError:
        return False


def differing_tests(project: Project, tests: Iterable[str]) -> list[str]:
    """Those test files of the new side that are not the same on the old one."""
    old, new = project.old.tree.path, project.new.tree.path
    return [file for file in tests if not _is_same(old / file, new / file)]


class EditedTests(NamedTuple):
    """Functions in test files that are not the same on both sides."""

    #: As they are called.
    names: tuple[str, ...] = ()
    #: The ids of those that the old side has; and that it alone has, by their names.
    old_ids: tuple[str, ...] = ()
    removed_ids: tuple[str, ...] = ()


def edited_tests(project: Project, files: Iterable[str]) -> EditedTests:
    """What differs between the sides in some test files, as far as they can be read."""
    names: dict[str, None] = {}
    ids: list[str] = []
    removed: list[str] = []
    for file in files:
        old, new = (_functions_in(side.tree.path / file) for side in (project.old, project.new))
        names |= dict.fromkeys(place[-1] for place, _ in old ^ new)
        places = {place for place, _ in new}
        ids += sorted("::".join((file, *place)) for place, _ in old - new)
        removed += sorted("::".join((file, *place)) for place, _ in old if place not in places)
    return EditedTests(
        tuple(sorted(names)), tuple(dict.fromkeys(ids)), tuple(dict.fromkeys(removed))
    )


def _functions_in(file: Path) -> set[tuple[tuple[str, ...], str]]:
    """Functions by the classes around them and their names, with what stands there."""
    try:
        tree = parse(file.read_text("utf-8"))
    except (OSError, ValueError):
        return set()
    return set() if isinstance(tree, Unreadable) else set(_functions(tree, ()))


def _functions(node: ast.AST, around: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, FUNCTIONS):
            yield (*around, inner.name), ast.dump(inner)
        elif isinstance(inner, ast.ClassDef):
            yield from _functions(inner, (*around, inner.name))
        elif isinstance(inner, ast.stmt):
            yield from _functions(inner, around)


def run_tests(stage: Stage, choice: Choice, staying: Staying | None = None) -> Ran:
    """Run tests in a cell, and return what they showed up to their end."""
    errand = errand_for(stage, choice)
    if staying is not None:
        tests = RunningTests(replace(errand, stays=True))
        return staying.run(stage.side, choice.files, tests)
    ran = Ran()
    run_errand(errand, ran, ran.take, lambda: None)
    return ran


def errand_for(stage: Stage, choice: Choice) -> Errand:
    """What a confined process is told."""
    checkout, interpreter = stage.checkout, stage.project.interpreter
    other = stage.project.side(Side.NEW if stage.side is Side.OLD else Side.OLD).tree.path
    is_strict = stage.level is Level.STRICT
    order = {
        "paths": checkout.roots,
        "sys_path": interpreter.sys_path,
        "options": [
            *conventions_of(checkout.tree.path).options,
            *(["--noconftest"] if choice.is_bare else []),
        ],
        "django": stage.django,
        "watched": stage.watched,
        "varies": choice.varies,
        "stands_in": choice.stands_in,
        "marks": choice.marks,
        "recipes": True,
        "each_anew": choice.each_anew,
        "most_calls": MOST_CALLS,
        "most_in_all": MOST_IN_ALL,
        "most_bytes": _MOST_BYTES,
        "counted": stage.counted,
        "enough": ENOUGH_TESTS,
        "names": sorted({str(each["name"]).rpartition(".")[2] for each in stage.watched}),
        "chosen": choice.chosen,
        "first": choice.first,
        "avoided": choice.avoided,
        "instead": [
            (file, path and (f"{_OTHER}/{file}" if is_strict else str(path)))
            for file, path in stage.instead
        ],
    }
    return Errand(
        level=stage.level,
        python=interpreter.executable,
        readable=interpreter.readable,
        module="suite._observed",
        order=order,
        tests=choice.files,
        seconds=choice.seconds,
        test_seconds=min(max(choice.seconds / TEST_PART, TEST_S[0]), TEST_S[1]),
        tree=checkout.tree.path,
        tree_bytes=size_of(checkout.tree.path),
        beside=((other, _OTHER),) if stage.instead else (),
        environment={"PYTHONHASHSEED": str(choice.hash_seed)},
        grace_s=GRACE_S,
        log_bytes=2 * _MOST_BYTES,
        stop=stage.stop,
    )


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder."""
    found = 0
    for place, _, names in os.walk(folder):
        found += sum(os.lstat(os.path.join(place, name)).st_size for name in names)
    return found
