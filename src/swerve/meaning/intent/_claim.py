"""What can a change claim to be?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Claim(Enum):
    """What a change is said to be."""

    FIX = "a fix"
    ADDITION = "an addition"
    #: Of something that users had, at once or announced.
    REMOVAL = "a removal or deprecation"
    #: Another default, output, precision or rule, on purpose.
    CHANGE = "a change in behaviour"
    REFACTORING = "a refactoring"
    SPEED = "an optimisation"
    TYPING = "a change to type annotations"
    DOCS = "a change to documentation"
    TOOLING = "a change to tests or tooling"


#: Claims that promise to leave behaviour alone.
QUIET = frozenset({Claim.REFACTORING, Claim.SPEED, Claim.TYPING, Claim.DOCS, Claim.TOOLING})


@dataclass(frozen=True, slots=True)
class Claims:
    """What one sentence claims."""

    #: In the order of the sentence, each once.
    found: tuple[Claim, ...] = ()
    #: Those of them in words that leave no doubt: "fix", "precision", not "handle" or "default".
    firm: frozenset[Claim] = frozenset()

    @property
    def is_quiet(self) -> bool:
        """It starts with a promise to leave behaviour alone, and takes nothing of it back."""
        return bool(self.found) and self.found[0] in QUIET and self.firm <= QUIET

    @property
    def is_firm(self) -> bool:
        """Some of it is said in words that leave no doubt."""
        return bool(self.firm)

    @property
    def loud(self) -> frozenset[Claim]:
        """What it claims to do to behaviour."""
        return frozenset() if self.is_quiet else frozenset(self.found) - QUIET

    @property
    def main(self) -> frozenset[Claim]:
        """What counts of that: "add handling of x" adds, whatever its loose words hint at."""
        if self.found[:1] == (Claim.ADDITION,) and not self.is_quiet:
            return frozenset({Claim.ADDITION}) | (self.firm - QUIET)
        return self.loud

    @property
    def quiet(self) -> tuple[Claim, ...]:
        """What it claims to be without touching behaviour."""
        return tuple(claim for claim in self.found if claim in QUIET)
