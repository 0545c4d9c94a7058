"""How does a program have a change checked?"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from swerve.check.checking import check_raw, language_model, need_sense
from swerve.check.pipeline import Listener
from swerve.model import Settings, Words, intent_from
from swerve.model.errors import BadUsage
from swerve.source import RawChange, read_git, read_paths

from ._checked import Checked, checked_from
from ._keywords import CheckKeywords
from ._settings import folder_from, lists_settings, settings_from

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from swerve.meaning.llm import Client


@lists_settings(CheckKeywords)
def check(
    folder: str | os.PathLike[str] = ".",
    range: str | None = None,
    *,
    paths: Sequence[str] = (),
    staged: bool = False,
    message: str | None = None,
    listener: Listener | None = None,
    **settings: Unpack[CheckKeywords],
) -> Checked:
    """Check a change in a git repository, as `swerve check` does.

    Without `range`: the work tree against HEAD, or the last commit when nothing differs; with
    `staged`, what is staged. `range` is "A..B", "A...B" or one revision (against its first
    parent). `paths` limit the check to files or folders, relative to `folder`. `message` is what
    you would write about the change, for the judge. `listener` is told about the progress.

    The settings are the options of `swerve check`. A setting that is `None` or left out is taken
    from `[tool.swerve]` of the project before the change, else it is the default of the command
    line. With `trust_change`, settings and contracts that come with the change apply. `judge` is
    "offline", "model" (the one that SWERVE_LLM_MODEL names) or "none". `jobs` is 1 by default:
    more, or `None` to choose automatically, needs a program that can be imported again:
    `if __name__ == "__main__"`.
    """
    started = time.monotonic()
    where = folder_from(folder)
    said = settings_from(settings, where)
    if isinstance(paths, str):
        raise BadUsage(f"paths={paths!r} is not valid.", f"Pass a list: paths=[{paths!r}].")
    need_sense(replace(said, python=None))  # what makes no sense is said first
    client = language_model(said)
    raw = read_git(
        where,
        revisions=range,
        staged=staged,
        paths=tuple(map(os.fspath, paths)),
        selection=said,
    )
    if message:
        raw = replace(raw, intent=intent_from(Words("message", message)) | raw.intent)
    return _checked(raw, said, started, listener, client)


@lists_settings(CheckKeywords)
def diff(
    old: str | os.PathLike[str],
    new: str | os.PathLike[str],
    *,
    listener: Listener | None = None,
    **settings: Unpack[CheckKeywords],
) -> Checked:
    """Compare two files or two folders, as `swerve diff` does; git is not needed.

    The settings are those of `check`, but for `judge`, which is "none" here.
    """
    started = time.monotonic()
    said = settings_from({"judge": "none", **settings}, folder_from("."))
    client = language_model(said)
    before, after = (Path(each).expanduser() for each in (old, new))
    return _checked(read_paths(before, after, said), said, started, listener, client)


def _checked(
    raw: RawChange,
    settings: Settings,
    started: float,
    listener: Listener | None,
    client: Client | None,
) -> Checked:
    settings = settings.with_table(raw.settings)
    need_sense(settings)
    report = check_raw(raw, settings, listener, client)
    return checked_from(replace(report, seconds=time.monotonic() - started), raw, settings)
