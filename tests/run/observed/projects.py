"""Small projects with tests, in two versions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from swerve.check._importing import opened_workspace
from swerve.engines import Budget
from swerve.engines.replay import Replay
from swerve.model import Findings, Pair
from swerve.run.observed import Observations, PairObserved, observe_suites
from swerve.run.project import Project, open_project
from swerve.run.sandbox import choose_level
from swerve.source import Selection, pair_up, read_paths

CONFINEMENT = choose_level()


@dataclass(frozen=True)
class Two:
    """A project in two versions, with what differs."""

    project: Project
    pairs: tuple[Pair, ...]
    folder: Path

    def observe(self, seconds: float = 60.0) -> Observations:
        """Run its tests on both sides."""
        self.folder.mkdir(exist_ok=True)
        level = CONFINEMENT.level
        return observe_suites(self.project, level, self.pairs, self.folder, seconds=seconds)

    def observed(self, name: str = "", seconds: float = 60.0) -> PairObserved:
        """What tests did with the pair of that name, or the only one."""
        return self.observe(seconds).of(self.pair(name).id)

    def pair(self, name: str = "") -> Pair:
        """The pair of that name, or the only one."""
        (found,) = [pair for pair in self.pairs if name in ("", pair.name)]
        return found

    def engine(self, observations: Observations) -> Replay:
        """The engine for it."""
        with opened_workspace(self.project, CONFINEMENT, self.pairs) as (_, workspace):
            return Replay(observations, replace(workspace, cells=None))

    def investigate(self, name: str = "", seconds: float = 60.0) -> Findings:
        """What the engine says about a pair."""
        engine = self.engine(self.observe())
        return engine.investigate(self.pair(name), Budget.of(seconds))


def lay(folder: Path, files: dict[str, str]) -> Path:
    """Write files into a folder."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def two(
    folder: Path,
    old: dict[str, str],
    changes: Sequence[tuple[str, str]] = (),
    *,
    new: dict[str, str] | None = None,
    python: str = sys.executable,
) -> Two:
    """A project, and the same with pieces of its text replaced, or with other files."""
    after = dict(old)
    for before, instead in changes:
        assert any(before in text for text in after.values()), before
        after = {name: text.replace(before, instead) for name, text in after.items()}
    after.update(new or {})
    lay(folder / "old", old)
    lay(folder / "new", after)
    raw = read_paths(folder / "old", folder / "new", Selection())
    return Two(open_project(raw, python=python), pair_up(raw).pairs, folder / "observations")
