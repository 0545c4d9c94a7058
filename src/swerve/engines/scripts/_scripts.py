"""Do usage examples that a language model wrote behave alike on both sides?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from swerve.engines._engine import Budget
from swerve.engines.opened import InProject, Opened
from swerve.model import (
    NOTHING_LEARNED,
    Findings,
    Learned,
    LineNo,
    Pair,
    Side,
    Verdict,
    evidence_about,
)
from swerve.run.host import Ground
from swerve.run.places import ground_of, opened_project
from swerve.source import diff_text

from ._observing import NAME, Covered, Observed, observe_scripts
from ._writing import Wanted, write_scripts


@dataclass(frozen=True, slots=True)
class Scripts:
    """Tells what scripts showed about a pair; they were run before, for all pairs at once."""

    observed: Observed
    name: str = NAME
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for scripts on which the two versions part."""
        covered = self.observed.covered.get(pair.id, ())
        witnesses = self.observed.witnesses.get(pair.id, ())
        note = "; ".join((*_coverage(covered, pair.changed_lines), *self.observed.notes))
        old, new = (
            frozenset[LineNo]().union(*lines)
            for lines in ((each.old for each in covered), (each.new for each in covered))
        )
        evidence = evidence_about(pair, NAME, note, len(covered), (old, new))
        if witnesses:
            return Findings(evidence, Verdict.CHANGED, witnesses[0].words, witnesses)
        return Findings(evidence)


def _coverage(covered: tuple[Covered, ...], changed: int) -> tuple[str, ...]:
    """How much of the change each script ran, those that ran most first."""
    if not covered:
        return ()
    counts = sorted((len(each.old) + len(each.new) for each in covered), reverse=True)
    reaching = [count for count in counts if count]
    told = f"{len(reaching)} of {len(counts)} scripts ran changed code"
    if reaching:
        lines = ", ".join(map(str, reaching))
        told += f": {lines} of {changed} changed lines"
    return (told,)


def engine(opened: Opened) -> Scripts | None:
    """Have usage examples written, where a model may be asked for them, and run them all."""
    if opened.around is None or opened.around.writer is None:
        return None
    raw, pairs, workspace = opened.around.raw, opened.pairs, opened.workspace
    files = {pair.new.module.path for pair in pairs}
    functions = tuple(
        f"{modules[1]}.{pair.name}"
        for pair in pairs
        if (modules := workspace.modules_of(pair)) is not None
    )
    wanted = Wanted(functions, diff_text(raw), diff_text(raw, files))
    written = write_scripts(opened.around.writer, wanted)
    with _latest_ground(opened, opened.around) as latest:
        observed = observe_scripts(
            written,
            pairs,
            workspace,
            seconds=2 * opened.settings.suite_seconds,
            seed=opened.settings.seed,
            latest=latest,
        )
    return Scripts(observed)


@contextmanager
def _latest_ground(opened: Opened, around: InProject) -> Iterator[Ground | None]:
    """The third tree, as long as this is open."""
    if around.latest is None:
        yield None
        return
    name = around.latest.id[:10]
    trees = around.latest, around.latest
    raw = replace(around.raw, old=name, new=name, files=(), trees=trees)
    with opened_project(raw, opened.settings, opened.workspace.places.level) as project:
        yield replace(ground_of(project, Side.NEW), roots=around.project.new.roots)
