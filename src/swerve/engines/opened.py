"""What is open while a change is checked, which engines are made from?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:  # these take a while to load
    from pathlib import Path

    from swerve.meaning.contract import Contract
    from swerve.meaning.llm import Client
    from swerve.model import Pair, Seed, Settings
    from swerve.observe.recipe import CallRecipe
    from swerve.run.beside import Beside
    from swerve.run.host import Sides
    from swerve.run.observed import SuiteListener
    from swerve.run.project import Project
    from swerve.run.workspace import Workspace
    from swerve.source import GitTree, RawChange

    from ._engine import Engine


class Stage(Enum):
    """When an engine is asked, of those that run code."""

    #: A few seconds a pair.
    QUICK = "quick"
    #: What the tests of the project show, which ran meanwhile.
    TESTS = "tests"
    #: What is open then: engines take their time.
    THOROUGH = "thorough"
    #: Functions come as data, with no project around them: `swerve pairs`.
    ALONE = "alone"


class Draws(Protocol):
    """Makes calls of a pair."""

    def draw(self, count: int, worked: Sequence[CallRecipe], number: int) -> Iterator[CallRecipe]:
        """So many, some of them like those that worked."""
        ...


class Drawing(Protocol):
    """Makes what draws calls of a pair, which is of use to more than one engine."""

    def calls_of(
        self, pair: Pair, sides: Sides, known: Sequence[Seed], seed: int, conditions: str = ""
    ) -> Draws | str:
        """What makes calls; in words why, when it is not known how."""
        ...


@dataclass(frozen=True, slots=True)
class InProject:
    """What is known of the project around the pairs."""

    project: Project
    raw: RawChange
    #: The language model that writes usage examples.
    writer: Client | None = None
    #: What they must still show.
    latest: GitTree | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """All that an engine can be made from, for one stage of a check."""

    stage: Stage
    settings: Settings
    workspace: Workspace
    #: For files that engines write; it is there as long as the engines are.
    folder: Path
    #: `None` where functions come alone.
    around: InProject | None = None
    #: Those that are open still.
    pairs: Sequence[Pair] = ()
    listener: SuiteListener | None = None
    #: Id of a pair -> what was meant to change; and the same as the change itself says it.
    contracts: Mapping[str, Contract] = field(default_factory=dict)
    claims: Mapping[str, Contract] = field(default_factory=dict)
    #: Where calls of a pair come from, when those that are known are not enough.
    drawing: Drawing | None = None
    #: All pairs that are run, at whatever stage.
    all_pairs: Sequence[Pair] = ()
    #: Runs the tests of the project meanwhile.
    suites: Beside[Any] | None = None
    #: Whether nothing is open any more: then this is not the time for much.
    is_decided: bool = False

    @property
    def asked(self) -> Mapping[str, Contract]:
        """The contracts that have the last word; all, where the question is about them alone."""
        return self.all_contracts if self.settings.only_contracted else self.contracts

    @property
    def all_contracts(self) -> Mapping[str, Contract]:
        """Those from before the change, where a pair has both."""
        return {**self.claims, **self.contracts}


#: Makes an engine; `None` where it takes no part.
Factory: TypeAlias = "Callable[[Opened], Engine | None]"
