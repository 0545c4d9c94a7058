"""What do all predictors answer?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from swerve.facts.classes import Distribution
from swerve.facts.usage import Site, Usages


class Predictor(Protocol):
    """Says which values are likely at places where the real one is missing."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""

    def predict(self, code: Usages, sites: Sequence[Site]) -> tuple[Distribution, ...]:
        """One distribution for each site, all in one batch."""
