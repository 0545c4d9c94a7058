"""Which modules can be imported on both sides, and what is told where one cannot?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import NamedTuple

from swerve.model import LineNo, ModuleImports, Pair, Problem, Runtime, Side, modules_of
from swerve.model.plurals import named
from swerve.observe.comparison import Rules
from swerve.run.host import DIED, TREE, Imported, Sides
from swerve.run.places import places_of
from swerve.run.project import Beside, Install, Own, Project
from swerve.run.sandbox import Confinement
from swerve.run.workspace import IMPORTS_S, Cells, Workspace, rules_beside, watched_lines

_MOST_NAMED = 5
_NAMELESS = "its path is not an importable module name"
_FOLDERS_ABOVE = "It is outside the given folders: compare their parent folders instead."
_LEFT = "Its functions are checked only by engines that do not import it."
_REPAIR = "Make it importable again: until then, none of its functions counts as preserved."


@contextmanager
def opened_workspace(
    project: Project,
    confinement: Confinement,
    pairs: Sequence[Pair],
    rules: Rules | None = None,
    seed: int = 0,
) -> Iterator[tuple[Runtime, Workspace]]:
    """Import on both sides every module that holds a pair, and say how that went.

    They stay imported as long as this is open.
    """
    names = _Names(project, pairs)
    inside = project.old.inside, project.new.inside
    places = places_of(project, confinement.level)
    with closing(Cells(places, names.sides, watched_lines(pairs, inside), seed)) as cells:
        found = _import_both(cells)
        runtime = _runtime_of(project, confinement, names, found)
        took = max(sum(each.seconds for each in side.values()) for side in found.values())
        rules = rules_beside(rules or Rules(), pairs, partial(modules_of, modules=runtime.modules))
        yield runtime, Workspace(places, runtime.modules, rules, inside, cells, took)


class _Names:
    """The modules that hold pairs: file by file, and what each is called on its side."""

    def __init__(self, project: Project, pairs: Sequence[Pair]) -> None:
        places = ((pair.old.module.path, pair.new.module.path) for pair in pairs)
        #: On the old and on the new side; a function that moved has two different files.
        self.files = tuple(dict.fromkeys(places))
        self.old = {file: project.old.module_name(file) for file, _ in self.files}
        self.new = {file: project.new.module_name(file) for _, file in self.files}

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What is imported on each side."""
        old, new = (
            tuple(name for name in dict.fromkeys(side.values()) if name)
            for side in (self.old, self.new)
        )
        return old, new


def _runtime_of(
    project: Project,
    confinement: Confinement,
    names: _Names,
    found: Mapping[Side, Mapping[str, Imported]],
) -> Runtime:
    failures = _Failures(project)
    modules = []
    for old_file, new_file in names.files:
        attempts = {
            side: each
            for side, name in ((Side.OLD, names.old[old_file]), (Side.NEW, names.new[new_file]))
            if name is not None and (each := found[side].get(name)) is not None
        }
        why = failures.add(old_file, new_file, attempts) if attempts else _NAMELESS
        modules.append(
            ModuleImports(
                new_file,
                names.old[old_file],
                names.new[new_file],
                why,
                is_broken=_is_broken(attempts),
                old_file="" if old_file == new_file else old_file,
            )
        )
    return Runtime(
        python=str(project.interpreter.executable),
        version=project.interpreter.version_text,
        found_by=project.interpreter.found_by,
        sandbox=confinement.level.value,
        missing=confinement.missing,
        notes=project.notes,
        modules=tuple(modules),
        problems=failures.problems(),
    )


def _import_both(cells: Cells) -> dict[Side, dict[str, Imported]]:
    """Import on both sides at once."""
    sides = Sides(*cells.lanes())
    for lane in (sides.old, sides.new):
        lane.step()
    import swerve.engines.generate  # noqa: F401 - takes about as long as they do, beside them

    found = zip(Side, sides.imported(IMPORTS_S), strict=True)
    return {side: {each.module: each for each in imported} for side, imported in found}


