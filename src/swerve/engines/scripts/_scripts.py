"""Do usage examples that a language model wrote behave alike on both sides?"""

from __future__ import annotations

from dataclasses import dataclass

from swerve.engines._engine import Budget
from swerve.engines.scripts._observing import Covered, Observed
from swerve.model import NOTHING_LEARNED, Findings, Learned, LineNo, Pair, Verdict, evidence_about


@dataclass(frozen=True, slots=True)
class Scripts:
    """Tells what scripts showed about a pair; they were run before, for all pairs at once."""

    observed: Observed
    name: str = "scripts"
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
        evidence = evidence_about(pair, "scripts", note, len(covered), (old, new))
        if witnesses:
            return Findings(evidence, Verdict.CHANGED, witnesses[0].because, witnesses)
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
