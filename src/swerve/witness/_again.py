"""What do both sides do with the call of a witness, when they are made ready once more?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

from swerve.engines.guided import Places
from swerve.model import Side, Wishes
from swerve.observe.comparison import Rules, rules_from
from swerve.observe.recipe import BadRecipe, CallRecipe, decode_call
from swerve.run.host import Compared, Sides
from swerve.run.opened_sides import opened_sides as _opened_sides
from swerve.run.places import ground_of
from swerve.run.project import Project, close_project, open_project, roots_of
from swerve.run.sandbox import choose_level
from swerve.source import RawChange
from swerve.witness._stored import StoredWitness

#: Seconds for one call, and for all imports.
_CALL_S, _IMPORTS_S = 1.0, 60.0


@contextmanager
def opened_places(
    raw: RawChange, wishes: Wishes, *, folder: Path | None = None, files: tuple[str, ...] = ()
) -> Iterator[Places]:
    """Both trees of a change, as long as this is open.

    `files` say where imports start, where the change itself does not hold them.
    """
    level = choose_level(wishes.sandbox).level
    project = open_project(
        raw,
        python=wishes.python,
        setup=wishes.setup,
        folder=folder or wishes.folder,
        level=level,
        readable=wishes.readable,
    )
    try:
        project = _with_roots(project, files) if files else project
        yield Places(ground_of(project, Side.OLD), ground_of(project, Side.NEW), level)
    finally:
        close_project(project)


def _with_roots(project: Project, files: tuple[str, ...]) -> Project:
    old, new = (
        replace(side, roots=roots_of(side.tree.path, map(side.in_tree, files)))
        for side in (project.old, project.new)
    )
    return replace(project, old=old, new=new)


def opened_sides(
    places: Places,
    modules: tuple[str, str],
    rules: Rules,
    seed: int,
    as_new: Callable[[CallRecipe], CallRecipe] | None = None,
) -> AbstractContextManager[Sides | str]:
    """Both sides with their modules imported; in words why, when that does not work."""
    return _opened_sides(
        places, modules, rules, seed, import_s=_IMPORTS_S, call_s=_CALL_S, as_new=as_new
    )


def show_again(stored: StoredWitness, wishes: Wishes) -> Compared | str:
    """Run a stored witness; in words why, when that does not work.

    Trees of git are as they were; a work tree, what is staged and folders are as they are now.
    """
    try:
        old, new = (decode_call(each.encode("utf-8", "surrogatepass")) for each in stored.calls)
    except BadRecipe as error:
        return f"its call cannot be read: {error}"
    raw = RawChange(*stored.names, (), trees=stored.trees)
    rules = rules_from(stored.ignore, stored.tolerance)
    folder = Path(stored.folder)
    with (
        opened_places(
            raw, wishes, folder=folder if folder.is_dir() else None, files=stored.files
        ) as places,
        opened_sides(places, stored.modules, rules, stored.seed, lambda _: new) as sides,
    ):
        return sides if isinstance(sides, str) else sides.confirm(old)
