"""What becomes of the findings of an engine where a contract has the last word?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from swerve.engines._engine import Budget, Engine, Selective
from swerve.engines.contracted._contracted import Contracted
from swerve.engines.opened import Opened, Stage
from swerve.model import NOTHING_LEARNED, Findings, Learned, Pair, Seed, Verdict, Witness

_CANNOT = "this call cannot be made again, so the contract cannot be asked"


@dataclass(frozen=True, slots=True)
class Feeding:
    """An engine whose witnesses are calls for the contract to judge."""

    engine: Engine
    #: Ids of the pairs that have a contract; others are the engine's own.
    contracted: frozenset[str]
    #: Asks contracts that come with the change, which take nothing back of what an engine found.
    claims: Contracted | None = None

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.engine.name

    @property
    def runs_code(self) -> bool:
        """Whether the engine does."""
        return self.engine.runs_code

    def concerns(self, pair: Pair) -> bool:
        """Whether the engine looks at a pair."""
        return not isinstance(self.engine, Selective) or self.engine.concerns(pair)

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Hand on what was found; decide only what no contract can judge."""
        findings = self.engine.investigate(pair, budget, learned)
        is_claimed = self.claims is not None and self.claims.concerns(pair)
        if pair.id not in self.contracted and not is_claimed:
            return findings
        if findings.verdict in (Verdict.PRESERVED, Verdict.LIKELY_PRESERVED):
            return replace(findings, verdict=None, reason="", otherwise=findings.reason)
        if findings.verdict is not Verdict.CHANGED:
            return findings
        seeds = tuple(_seed(each) for each in findings.witnesses if each.recipe)
        if pair.id not in self.contracted:
            known = learned | findings.learned | Learned(seeds)
            return self._with_claims(findings, pair, budget, known) if seeds else findings
        if seeds:
            doubt = f"`{self.name}` found a call that differs, for the contract to judge"
            known = findings.learned | Learned(seeds, doubts=(doubt,))
            return replace(findings, verdict=None, reason=doubt, witnesses=(), learned=known)
        judged = tuple(
            replace(each, judgement="unclear", why=_CANNOT) for each in findings.witnesses
        )
        return replace(findings, witnesses=judged)

    def _with_claims(
        self, findings: Findings, pair: Pair, budget: Budget, found: Learned
    ) -> Findings:
        """What was found, and what the contract has to say about it."""
        if self.claims is None:
            return findings
        said = self.claims.investigate(pair, budget.with_at_least(self.claims.least_s), found)
        if any(each.judgement == "unintended" for each in said.witnesses):
            return replace(findings, witnesses=said.witnesses)
        told = {(each.call, each.old, each.new): each.claim for each in said.witnesses}
        witnesses = tuple(
            replace(each, claim=told.get((each.call, each.old, each.new), ""))
            for each in findings.witnesses
        )
        return replace(findings, witnesses=witnesses)


def _seed(witness: Witness) -> Seed:
    return Seed(
        witness.recipe.encode("utf-8", "surrogatepass"), witness.realism, witness.test or "found"
    )


def engine(opened: Opened) -> Contracted | None:
    """What asks the contracts about calls, where there are any."""
    if not opened.all_contracts:
        return None
    return Contracted(
        opened.workspace,
        opened.all_contracts,
        claimed=frozenset(opened.claims.keys() - opened.contracts.keys()),
        is_quick=opened.stage is Stage.QUICK,
        drawing=opened.drawing,
    )


def fed(finder: Engine, opened: Opened) -> Engine:
    """An engine, with the contracts to judge what it finds, where there are any."""
    judge = engine(opened)
    if judge is None:
        return finder
    claims = replace(judge, contracts=opened.claims, is_quick=False)
    return Feeding(finder, frozenset(opened.asked), claims)
