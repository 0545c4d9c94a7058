"""Does a change bring code that can reach into other code, past the names that lead there?

Code stays the same, or is proved to do the same, only as long as its names mean what they seem to
mean. `builtins.len = ...` in another file takes that away, and so does a statement that runs when
a file is imported, or a package that hides a module. Nothing is said about what was there before
the change: that is trusted.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping

from swerve.model import Problem, Side
from swerve.source._raw import RawChange
from swerve.source.syntax import (
    ModuleFacts,
    Project,
    Trees,
    imports_of_project,
    loud_statements,
    normal_code,
    reaching_words,
)

from ._added import AddedImports, import_in, words_about_added
from ._elsewhere import Elsewhere

#: Modules by which code gets at others whose names are text.
_LEADING = frozenset(
    {
        *("builtins", "code", "concurrent", "copyreg", "doctest", "importlib", "multiprocessing"),
        *("pickle", "pkgutil", "runpy", "shelve", "subprocess", "unittest", "zipimport"),
    }
)
_WORD = re.compile(r"\w+")
_LONGEST = 60


def tampering(
    trees: Trees,
    edited: Collection[str],
    of_project: Callable[[str], bool],
    sides: Mapping[Side, Elsewhere],
) -> Iterator[str]:
    """In words after "may be affected by", what files of a change bring that reaches elsewhere.

    `edited` are functions whose code differs: a statement that runs one does something else now.
    """
    old, new = (Project(of_project, sides[side].module) for side in Side)
    seen = AddedImports(
        sides[Side.OLD], sides[Side.NEW], lambda facts: not loud_statements(facts, new)
    )
    for path in sorted(trees.old.keys() | trees.new.keys()):
        before, after = trees.old.get(path), trees.new.get(path)
        if before is None:
            yield from words_about_added(path, sides[Side.OLD], sides[Side.NEW])
        if after is not None:
            known = Counter() if before is None else Counter(reaching_words(before))
            for word in Counter(reaching_words(after)) - known:
                yield f"{path}, which adds `{word}`"
        was, now = (
            [] if each is None else loud_statements(each, project)
            for each, project in ((before, old), (after, new))
        )
        brought = Counter(now) - Counter(was)
        found = next((e for e in brought if not (after and seen.covers(e, after, was))), "")
        gone = next((each for each in Counter(was) - Counter(now) if not import_in(each)), "")
        is_moved = [e for e in was if not import_in(e)] != [e for e in now if not import_in(e)]
        if found or gone or is_moved:
            yield f"{path}, where `{_short(found or gone or now[0])}` {_verb(found, gone)}"
        for statement in now:
            if not set(edited).isdisjoint(_WORD.findall(statement)):
                yield f"{path}, where `{_short(statement)}` runs code that changed"


def _verb(found: str, gone: str) -> str:
    if found:
        return "runs when it is imported"
    return "no longer runs" if gone else "runs in a different order"


def _short(statement: str) -> str:
    last = statement.rpartition(" > ")[2]
    return last if len(last) <= _LONGEST else f"{last[: _LONGEST - 1]}…"


def hidden_by(trees: Trees, path: str) -> str:
    """The package that a change adds and that is found in place of a module; often none."""
    package = f"{path.removesuffix('.py')}/__init__.py"
    return package if package in trees.new and package not in trees.old else ""


def hiding_packages(raw: RawChange) -> Iterator[Problem]:
    """Packages that a change adds and that are imported in place of modules that stay."""
    for file in raw.files:
        folder, _, name = file.path.rpartition("/")
        is_added = file.old is None and file.new is not None
        if is_added and name == "__init__.py" and f"{folder}.py" in raw.around:
            message = f"hides {folder}.py: Python finds the package first"
            yield Problem("hidden-module", file.path, Side.NEW, message, "Remove one of the two.")


def files_with_other_code(trees: Trees) -> list[str]:
    """Files of the change that differ in more than formatting and comments."""
    found = []
    for path in sorted(trees.old.keys() | trees.new.keys()):
        before, after = trees.old.get(path), trees.new.get(path)
        if before is None or after is None or _code_of(before) != _code_of(after):
            found.append(path)
    return found


def _code_of(facts: ModuleFacts) -> tuple[Hashable, ...]:
    form = normal_code(facts.tree, facts.context)
    return form.tokens, form.globals, form.locals


def names_of_project(facts: ModuleFacts, of_project: Callable[[str], bool]) -> set[str]:
    """Names of a file that lead into the project, or may lead anywhere."""
    return imports_of_project(facts, lambda name: of_project(name) or name in _LEADING)


def leads_into_project(facts: ModuleFacts, line: int, own: Collection[str]) -> str:
    """Which of a file's names of the project code at a line comes to, itself or by others."""
    statements = {
        name: [binding.node for binding in bindings] for name, bindings in facts.names.items()
    }
    waiting: list[ast.stmt] = [
        node for node in facts.tree.body if node.lineno <= line <= (node.end_lineno or line)
    ]
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        for part in ast.walk(node):
            name = part.id if isinstance(part, ast.Name) else ""
            if name in own:
                return name
            waiting += statements.get(name, ())
    return "*" if "*" in own else ""
