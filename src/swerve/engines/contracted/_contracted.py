"""Does what both versions do with calls agree with the contract of the change?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from swerve.engines._engine import Budget, Engine, Selective, left_open
from swerve.engines.opened import Drawing, Draws, Opened, Stage
from swerve.meaning.claims import as_claim
from swerve.meaning.contract import Case, Classes, Contract, Faulty, signature_of
from swerve.model import (
    NOTHING_LEARNED,
    Evidence,
    Findings,
    Learned,
    Pair,
    Seed,
    Verdict,
    Witness,
    evidence_about,
)
from swerve.model.plurals import counted
from swerve.observe.recipe import CallRecipe
from swerve.observe.seeds import calls_in
from swerve.run.host import Sides
from swerve.run.refusals import has_stand_in
from swerve.run.workspace import Workspace

from ._limits import MOST_CALLS
from ._search import Asking, Bases, Search
from .repaired import repairs

NAME = "contract"


@dataclass(frozen=True, slots=True)
class Contracted:
    """Makes the calls that others know, and asks the contract about each."""

    workspace: Workspace
    #: Id of a pair -> what was meant to change.
    contracts: Mapping[str, Contract]
    #: Ids of the pairs whose contract comes with the change: what it means is only told.
    claimed: frozenset[str] = frozenset()
    #: Whether others come after this one.
    is_quick: bool = False
    #: Where more calls come from, when those at hand are not those that a case speaks of.
    drawing: Drawing | None = None
    name: str = NAME
    runs_code: bool = True
    least_s: float = 3.0

    def concerns(self, pair: Pair) -> bool:
        """Whether the pair has a contract."""
        return pair.id in self.contracts

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a call that the contract does not allow, and for calls of each of its cases."""
        contract = self.contracts[pair.id]
        if self.workspace.modules_of(pair) is None:
            return left_open(pair, NAME, "not checked: its module cannot be imported")
        seeds = sorted(learned.calls, key=lambda each: each.origin == "generated")
        calls = [call for call in calls_in(seeds) if not has_stand_in(call)]
        if not calls:
            return left_open(pair, NAME, "not checked: no working example call was found")
        old, new = (
            signature_of(pair.old.module.text, pair.old.name),
            signature_of(pair.new.module.text, pair.new.name),
        )
        if old is None or new is None:
            return left_open(pair, NAME, "not checked: the function is nested in another")
        anew, rules = self.workspace.as_new(pair), self.workspace.rules
        with self.workspace.opened(pair, budget.seed) as sides:
            if isinstance(sides, str):
                return left_open(pair, NAME, f"not checked: {sides}")
            classes = Classes(Bases(sides.new, sides.old))
            asking = Asking(contract, old, new, rules, classes)
            searches = [
                Search(
                    asking,
                    Sides(sides.old, sides.new, rules, as_new=_both(each, anew)),
                    budget,
                    each,
                )
                for each in repairs(contract, old, new)
            ] or [Search(asking, sides, budget)]
            for search in searches:
                known = search.run(calls[:MOST_CALLS])
            unmet = _Judged(contract, searches).unmet
            if unmet:
                draws = self._draws(pair, sides, seeds, budget.seed, contract)
                for search in searches:
                    search.aim(known, draws, unmet)
            findings = _Judged(contract, searches).findings(pair, is_quick=self.is_quick)
        if pair.id not in self.claimed:
            return findings
        told = tuple(as_claim(each, contract.file) for each in findings.witnesses)
        return replace(findings, witnesses=told)

    def _draws(
        self,
        pair: Pair,
        sides: Sides,
        seeds: Sequence[Seed],
        seed: int,
        contract: Contract,
    ) -> Draws | None:
        if self.drawing is None:
            return None
        found = self.drawing.calls_of(pair, sides, seeds, seed, contract.conditions)
        return None if isinstance(found, str) else found


class _Judged:
    """What all calls together say."""

    def __init__(self, contract: Contract, searches: Sequence[Search]) -> None:
        self._contract = contract
        self._searches = searches
        self._relevant: Counter[Case] = Counter()
        for search in searches:
            self._relevant.update(search.relevant)

    @property
    def unmet(self) -> tuple[Case, ...]:
        """The cases whose update condition no call satisfies."""
        return tuple(each for each in self._contract.cases if not self._relevant[each])

    def findings(self, pair: Pair, *, is_quick: bool) -> Findings:
        """The verdict, where calls decide it."""
        evidence = self._evidence(pair)
        witnesses = [each for search in self._searches for each in search.violations()]
        if is_quick and not any(map(_differs, witnesses)):
            return Findings(evidence)  # others come, who find more
        witnesses += [each for search in self._searches for each in search.as_meant()]
        found = tuple(
            {(each.call, each.old, each.new): each for each in reversed(witnesses)}.values()
        )[::-1]
        fault = next((each.fault for each in self._searches if each.fault is not None), None)
        if fault is not None:
            reason, advice = _on_a_line(fault), "Correct the contract."
            return Findings(evidence, Verdict.INCONCLUSIVE, reason, found, advice=advice)
        reasons = list(self._reasons(found))
        if any(map(_differs, found)):
            reason = "; ".join((found[0].words, *reasons))
            return Findings(evidence, Verdict.CHANGED, reason, found)
        if reasons:
            reason, advice = "; ".join(reasons), "Correct the contract, or the function."
            return Findings(evidence, Verdict.INCONCLUSIVE, reason, found, advice=advice)
        return Findings(evidence)

    def _reasons(self, witnesses: Sequence[Witness]) -> Iterator[str]:
        """What must not pass silently."""
        for each in witnesses:
            if not _differs(each):
                yield each.why or ""
        runs = sum(search.runs for search in self._searches)
        yield from (
            f"none of {counted(runs, 'call')} {self._satisfies(each)}" for each in self.unmet
        )
        unclear = next((each.unclear for each in self._searches if each.unclear), "")
        if unclear and not witnesses:
            yield f"unclear: {unclear}"

    def _evidence(self, pair: Pair) -> Evidence:
        runs = sum(search.runs for search in self._searches)
        words = [counted(runs, "call")]
        for case in self._contract.cases:
            count = self._relevant[case]
            words.append(f"{count or 'none'} {self._satisfies(case, is_one=not count)}")
        unclear = next((each.unclear for each in self._searches if each.unclear), "")
        if unclear:
            words.append(f"unclear: {unclear}")
        return evidence_about(pair, NAME, "; ".join(words), runs)

    def _satisfies(self, case: Case, *, is_one: bool = True) -> str:
        verb = "satisfies" if is_one else "satisfy"
        name = f'case "{case.name}"' if case.name else "the contract"
        where = f" ({self._contract.file}:{case.span.line})"
        return f"{verb} the update condition of {name}{where if is_one else ''}"


def _differs(witness: Witness) -> bool:
    return witness.old != witness.new


def _on_a_line(fault: Faulty) -> str:
    """A fault with its values, without the line that it stands on."""
    values = ", ".join(f"{text} = {value}" for text, value in fault.fault.values)
    head = fault.why.partition("\n")[0]
    return f"{head}: {values}" if values else head


def _both(
    first: Callable[[CallRecipe], CallRecipe], second: Callable[[CallRecipe], CallRecipe] | None
) -> Callable[[CallRecipe], CallRecipe]:
    return first if second is None else lambda call: second(first(call))


# --- feeding --------------------------------------------------------------------------------------

# What becomes of the findings of an engine where a contract has the last word?


_CANNOT = "this call cannot be repeated, so it cannot be checked against the contract"


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
