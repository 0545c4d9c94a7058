"""How does a unit become a report?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from swerve.apps.campaign._clones import folder_of, is_url
from swerve.apps.campaign._outcome import packed
from swerve.apps.campaign._unit import Unit
from swerve.check.checking import check_raw
from swerve.source import RawChange, read_between, read_git
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
    settings = unit.settings.with_table(raw.settings)
    settings = replace(settings, jobs=1, folder=_standing_in(unit.repository))
    report = check_raw(raw, settings)
    report = keep_witnesses(report, stored_in(raw, settings, report.runtime))
    return packed(report_object(report, with_source=True))


def _read(unit: Unit, folder: Path) -> RawChange:
    if unit.pull_request is not None:
        pull = pull_request_from_json(unit.pull_request.encode(), "the pull request")
        return read_between(
            folder, unit.old, unit.new, said=pull.words, paths=(), selection=unit.settings
        )
    revisions = f"{unit.old}..{unit.new}" if unit.old else unit.new
    return read_git(folder, revisions=revisions, staged=False, paths=(), selection=unit.settings)


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
