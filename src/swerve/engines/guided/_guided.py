"""How is a pair decided by running it in worlds that are made up?"""

from __future__ import annotations

from dataclasses import dataclass, field

from swerve.compare import Rules
from swerve.engines._engine import Budget
from swerve.engines._places import Places
from swerve.engines.guided._investigation import Investigation, evidence_for
from swerve.engines.guided._setting import Techniques
from swerve.model import NOTHING_LEARNED, Findings, Learned, Pair


@dataclass(frozen=True, slots=True)
class Guided:
    """Runs both versions alone, many times, in equal made-up surroundings."""

    places: Places | None = None
    techniques: Techniques = field(default_factory=Techniques)
    runs: int = 300
    #: Whether installed packages are used where there are any.
    real_imports: bool = False
    rules: Rules = field(default_factory=Rules)
    name: str = "guided"
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a world in which the two versions part."""
        if self.places is None:
            why = "not run: there is nowhere to run it"
            return Findings(evidence_for(pair, 0, set(), set(), why))
        return Investigation(
            pair,
            self.places,
            self.techniques,
            budget,
            runs=self.runs,
            real_imports=self.real_imports,
            rules=self.rules,
        ).findings()
