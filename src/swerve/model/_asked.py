"""How is a change to be checked?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Effort(Enum):
    """How long a pair may be looked at."""

    QUICK = "quick"
    NORMAL = "normal"
    DEEP = "deep"

    @property
    def seconds(self) -> float:
        """The budget of one pair."""
        return {"quick": 2.0, "normal": 15.0, "deep": 120.0}[self.value]

    @property
    def suite_seconds(self) -> float:
        """How long the tests of a project may run, once for all pairs."""
        return {"quick": 5.0, "normal": 30.0, "deep": 300.0}[self.value]


class FailOn(Enum):
    """What makes a run exit with 1. Each member but `never` includes those before it."""

    NEVER = "never"
    UNINTENDED = "unintended"
    CHANGED = "changed"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user wants code to run in, and what to make of it."""

    #: Whether anything of the project may run at all.
    run: bool = True
    #: A path or a name on the PATH; found by looking when `None`.
    python: str | None = None
    #: A command that prepares a tree, run once for each.
    setup: str | None = None
    #: What code may read beside the trees and the interpreter: paths, absolute.
    readable: tuple[str, ...] = ()
    #: Where the user stands: settings and a .venv are looked for from there. The current folder
    #: when `None`.
    folder: Path | None = None
    #: "auto" or a level.
    sandbox: str = "auto"
    #: Rules for what the project calls noise, as it writes them.
    ignore: tuple[str, ...] = ()
    #: How far floats may be apart, relative to their size; exact when `None`.
    tolerance: float | None = None
    seed: int = 0
    #: Whether functions that run alone have the rest of their file around them.
    context: bool = True
    #: Whether they get what is installed; what fits the command when `None`.
    real_imports: bool | None = None
    #: In how many made-up worlds a function runs.
    runs: int = 300
    #: How long the tests of the project may run, all together.
    suite_seconds: float = 30.0
    #: What says which values are likely.
    predictor: str = "types+model+frequency"
    #: Engines that are left out, by their names.
    skip: tuple[str, ...] = ()
    #: Whether functions that have no contract are left out.
    only_contracted: bool = False
    #: Whether contracts that come with the change count as if they had been there before.
    trusts_change: bool = False
