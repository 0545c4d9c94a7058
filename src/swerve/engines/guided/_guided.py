"""How is a pair decided by running it in worlds that are made up?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

from swerve.engines._engine import Budget
from swerve.engines.opened import Opened, Stage
from swerve.facts.arrays import libraries_in
from swerve.meaning.claims import as_claim
from swerve.model import NOTHING_LEARNED, Findings, Learned, Pair, Settings, Verdict
from swerve.observe.comparison import Rules, rules_from
from swerve.run.places import Places
from swerve.source.syntax.conditions import lines_not_run

from ._investigation import Investigation, evidence_for
from ._judged import Judge, Judged
from ._limits import SHARE
from ._runs import Guidance
from ._setting import Techniques
from .witness import NAME

if TYPE_CHECKING:
    from swerve.meaning.contract import Contract


@dataclass(frozen=True, slots=True)
class Guided:
    """Runs both versions alone, many times, in equal made-up surroundings."""

    places: Places | None = None
    techniques: Techniques = field(default_factory=Techniques)
    runs: int = 300
    #: Whether installed packages are used: one after the other, as long as nothing is decided.
    real_imports: tuple[bool, ...] = (False,)
    #: Whether nothing is there of the project but the file.
    is_alone: bool = True
    rules: Rules = field(default_factory=Rules)
    #: Id of a pair -> what was meant to change.
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    #: The same, as the change itself says: that decides nothing.
    claims: Mapping[str, Contract] = field(default_factory=dict)
    #: Of the time that is left, what it takes.
    share: float = 1.0
    name: str = NAME
    runs_code: bool = True

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look for a world in which the two versions part."""
        if self.places is None:
            why = "not run: no environment to run it in"
            return Findings(evidence_for(pair, 0, set(), set(), why))
        if learned.is_tested:
            why = "not run: tests call it, and show no difference with other values either"
            return Findings(evidence_for(pair, 0, set(), set(), why))
        budget = Budget.of(self.share * budget.seconds_left, budget.seed)
        decides = pair.id in self.contracts
        contract = (self.contracts if decides else self.claims).get(pair.id)
        if contract is None:
            return self._findings(pair, self.places, budget)
        from .judging import judge_by  # takes a while to load

        judge = judge_by(contract, pair, self.rules)
        if decides:
            return self._findings(pair, self.places, budget, judge)
        findings = self._findings(pair, self.places, budget, None, judge)
        told = tuple(as_claim(each, contract.file) for each in findings.witnesses)
        return replace(findings, witnesses=told)

    def worlds(self, pair: Pair, budget: Budget) -> tuple[tuple[Guidance, Guidance], ...]:
        """What both versions did in the worlds that a check would try, where that is comparable."""
        if self.places is None:
            return ()
        real = self.real_imports[0]
        investigation = self._investigation(pair, self.places, budget, _accept, None, real)
        investigation.findings()
        return tuple(investigation.compared)

    def _findings(
        self,
        pair: Pair,
        places: Places,
        budget: Budget,
        judge: Judge | None = None,
        claims: Judge | None = None,
    ) -> Findings:
        """What the first kind of worlds shows that decides, or all of them together."""
        found: Findings | None = None
        for number, real in enumerate(self._imports_for(pair, places)):
            investigation = self._investigation(
                pair, places, budget, judge, claims, real, hides_arrays=number > 0
            )
            more = investigation.findings()
            found = more if found is None else _joined(found, more)
            ran = found.learned.ran
            is_whole = found.verdict is Verdict.LIKELY_PRESERVED and not any(
                lines_not_run(pair, ran)
            )
            if found.verdict is Verdict.CHANGED or is_whole:
                break
        assert found is not None  # noqa: S101 (for mypy)
        return found

    def _imports_for(self, pair: Pair, places: Places) -> tuple[bool, ...]:
        """With which imports to run: both kinds where there are arrays and tables to be had."""
        if len(self.real_imports) == 1:
            return self.real_imports
        named = libraries_in((pair.old.module.text, pair.new.module.text))
        path = list(places.old.sys_path) or None
        if any(PathFinder.find_spec(name, path) is not None for name in named):
            return self.real_imports
        return (not self.is_alone,)

    def _investigation(
        self,
        pair: Pair,
        places: Places,
        budget: Budget,
        judge: Judge | None,
        claims: Judge | None,
        real_imports: bool,
        *,
        hides_arrays: bool = False,
    ) -> Investigation:
        return Investigation(
            pair,
            places,
            self.techniques,
            budget,
            runs=self.runs,
            real_imports=real_imports,
            hides_arrays=hides_arrays,
            is_alone=self.is_alone,
            rules=self.rules,
            judge=judge,
            claims=claims,
        )


def _joined(one: Findings, other: Findings) -> Findings:
    """What worlds of two kinds show: a difference, or what ran with equal results in either."""
    if other.verdict is Verdict.CHANGED:
        return other
    learned = one.learned | other.learned
    return replace(one if one.verdict is not None else other, learned=learned)


def _accept(old: Guidance, new: Guidance) -> Judged:
    """A judge that lets the search go on."""
    return Judged("intended", "")


def engine(opened: Opened) -> Guided:
    """What needs no import to work; its runs are no calls, so it asks the contract itself."""
    is_alone = opened.stage is Stage.ALONE
    made = guided_in(opened.workspace.places, opened.settings, is_alone=is_alone)
    share = 1.0 if is_alone else SHARE
    return replace(made, contracts=opened.contracts, claims=opened.claims, share=share)


def guided_in(places: Places, settings: Settings, *, is_alone: bool = False) -> Guided:
    """The engine, as the user wants it.

    Where they do not say, what is installed is used; and for code on arrays, whose worlds often
    stop, runs without follow while nothing is decided.
    """
    real_imports: tuple[bool, ...] = (True, False)
    if settings.real_imports is not None:
        real_imports = (settings.real_imports,)
    return Guided(
        places,
        Techniques(context=settings.context == "file", predictor=settings.predictor),
        runs=settings.runs,
        real_imports=real_imports,
        is_alone=is_alone,
        rules=rules_from(settings.ignore, settings.tolerance),
    )
