"""How well do judgements agree with what people said?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """How a judge did at finding what is "unintended"; `unclear` counts as not reported."""

    #: Called unintended, and labelled so.
    right: int
    #: Called unintended, and labelled otherwise.
    wrong: int
    #: Labelled unintended, and not called so.
    missed: int

    @property
    def precision(self) -> float | None:
        """The share of reports that are right; `None` where there are no reports."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else None

    @property
    def recall(self) -> float | None:
        """The share found of what there is; `None` where there is nothing to find."""
        return self.right / (self.right + self.missed) if self.right + self.missed else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        if self.precision is None or self.recall is None:
            return None
        return 2 * self.right / (2 * self.right + self.wrong + self.missed)


def score(judged: Iterable[tuple[str, str]]) -> Score:
    """Count judgements against labels, given as pairs of them."""
    right = wrong = missed = 0
    for judgement, label in judged:
        said, is_so = judgement == "unintended", label == "unintended"
        right += said and is_so
        wrong += said and not is_so
        missed += is_so and not said
    return Score(right, wrong, missed)
