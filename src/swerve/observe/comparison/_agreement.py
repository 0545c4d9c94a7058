"""What can be said about two behaviours?"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TypeAlias

from swerve.model import DifferenceKind
from swerve.model.behaviour import Outcome, Returned, StopReason, Unfinished

from ._paths import Path


@dataclass(frozen=True, slots=True)
class Same:
    """Everything that is compared was seen, and is alike."""

    #: How far numbers of arrays lie apart at most, in units in the last place of the largest one.
    ulps: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Different:
    """The two behaviours differ, at least here."""

    kind: DifferenceKind
    #: Where, as Python would get there: `result.items[2].price`; a set's member is `{...}`.
    path: str
    #: What each side has there, as Python or in words, for a person.
    old: str
    new: str
    #: Paths of further differences, in order; not all of them when there are many.
    others: tuple[str, ...] = ()
    #: Where in words, if it is in an effect: "file out.csv, line 3".
    place: str = ""
    #: Effects that differ too, each as such a place.
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """No difference was seen, and something that could hide one was not."""

    #: In words that stand in a sentence: "`result.body` was cut after 65536 characters".
    why: str


#: Three answers, never two: "could not tell" is not "fine".
Agreement: TypeAlias = Same | Different | Unknown


def equal_words(ulps: float) -> str:
    """How results are equal that may differ by rounding: goes on after "ran in 3 calls"."""
    if not ulps:
        return "with equal results"
    return f"with results that differ only by rounding (at most {math.ceil(ulps)} ulp)"


# --- what differs between two runs of one version? ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Noise:
    """What two runs of the old version do not agree on. Several add up with `|`."""

    #: Places that are set aside, with all below them.
    paths: frozenset[Path] = frozenset()
    #: Why nothing can be compared at all: "the old version returned once and raised once".
    unstable: str = ""

    def __or__(self, other: Noise) -> Noise:
        return Noise(self.paths | other.paths, self.unstable or other.unstable)

    def __bool__(self) -> bool:
        return bool(self.paths or self.unstable)


NO_NOISE = Noise()


# --- what does it say when a run did not finish? --------------------------------------------------
# A process that crashed or ended itself did so because of the code, so against a run that finished
# that is a change of termination; witnesses are shown twice, so a crash by chance does not stay
# one. Running out of time is a matter of the machine too: only a run that was repeated with ten
# times the time counts. Memory and the sandbox's limits are ours, so what they stop says nothing.

#: The code itself ended the process.
_ENDED = (StopReason.CRASH, StopReason.EXIT)
#: In words that go on after "the old version".
_WORDS = {
    StopReason.TIMEOUT: "did not finish in time",
    StopReason.CRASH: "crashed",
    StopReason.EXIT: "ended the process",
    StopReason.OUT_OF_MEMORY: "ran out of memory",
    StopReason.REFUSED: "was stopped by the sandbox",
    StopReason.UNSEEN: "left a result that could not be inspected",
    StopReason.NOT_BUILT: "could not be called",
}


def ending_words(outcome: Outcome) -> str:
    """How a run ended, in words that go on after "the old version"."""
    if not isinstance(outcome, Unfinished):
        return "returned" if isinstance(outcome, Returned) else "raised"
    words = _WORDS[outcome.reason]
    return f"{words} ({outcome.detail})" if outcome.detail else words


def compare_endings(
    old: Outcome, new: Outcome, old_words: str, new_words: str, *, repeated: bool
) -> Agreement:
    """Compare two runs at least one of which did not finish."""
    for side, outcome in (("old", old), ("new", new)):
        if isinstance(outcome, Unfinished) and not _counts(outcome, repeated):
            return Unknown(f"the {side} version {ending_words(outcome)}")
    if ended_alike(old, new):
        words = ending_words(old)
        return Unknown(f"both versions {words}; what they did before that was not observed")
    return Different(DifferenceKind.TERMINATION, "outcome", old_words, new_words)


def ended_alike(one: Outcome, other: Outcome) -> bool:
    """Whether two runs ended in the same way; how long a late one was waited for is no matter."""
    if not isinstance(one, Unfinished) or not isinstance(other, Unfinished):
        return type(one) is type(other)
    is_late = one.reason is StopReason.TIMEOUT
    return one.reason is other.reason and (is_late or one.detail == other.detail)


def _counts(outcome: Unfinished, repeated: bool) -> bool:
    """Whether the way a run ended says something about the code."""
    return outcome.reason in _ENDED or (repeated and outcome.reason is StopReason.TIMEOUT)
