"""How does a unit become a report?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from swerve.apps.campaign._clones import folder_of, is_url
from swerve.apps.campaign._outcome import packed
from swerve.apps.campaign._unit import Unit
from swerve.check.checking import Asked, How, check_raw
from swerve.check.pipeline import Plan
from swerve.source import Governed, RawChange, read_between, read_git
from swerve.source.github import pull_request_from_json
from swerve.tell import report_object
from swerve.witness.kept import keep_witnesses, stored_in


def checked(unit: Unit) -> bytes:
    """Check a unit in this process, and return its report, packed.

    One job: a campaign makes use of several cores by looking at several units. Witnesses are kept
    by their ids, on the machine that this process runs on.
    """
    folder = folder_of(unit.repository, *filter(None, (unit.old, unit.new)))
    raw = _read(unit, folder)
    options = unit.options.with_settings(raw.settings or {})
    wishes = replace(options.wishes, folder=_standing_in(unit.repository))
    plan = Plan(effort=options.effort, jobs=1, seed=options.seed)
    report = check_raw(raw, How(plan, wishes, options.limits, Asked(options.judge)))
    report = keep_witnesses(report, stored_in(raw, wishes, report.runtime))
    return packed(report_object(report, with_source=True))


def _read(unit: Unit, folder: Path) -> RawChange:
    options = unit.options
    selection = Governed(
        lambda settings: options.with_settings(settings).selection, options.wishes.trusts_change
    )
    if unit.pull_request is not None:
        pull = pull_request_from_json(unit.pull_request.encode(), "the pull request")
        return read_between(
            folder, unit.old, unit.new, said=pull.words, paths=(), selection=selection
        )
    revisions = f"{unit.old}..{unit.new}" if unit.old else unit.new
    return read_git(folder, revisions=revisions, staged=False, paths=(), selection=selection)


def _standing_in(repository: str) -> Path | None:
    """From where the project's interpreter is looked for, if not from the current folder.

    A campaign is about other repositories, too, and a worker of a cluster stands anywhere. Nobody
    puts an environment into a clone in the cache.
    """
    if is_url(repository):
        return None
    try:
        return None if Path.cwd().is_relative_to(repository) else Path(repository)
    except OSError:  # the current folder is gone
        return Path(repository)
