"""How does a witness that was written to a file run again?"""

from __future__ import annotations

import ast
import base64
import json
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

from swerve.engines.guided import Shown
from swerve.engines.guided import show_again as show_script_again
from swerve.model import Settings
from swerve.model.behaviour import StopReason, Unfinished
from swerve.model.errors import SwerveError
from swerve.observe.comparison import Agreement, Different, Rules, Unknown, compare, rules_from
from swerve.observe.recipe import BadRecipe, CallRecipe, decode_call
from swerve.run.host import Compared, Sides
from swerve.run.places import Places, bare_places, opened_project, places_of
from swerve.run.project import Project, roots_of
from swerve.run.sandbox import choose_level
from swerve.run.workspace import opened_sides as _opened_sides
from swerve.source import RawChange

from .stored import StoredWitness

# --- what do both sides do with the call of a witness, when they are made ready once more? --------

#: Seconds for one call.
_CALL_S = 1.0


@contextmanager
def opened_places(
    raw: RawChange, settings: Settings, *, folder: Path | None = None, files: tuple[str, ...] = ()
) -> Iterator[Places]:
    """Both trees of a change, as long as this is open.

    `files` say where imports start, where the change itself does not hold them.
    """
    level = choose_level(settings.sandbox).level
    with opened_project(raw, settings, level, folder) as project:
        yield places_of(_with_roots(project, files) if files else project, level)


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
    return _opened_sides(places, modules, rules, seed, call_s=_CALL_S, as_new=as_new)


def show_again(stored: StoredWitness, settings: Settings) -> Compared | str:
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
            raw, settings, folder=folder if folder.is_dir() else None, files=stored.files
        ) as places,
        opened_sides(places, stored.modules, rules, stored.seed, lambda _: new) as sides,
    ):
        return sides if isinstance(sides, str) else sides.confirm(old)


# --- how does a witness that was written to a file run again? -------------------------------------

#: What a script holds is a few files.
_MOST_BYTES = 256 << 20


def _print(line: str) -> None:
    print(line)  # noqa: T201 - a script's own output


def packed_in(script: bytes) -> str | None:
    """The value of DATA in a script that swerve wrote, which is read and not run."""
    try:
        for node in ast.parse(script).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "DATA":
                return str(ast.literal_eval(node.value))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return None


def replay(data: str, sandbox: str = "auto", write: Callable[[str], None] = _print) -> int:
    """Run the two versions of a witness again, and say what they do.

    Returns 0 when they differ as they did, 1 when they do not, 2 when they could not be run.
    """
    try:
        request = json.loads(zlib.decompressobj().decompress(base64.b85decode(data), _MOST_BYTES))
        level = choose_level(sandbox).level
    except SwerveError as error:
        write(f"could not be run: {error}")
        return 2
    except (ValueError, RecursionError, zlib.error):
        write("could not be run: DATA was edited")
        return 2
    with tempfile.TemporaryDirectory(prefix="swerve-") as folder:
        Path(folder).chmod(0o755)
        shown = show_script_again(request, bare_places(Path(folder), level))
    if not isinstance(shown, Shown):
        write(f"could not be run: {shown}")
        return 2
    for side, guidance in (("old", shown.old), ("new", shown.new)):
        ended = guidance.stopped or guidance.raised or "returned"
        write(f"{side}  {ended}")
    agreement = compare(shown.old.behaviour, shown.new.behaviour)
    return 0 if _told(agreement, write) is not None else 1


def replay_call(
    stored: StoredWitness, settings: Settings, write: Callable[[str], None] = _print
) -> int:
    """Make the call of a witness again on both sides, and say what they do.

    Returns 0 when they differ as they did, 1 when they do not, 2 when they could not be run.
    """
    told = stored.told
    write(f"{told.function}  {stored.names[0]}..{stored.names[1]}")
    write(told.python or told.call)
    try:
        compared = show_again(stored, settings)
    except SwerveError as error:
        write(f"could not be run: {error}")
        write(f"  hint: {error.hint}")
        return 2
    if isinstance(compared, str):
        write(f"could not be run: {compared}")
        return 2
    for behaviour in (compared.old, compared.new):
        outcome = behaviour.outcome
        if isinstance(outcome, Unfinished) and outcome.reason is StopReason.NOT_BUILT:
            write(f"could not be run: {outcome.detail}")
            return 2
    different = _told(compared.agreement, write)
    if different is None:
        return 1
    if different.kind.value != told.kind:
        write(f"not the reported difference, which was {told.kind}: {told.old} and {told.new}")
        return 1
    return 0


def _told(agreement: Agreement, write: Callable[[str], None]) -> Different | None:
    """Say where two runs differ; the difference, if there is one."""
    if not isinstance(agreement, Different):
        why = f": {agreement.why}" if isinstance(agreement, Unknown) else ""
        write(f"no difference this time{why}")
        return None
    write(f"differs at {agreement.path}")
    write(f"old  {agreement.old}")
    write(f"new  {agreement.new}")
    return agreement
