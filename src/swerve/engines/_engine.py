"""What is an engine, and what is it given?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from swerve.model import (
    NOTHING_LEARNED,
    Findings,
    FunctionReport,
    Learned,
    Pair,
    evidence_about,
    work,
)

#: Runs with equal results that say something even where time was up before there were more.
TELLING = 20


@dataclass(frozen=True, slots=True)
class Budget:
    """How long an engine may work, and the seed of whatever it draws at random."""

    #: On the clock of `swerve.model.work`.
    deadline: float
    seed: int = 0

    @classmethod
    def of(cls, seconds: float, seed: int = 0) -> Budget:
        """So many seconds of work from now on."""
        return cls(work.now() + seconds, seed)

    @property
    def seconds_left(self) -> float:
        """Never negative."""
        return max(0.0, self.deadline - work.now())

    def with_at_least(self, seconds: float) -> Budget:
        """The same, or a new one where less than that is left."""
        return Budget(max(self.deadline, work.now() + seconds), self.seed)


class Engine(Protocol):
    """One way to look for witnesses, or to prove that there are none.

    An engine keeps no state between pairs and is sent to worker processes, so it must pickle.
    What it cannot decide it leaves open: findings without a verdict.
    """

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    @property
    def runs_code(self) -> bool:
        """Whether it runs what it looks at, which takes a while."""
        ...

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        """Look at one pair, inside the budget; `learned` is what others found out before."""
        ...


@runtime_checkable
class Selective(Protocol):
    """An engine that has nothing to say about some pairs."""

    def concerns(self, pair: Pair) -> bool:
        """Whether it looks at a pair."""
        ...


@runtime_checkable
class Judging(Protocol):
    """An engine that says what calls of others mean, which nobody could tell without it."""

    @property
    def least_s(self) -> float:
        """Seconds that it gets even where those before it took all there were."""
        ...


@runtime_checkable
class Proving(Protocol):
    """An engine that may prove what others think likely: it is asked after that, too."""

    def proves(self, pair: Pair) -> bool:
        """Whether it has a say about a pair."""
        ...


class Doubting(Protocol):
    """Is asked where engines saw no difference: whether that is to be believed."""

    def alarms(self, pair: Pair, learned: Learned) -> tuple[str, ...]:
        """In words why not; nothing where there is no reason to doubt it."""
        ...


class Blaming(Protocol):
    """Is asked about differences: which of several edits make them."""

    def about(self, pair: Pair) -> Blaming:
        """The same for one pair, without what is known about others."""
        ...

    def blamed(self, report: FunctionReport, seed: int) -> FunctionReport:
        """The report, with what was found out."""
        ...


def left_open(pair: Pair, engine: str, why: str) -> Findings:
    """What an engine says that cannot say anything."""
    return Findings(evidence_about(pair, engine, why))
