"""Engines for the tests of the pipeline: plain, picklable, each with one habit."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass

from swerve.engines import Budget
from swerve.model import (
    NOTHING_LEARNED,
    Evidence,
    Findings,
    InterfaceDifference,
    Learned,
    Pair,
    Verdict,
    work,
)
from swerve.source.syntax.conditions import places_that_ran


def evidence(name: str) -> Evidence:
    return Evidence(name, 1, 0, (), (), "looked")


@dataclass(frozen=True)
class Decides:
    verdict: Verdict
    name: str = "decides"
    runs_code: bool = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        return Findings(evidence(self.name), self.verdict, f"{self.name} said so")


@dataclass(frozen=True)
class Shrugs:
    name: str = "shrugs"
    runs_code: bool = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        interface = (InterfaceDifference("seen in passing", False, ""),)
        return Findings(evidence(self.name), None, "could not tell", interface=interface)


@dataclass(frozen=True)
class Fails:
    name: str = "fails"
    runs_code: bool = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        raise LookupError("no such thing:\n  really")


@dataclass(frozen=True)
class Sleeps:
    seconds: float
    name: str = "sleeps"
    runs_code: bool = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        work.count(self.seconds)
        return Findings(evidence(self.name), None, f"{budget.seconds_left:.0f} s left")


@dataclass(frozen=True)
class Dies:
    """Takes its process with it when the pair's name ends in "3"."""

    name: str = "dies"
    runs_code: bool = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        if pair.name.endswith("3"):
            os._exit(1)
        return Findings(evidence(self.name), Verdict.PRESERVED, f"process {os.getpid()}")


@dataclass(frozen=True)
class Interrupts:
    """Stands for the user's Ctrl-C while the third pair is looked at."""

    name: str = "interrupts"
    runs_code: bool = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        if pair.name.endswith("2"):
            raise KeyboardInterrupt
        return Findings(evidence(self.name), Verdict.CHANGED, "fine")


@dataclass(frozen=True)
class Learns:
    """Learns the name of the pair, and tells what was known before."""

    name: str = "learns"
    otherwise: str = ""
    #: Lines that it says ran, on both sides.
    ran: tuple[int, ...] = ()
    runs_code: bool = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        known = ",".join(origin for _, origin in learned.types)
        own = Learned(types=((self.name, pair.name),), ran=places_that_ran(self.ran, self.ran))
        why = f"known: {known or 'nothing'}"
        seen = evidence(self.name)
        return Findings(seen, None, why, learned=own, otherwise=self.otherwise)


@dataclass(frozen=True)
class PressesCtrlC:
    """Interrupts whoever waits for the first pair, and takes an hour for each."""

    name: str = "presses"
    runs_code: bool = False

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        if pair.name.endswith("0"):
            os.kill(os.getppid(), signal.SIGINT)
        time.sleep(3600)
        return Findings(evidence(self.name))


@dataclass(frozen=True)
class Judges(Decides):
    """Says how long it is given."""

    least_s: float = 7.0

    def investigate(
        self, pair: Pair, budget: Budget, learned: Learned = NOTHING_LEARNED
    ) -> Findings:
        return Findings(evidence(self.name), self.verdict, f"{round(budget.seconds_left)} s")