class _Broken(NamedTuple):
    """A module that cannot be imported; the line when the trouble is in its own file."""

    file: str
    module: str
    line: LineNo | None


def _is_broken(attempts: Mapping[Side, Imported]) -> bool:
    """Whether the old side can be imported, and the new one cannot."""
    works = {side: each.works for side, each in attempts.items()}
    return works == {Side.OLD: True, Side.NEW: False}


class _Failures:
    """Imports that failed, gathered by their cause: one missing thing breaks many modules."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._found: dict[tuple[str, str, Side | None, bool], list[_Broken]] = {}

    def add(self, old_file: str, new_file: str, attempts: dict[Side, Imported]) -> str:
        """Take what came of one module; return why it cannot be imported, or nothing."""
        causes = {
            side: self._cause(side, each) for side, each in attempts.items() if not each.works
        }
        sides: dict[Side, Side | None] = {side: side for side in causes}
        if len(set(causes.values())) == 1 and len(causes) == len(attempts):
            sides = {Side.NEW if Side.NEW in causes else Side.OLD: None}
        for side, told in sides.items():
            file = new_file if side is Side.NEW else old_file
            found = attempts[side]
            why, hint = causes[side]
            verb = "can no longer" if _is_broken(attempts) else "cannot"
            is_fault = _is_broken(attempts) and not found.missing
            key = (f"{verb} be imported: {why}.", hint, told, is_fault)
            at = self._project.side(side).in_change(found.file) if found.file else ""
            line = found.line if at == file and found.line > 0 else None
            self._found.setdefault(key, []).append(_Broken(file, found.module, line))
        return next((why for why, _ in reversed(causes.values())), "")

    def problems(self) -> tuple[Problem, ...]:
        """One problem a cause."""
        return tuple(
            _problem(said, hint, side, broken, is_fault=is_fault)
            for (said, hint, side, is_fault), broken in self._found.items()
        )

    def _cause(self, side: Side, imported: Imported) -> tuple[str, str]:
        """Why a module cannot be imported, and what to do about it."""
        if imported.missing:
            return f"`{imported.missing}` was not found", self._how_to_get(side, imported)
        if imported.error == DIED:
            return imported.message, _LEFT
        message = imported.message.replace(f"{TREE}/", "")
        said = f"{imported.error}: {message}" if message else imported.error
        file = self._project.side(side).in_change(imported.file) if imported.file else ""
        place = f" (at {file}:{imported.line})" if file else ""
        hint = _FOLDERS_ABOVE if "relative import" in message and self._project.beside else _LEFT
        return f"{said}{place}", hint

    def _how_to_get(self, side: Side, imported: Imported) -> str:
        remedy = self._project.remedy_for(imported.missing, side, imported.file, imported.line)
        if isinstance(remedy, Install):
            lead = "Install" if remedy.is_sure else "Try installing"
            command = f"{self._project.interpreter.executable} -m pip install {remedy.distribution}"
            return f"{lead} {remedy.distribution} in the project's environment: {command}"
        if isinstance(remedy, Own):
            if remedy.file:
                return f"It is {remedy.file}, which is not on the import path."
            return "It is part of the project but not built: build it with `--setup CMD`."
        if isinstance(remedy, Beside):
            return _FOLDERS_ABOVE
        return f"`{imported.missing}` {remedy.why}. {_LEFT}"


def _problem(
    said: str, hint: str, side: Side | None, broken: list[_Broken], *, is_fault: bool
) -> Problem:
    """Tell of modules for one cause; a fault of the change itself objects by itself."""
    modules = named([f"`{each.module}`" for each in broken], _MOST_NAMED)
    first, message = broken[0], f"{modules} {said}"
    if is_fault:
        return Problem("broken-import", first.file, side, message, _REPAIR, first.line)
    return Problem("cannot-import", first.file, side, message, hint, first.line)
