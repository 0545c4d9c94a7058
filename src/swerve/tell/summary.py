"""How many of each finding does a report hold?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from swerve.model import FunctionReport, Report, Verdict, Witness, is_public

_ORDER = (
    Verdict.CHANGED,
    Verdict.INCONCLUSIVE,
    Verdict.LIKELY_PRESERVED,
    Verdict.PRESERVED,
)


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts a report ends with; functions are counted, not witnesses."""

    changed: int
    preserved: int
    likely_preserved: int
    inconclusive: int
    #: Functions with at least one witness that was judged unintended.
    unintended: int
    #: Public functions that no longer take every call they took.
    breaking_interfaces: int
    #: Public functions that are gone.
    removed: int
    seconds: float

    @property
    def breaking(self) -> int:
        """Public functions that break a caller, whether by their interface or by being gone."""
        return self.breaking_interfaces + self.removed


def summarise(report: Report) -> Summary:
    """Count what was found."""
    verdicts = Counter(function.verdict for function in report.functions)
    return Summary(
        changed=verdicts[Verdict.CHANGED],
        preserved=verdicts[Verdict.PRESERVED],
        likely_preserved=verdicts[Verdict.LIKELY_PRESERVED],
        inconclusive=verdicts[Verdict.INCONCLUSIVE],
        unintended=_count(is_unintended(function) for function in report.functions),
        breaking_interfaces=_count(
            is_breaking(function) and is_public(function.pair.old.name)
            for function in report.functions
        ),
        removed=_count(listed.public for listed in report.change.removed),
        seconds=report.seconds,
    )


def is_unintended(function: FunctionReport) -> bool:
    """Whether somebody judged a witness of this function unintended, and is not only guessing."""
    return any(map(is_not_meant, function.witnesses))


def is_not_meant(witness: Witness) -> bool:
    """Whether a witness was judged unintended, and not only possibly so."""
    return witness.judgement == "unintended" and witness.confidence != "low"


def is_as_meant(function: FunctionReport) -> bool:
    """Whether a function has witnesses, and contracts mean all of them."""
    return bool(function.witnesses) and all(
        witness.judgement == "intended" and not witness.is_by_words
        for witness in function.witnesses
    )


def is_breaking(function: FunctionReport) -> bool:
    """Whether a call that the old version accepts is refused now, or means something else."""
    return any(difference.breaking for difference in function.interface)


def worst_first(functions: Iterable[FunctionReport]) -> list[FunctionReport]:
    """Put functions in the order in which a person wants to hear of them."""
    return sorted(functions, key=_rank)


def _rank(function: FunctionReport) -> tuple[bool, bool, bool, int]:
    changed = function.verdict is Verdict.CHANGED
    return (
        not (changed and is_unintended(function)),
        not changed,
        not is_breaking(function),
        _ORDER.index(function.verdict),
    )


def _count(answers: Iterable[bool]) -> int:
    return sum(answers)
