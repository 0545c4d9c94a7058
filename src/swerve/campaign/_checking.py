"""How does a unit become a report?"""

from __future__ import annotations

from swerve.campaign._clones import folder_of
from swerve.campaign._outcome import packed
from swerve.campaign._unit import Unit
from swerve.change import RawChange, read_between, read_git
from swerve.checking import Asked, How, check_raw
from swerve.github import pull_request_from_json
from swerve.pipeline import Plan
from swerve.report import report_object


def checked(unit: Unit) -> bytes:
    """Check a unit in this process, and return its report, packed.

    One job: a campaign makes use of several cores by looking at several units.
    """
    options = unit.options
    plan = Plan(effort=options.effort, jobs=1, seed=options.seed)
    how = How(plan, options.wishes, options.limits, Asked(options.judge))
    return packed(report_object(check_raw(_read(unit), how), with_source=True))


def _read(unit: Unit) -> RawChange:
    folder = folder_of(unit.repository, *filter(None, (unit.old, unit.new)))
    selection = unit.options.selection
    if unit.pull_request is not None:
        pull = pull_request_from_json(unit.pull_request.encode(), "the pull request")
        return read_between(
            folder, unit.old, unit.new, said=pull.words, paths=(), selection=selection
        )
    revisions = f"{unit.old}..{unit.new}" if unit.old else unit.new
    return read_git(folder, revisions=revisions, staged=False, paths=(), selection=selection)
