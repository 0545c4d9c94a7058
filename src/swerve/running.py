"""What do the two sides run in, and which of their modules can be imported there?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from swerve.change import RawChange
from swerve.host import DIED, Conduct, Ground, Imported, Lane, Sides, Worker
from swerve.model import ModuleImports, Pair, Problem, Runtime, Side, Wishes
from swerve.project import Project, close_project, open_project
from swerve.sandbox import Confinement, choose_level

#: Seconds for all imports of both sides together.
_IMPORTS_S = 60.0


def prepare(raw: RawChange, wishes: Wishes, pairs: Sequence[Pair]) -> Runtime:
    """Make both trees of a change runnable, and import the modules that hold the pairs."""
    confinement = choose_level(wishes.sandbox)
    project = open_project(raw, python=wishes.python, setup=wishes.setup, level=confinement.level)
    try:
        return runtime_of(project, confinement, pairs, wishes.seed)
    finally:
        close_project(project)


def runtime_of(
    project: Project, confinement: Confinement, pairs: Sequence[Pair], seed: int = 0
) -> Runtime:
    """Import on both sides every module that holds a pair, and say how that went."""
    names = _Names(project, pairs)
    conduct = Conduct(seed=seed)
    with (
        Worker(ground_of(project, Side.OLD), confinement.level, conduct) as old,
        Worker(ground_of(project, Side.NEW), confinement.level, conduct) as new,
    ):
        found = _import_both(old, new, names)
    problems: list[Problem] = []
    modules = []
    for old_file, new_file in names.files:
        attempts = {
            side: found[side].get(name)
            for side, name in ((Side.OLD, names.old[old_file]), (Side.NEW, names.new[new_file]))
            if name is not None
        }
        failed = {side: each for side, each in attempts.items() if each and not each.works}
        works = bool(attempts) and not failed
        modules.append(ModuleImports(new_file, names.old[old_file], names.new[new_file], works))
        problems += _problems(project, new_file, old_file, failed)
    return Runtime(
        python=str(project.interpreter.executable),
        version=project.interpreter.version_text,
        found_by=project.interpreter.found_by,
        sandbox=confinement.level.value,
        missing=confinement.missing,
        notes=project.notes,
        modules=tuple(modules),
        problems=tuple(problems),
    )


def ground_of(project: Project, side: Side) -> Ground:
    """What one side of a project runs on."""
    checkout = project.side(side)
    interpreter = project.interpreter
    return Ground(
        tree=checkout.tree.path,
        roots=checkout.roots,
        interpreter=interpreter.executable,
        readable=interpreter.readable,
        sys_path=interpreter.sys_path,
    )


class _Names:
    """The modules that hold pairs: file by file, and what each is called on its side."""

    def __init__(self, project: Project, pairs: Sequence[Pair]) -> None:
        places = ((pair.old.module.path, pair.new.module.path) for pair in pairs)
        #: On the old and on the new side; a function that moved has two different files.
        self.files = tuple(dict.fromkeys(places))
        self.old = {file: project.old.module_name(file) for file, _ in self.files}
        self.new = {file: project.new.module_name(file) for _, file in self.files}


def _import_both(old: Worker, new: Worker, names: _Names) -> dict[Side, dict[str, Imported]]:
    """Import on both sides at once."""
    sides = Sides(
        Lane(old, tuple(name for name in dict.fromkeys(names.old.values()) if name)),
        Lane(new, tuple(name for name in dict.fromkeys(names.new.values()) if name)),
    )
    found = zip(Side, sides.imported(_IMPORTS_S), strict=True)
    return {side: {each.module: each for each in imported} for side, imported in found}


def _problems(
    project: Project, file: str, old_file: str, failed: dict[Side, Imported]
) -> list[Problem]:
    """One problem a side, or one for both where they fail alike."""
    told = {
        side: _problem(project, file if side is Side.NEW else old_file, side, imported)
        for side, imported in failed.items()
    }
    if len(told) == 2:
        was, now = told[Side.OLD], told[Side.NEW]
        if (was.message, was.hint) == (now.message, now.hint):
            return [replace(now, side=None)]
    return list(told.values())


def _problem(project: Project, file: str, side: Side, imported: Imported) -> Problem:
    if imported.missing:
        distribution = project.distribution_of(imported.missing)
        message = f"`{imported.module}` cannot be imported: `{imported.missing}` is not there."
        hint = (
            f"Install {distribution} where the project runs: "
            f"{project.interpreter.executable} -m pip install {distribution}"
            if distribution
            else "No distribution brings it; its functions are left to engines that need no import."
        )
    elif imported.error == DIED:
        message = f"`{imported.module}` cannot be imported: {imported.message}."
        hint = "Its functions are left to engines that need no import."
    else:
        said = f"{imported.error}: {imported.message}" if imported.message else imported.error
        place = f" (at {imported.file}:{imported.line})" if imported.file else ""
        message = f"`{imported.module}` cannot be imported: {said}{place}."
        hint = "Its functions are left to engines that need no import."
    line = imported.line if imported.file == file and imported.line > 0 else None
    return Problem("cannot-import", file, side, message, hint, line)
