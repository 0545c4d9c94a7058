"""How does a program have a change checked?"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from swerve.apps.api._checked import Checked, checked_from
from swerve.apps.api._how import Said, folder_from, governed, how_from
from swerve.check.checking import How, check_raw
from swerve.check.pipeline import Listener
from swerve.model import Effort, Words, intent_from
from swerve.model.errors import BadUsage
from swerve.source import RawChange, read_git, read_paths


def check(
    folder: str | os.PathLike[str] = ".",
    range: str | None = None,
    *,
    paths: Sequence[str] = (),
    staged: bool = False,
    message: str | None = None,
    effort: str | Effort | None = None,
    judge: str = "offline",
    run: bool = True,
    skip: Sequence[str] = (),
    include: Sequence[str] | None = None,
    exclude: Sequence[str] | None = None,
    python: str | os.PathLike[str] | None = None,
    setup: str | None = None,
    sandbox: str | None = None,
    ignore: Sequence[str] | None = None,
    tolerance: float | None = None,
    seed: int | None = None,
    jobs: int | None = 1,
    trust_change: bool = False,
    listener: Listener | None = None,
) -> Checked:
    """Check a change in a git repository, as `swerve check` does.

    Without `range`: the work tree against HEAD, or the last commit when nothing differs; with
    `staged`, what is staged. `range` is "A..B", "A...B" or one revision (against its first
    parent). `paths` limit the check to files or folders, relative to `folder`. `message` is what
    you would write about the change, for the judge.

    What is `None` is as `[tool.swerve]` of the project said before the change, else as on the
    command line. With `trust_change`, settings and contracts that come with the change count.
    `judge` is "offline", "model" (the one that SWERVE_LLM_MODEL names) or "none". More than one
    of `jobs`, or `None` for as many as pay off, needs a program that can be imported again: `if
    __name__ == "__main__"`. `listener` hears how far the check is.
    """
    started = time.monotonic()
    where = folder_from(folder)
    said = Said(
        effort=effort,
        judge=judge,
        run=run,
        skip=skip,
        include=include,
        exclude=exclude,
        python=python,
        setup=setup,
        sandbox=sandbox,
        ignore=ignore,
        tolerance=tolerance,
        seed=seed,
        jobs=jobs,
        trust_change=trust_change,
    )
    if isinstance(paths, str):
        raise BadUsage(f"paths={paths!r} makes no sense.", f"It takes a list: paths=[{paths!r}].")
    how_from(replace(said, python=None), where, {})  # what makes no sense is said first
    raw = read_git(
        where,
        revisions=range,
        staged=staged,
        paths=tuple(map(os.fspath, paths)),
        selection=governed(said),
    )
    how = how_from(said, where, raw.settings)
    if message:
        said_now = Words("message", message)
        raw = replace(raw, intent=intent_from(said_now, *raw.intent.words))
    return _checked(raw, how, started, listener)


def diff(
    old: str | os.PathLike[str],
    new: str | os.PathLike[str],
    *,
    effort: str | Effort | None = None,
    run: bool = True,
    skip: Sequence[str] = (),
    include: Sequence[str] | None = None,
    exclude: Sequence[str] | None = None,
    python: str | os.PathLike[str] | None = None,
    setup: str | None = None,
    sandbox: str | None = None,
    ignore: Sequence[str] | None = None,
    tolerance: float | None = None,
    seed: int | None = None,
    jobs: int | None = 1,
    trust_change: bool = False,
    listener: Listener | None = None,
) -> Checked:
    """Compare two files or two folders, as `swerve diff` does; git is not needed."""
    started = time.monotonic()
    where = folder_from(".")
    said = Said(
        effort=effort,
        run=run,
        skip=skip,
        include=include,
        exclude=exclude,
        python=python,
        setup=setup,
        sandbox=sandbox,
        ignore=ignore,
        tolerance=tolerance,
        seed=seed,
        jobs=jobs,
        trust_change=trust_change,
    )
    before, after = (Path(each).expanduser() for each in (old, new))
    raw = read_paths(before, after, governed(said))
    how = how_from(said, where, raw.settings)
    return _checked(raw, how, started, listener)


def _checked(raw: RawChange, how: How, started: float, listener: Listener | None) -> Checked:
    report = check_raw(raw, how, listener)
    return checked_from(replace(report, seconds=time.monotonic() - started), raw, how)
