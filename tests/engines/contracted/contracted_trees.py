"""Two trees with a contract, and what the engine says about their functions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.engines.generate.trees import written

from swerve.check.investigating import Plan, investigate
from swerve.check.pipeline import Silence
from swerve.check.running import prepare
from swerve.model import Effort, FunctionReport, Problem, Settings
from swerve.source import Selection, pair_up, read_paths

#: What takes long, and what these tests are not about.
_SKIPPED = ("replay", "shadow", "guided")


def judged(
    folder: Path,
    old: Mapping[str, str],
    new: Mapping[str, str],
    *,
    skip: tuple[str, ...] = _SKIPPED,
) -> tuple[dict[str, FunctionReport], tuple[Problem, ...]]:
    """Id of the pair -> the report of it, for every pair of two trees; and the problems."""
    raw = read_paths(written(folder / "old", old), written(folder / "new", new), Selection())
    pairs = pair_up(raw).pairs
    with prepare(raw, Settings(skip=skip, trust_change=True), pairs) as prepared:
        assert prepared.tests is not None
        tests = prepared.tests(pairs, Silence(), False)
        plan = Plan((*tests, *prepared.stages[-1](pairs, Silence())), Effort.NORMAL)
        reports = {pair.id: investigate(pair, plan) for pair in pairs}
    return reports, prepared.runtime.problems


def judged_alone(folder: Path, old: str, new: str, contract: str) -> FunctionReport:
    """The same for the one function of a module `app.py` that differs."""
    reports, problems = judged(
        folder, {"app.py": old}, {"app.py": new, "contracts/app.py": contract}
    )
    assert problems == ()
    (report,) = reports.values()
    return report
