"""Do both versions do the same with the first whole numbers?"""

from __future__ import annotations

from dataclasses import dataclass

from swerve.engines import Budget, left_open
from swerve.engines.opened import Opened, Stage
from swerve.model import NOTHING_LEARNED, Findings, Learned, Pair, Realism, Verdict, evidence_about
from swerve.observe.comparison import Different
from swerve.observe.recipe import CallRecipe, Name
from swerve.run.workspace import Workspace, witness_of

NAME = "numbers"


@dataclass(frozen=True, slots=True)
class Numbers:
    """Calls both versions with one number."""

    workspace: Workspace
    name: str = NAME
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a number on which they differ."""
        modules = self.workspace.modules_of(pair)
        with self.workspace.opened(pair, budget.seed) as sides:
            if isinstance(sides, str) or modules is None:
                return left_open(pair, NAME, f"not run: {sides}")
            calls = [CallRecipe(Name(modules[0], pair.old.name), args=(each,)) for each in range(9)]
            for compared in sides.run(calls, budget.deadline):
                found = sides.confirm(compared.call)
                if isinstance(found.agreement, Different):
                    witness = witness_of(found, found.agreement, NAME, Realism.TYPED)
                    evidence = evidence_about(pair, NAME, "", runs=len(calls))
                    return Findings(evidence, Verdict.CHANGED, witness.words, (witness,))
        return left_open(pair, NAME, f"no difference in {len(calls)} calls")


def engine(opened: Opened) -> Numbers | None:
    """Take part in the first stage only."""
    return Numbers(opened.workspace) if opened.stage is Stage.QUICK else None
