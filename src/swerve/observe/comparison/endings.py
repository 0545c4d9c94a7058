"""What does it say when a run did not finish?

A process that crashed or ended itself did so because of the code, so against a run that finished
that is a change of termination; witnesses are shown twice, so a crash by chance does not stay one.
Running out of time is a matter of the machine too: only a run that was repeated with ten times the
time counts. Memory and the sandbox's limits are ours, so what they stop says nothing.
"""

from __future__ import annotations

from swerve.model import DifferenceKind
from swerve.model.behaviour import Outcome, Returned, StopReason, Unfinished
from swerve.observe.comparison._agreement import Agreement, Different, Unknown

#: The code itself ended the process.
_ENDED = (StopReason.CRASH, StopReason.EXIT)
#: In words that go on after "the old version".
_WORDS = {
    StopReason.TIMEOUT: "did not finish in time",
    StopReason.CRASH: "crashed",
    StopReason.EXIT: "ended the process",
    StopReason.OUT_OF_MEMORY: "ran out of memory",
    StopReason.REFUSED: "was stopped by the sandbox",
    StopReason.UNSEEN: "left what could not be looked at",
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
        return Unknown(f"both versions {ending_words(old)}; what they did before was not seen")
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
