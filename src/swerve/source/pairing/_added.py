"""What do files that a change adds mean for imports, of themselves and of other modules?"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath

from swerve.source.syntax import Binding, ModuleFacts, modules_loaded

from ._elsewhere import Elsewhere


def words_about_added(path: str, old: Elsewhere, new: Elsewhere) -> Iterator[str]:
    """In words after "may be affected by", what an added file takes the place of."""
    folder, name = _folder_and_name(path)
    if is_elsewhere(name, new.top) and not _is_package(folder, old, new):
        yield f"{path}, which hides another module of that name"
    package = f"{folder}/__init__.py"
    facts = new.facts(package) if package in new.paths else None
    bindings = facts.names.get(name, ()) if facts else ()
    if bindings and not any(_comes_from(each, f"{folder}/{name}", new) for each in bindings):
        yield f"{path}, which takes the name `{name}` in {package}"


def hiding_library(changed: Iterable[str], old: Elsewhere, new: Elsewhere) -> set[str]:
    """Names of the standard library that files of a change get from the project, or may get."""
    folders = {str(folder) for path in changed for folder in PurePosixPath(path).parents}
    found = set[str]()
    for path in new.paths:
        folder, name = _folder_and_name(path)
        if name in sys.stdlib_module_names and (folder or ".") in folders:
            found |= set() if _is_package(folder, old, new) else {name}
    return found


def _folder_and_name(path: str) -> tuple[str, str]:
    """The folder that a module is found in, and its name there."""
    place = path.removesuffix("/__init__.py").removesuffix(".py")
    folder, _, name = place.rpartition("/")
    return folder, name


def _is_package(folder: str, old: Elsewhere, new: Elsewhere) -> bool:
    """Whether a folder is a package and always was: else scripts in it find what is beside them."""
    start = f"{folder}/" if folder else ""
    first = f"{start}__init__.py"
    is_fresh = first in new.paths and not any(path.startswith(start) for path in old.paths)
    return is_fresh or (first in old.paths and first in new.paths)


def _comes_from(binding: Binding, place: str, tree: Elsewhere) -> bool:
    """Whether a name is taken from the module of that place, or is the module."""
    if binding.alias is None:
        return False
    module, name = binding.imports
    found = filter(None, map(tree.file_of, (module, f"{module}.{name}")))
    return any(path == f"{place}.py" or path.startswith(f"{place}/") for path in found)


class AddedImports:
    """Tells imports that run only what the change adds, which is looked at by itself."""

    def __init__(
        self, old: Elsewhere, new: Elsewhere, is_quiet: Callable[[ModuleFacts], bool]
    ) -> None:
        self._old = old
        self._new = new
        #: Whether nothing runs when a file is imported.
        self._is_quiet = is_quiet
        #: By the names of the modules.
        self._paths: dict[str, list[str]] = {}
        for path in new.paths:
            self._paths.setdefault(_folder_and_name(path)[1], []).append(path)

    def covers(self, statement: str, facts: ModuleFacts, before: Iterable[str]) -> bool:
        """Whether a statement of a file runs nothing else; `before` is what ran there before."""
        importer = PurePosixPath(facts.module.path)
        always = (each for each in before if " > " not in each)  # under no condition
        known = set[str]().union(*(self._loaded(each, facts) for each in always))
        known |= {str(folder / "__init__.py") for folder in importer.parents}
        files = self._loaded(statement, facts) - known
        present = files & self._old.paths
        return files != present and all(map(self._is_empty, present))

    def _is_empty(self, path: str) -> bool:
        """Whether a package is there for what is in it."""
        facts = self._new.facts(path) if path.endswith("__init__.py") else None
        return facts is not None and self._is_quiet(facts)

    def _loaded(self, statement: str, facts: ModuleFacts) -> set[str]:
        """The files that an import may run, from wherever imports may start."""
        node = import_in(statement)
        found = set[str]()
        for module in modules_loaded(node, facts) if node else ():
            place = module.strip(".").replace(".", "/")
            files = [f"{place}.py", f"{place}/__init__.py"]
            starts = (
                [PurePosixPath()]
                if module.startswith(".")
                else PurePosixPath(facts.module.path).parents
            )
            near = {str(start / file) for start in starts for file in files} & self._new.paths
            if not near and not module.startswith("."):
                ends = tuple(f"/{file}" for file in files)
                named = self._paths.get(place.rpartition("/")[2], ())
                near = {path for path in named if path.endswith(ends)}
            found |= near
        return found


def import_in(statement: str) -> ast.stmt | None:
    """The import that the head of a statement is, if it is one."""
    last = statement.rpartition(" > ")[2]
    try:
        return ast.parse(last).body[0] if last.startswith(("import ", "from ")) else None
    except SyntaxError:  # the end of a text
        return None


def is_elsewhere(name: str, project: Path) -> bool:
    """Whether the standard library has a module, or an environment that may be the project's.

    Only names of files are looked at. Which environment a project runs in is not known here: every
    one counts that it may be.
    """
    active = os.environ.get("VIRTUAL_ENV", "")
    return name in sys.stdlib_module_names or name in _installed(project, active)


@lru_cache(maxsize=4)
def _installed(project: Path, active: str) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in _names(project, active))


def _names(project: Path, active: str) -> Iterator[str]:
    places = [project / ".venv", project / "venv", *([Path(active)] if active else ())]
    folders = [found for place in places for found in place.glob("lib/python*/site-packages")]
    folders += [path for path in map(Path, sys.path) if path.name.endswith("-packages")]
    for folder in dict.fromkeys(folders):
        try:
            yield from os.listdir(folder)
        except OSError:
            continue
