"""What can be said of a difference in a simulated run, by whoever knows what was meant?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ._runs import Guidance


@dataclass(frozen=True, slots=True)
class Judged:
    """A judgement as witnesses carry it."""

    #: `intended`, `unintended` or `unclear`.
    judgement: str
    why: str

    @property
    def is_intended(self) -> bool:
        """Whether it is."""
        return self.judgement == "intended"


#: Asked about a world in which the old and the new version differ.
Judge: TypeAlias = Callable[[Guidance, Guidance], Judged]
