"""What does a contract say about a call that was made?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from swerve.meaning.contract import (
    Case,
    Classes,
    ClauseKind,
    Contract,
    Judgement,
    ObservedCall,
    SideRun,
    Signature,
    distance,
    judge,
)
from swerve.model.behaviour import Unfinished
from swerve.observe.comparison import Rules
from swerve.observe.recipe import Name
from swerve.run.host import Compared, Entered, Lane, Sides
from swerve.run.refusals import REFUSALS, is_refused, lacks_something


@dataclass(frozen=True, slots=True)
class Asking:
    """Asks a contract about calls."""

    contract: Contract
    old: Signature
    new: Signature
    rules: Rules
    classes: Classes

    def is_asked(self, compared: Compared) -> bool:
        """Whether a call is one to ask about: it was meant for the function.

        What the old version refused was not, unless the contract speaks of such errors.
        """
        if lacks_something(compared):
            return False
        return not is_refused(compared.old) or any(
            each.name in REFUSALS
            for case in self.contract.cases
            for clause in case.of(ClauseKind.WHEN_SIGNALED)
            for each in clause.exceptions
        )

    def about(self, entered: Entered) -> Judgement:
        """What the contract says about a call."""
        call = ObservedCall(
            SideRun(entered.old.snapshot, entered.compared.old, self.old),
            SideRun(entered.new.snapshot, entered.compared.new, self.new),
        )
        return judge(self.contract, call, self.classes, self.rules)

    def about_confirmed(self, compared: Compared, sides: Sides) -> Judgement:
        """The same for a call that was made alone."""
        return self.about(Entered(compared, *sides.entries(compared.call)))

    def distance(self, case: Case, entered: Entered) -> float:
        """How far a call is from the update condition of a case."""
        run = SideRun(entered.old.snapshot, entered.compared.old, self.old)
        return distance(self.contract, case, run, self.classes)


class Bases(Mapping[str, tuple[str, ...]]):
    """The bases of classes of the project, asked for when somebody wants to know.

    Must not be asked while calls are on their way.
    """

    def __init__(self, *lanes: Lane) -> None:
        self._lanes = lanes
        self._known: dict[str, tuple[str, ...]] = {}

    def __getitem__(self, name: str) -> tuple[str, ...]:
        if name not in self._known:
            self._known[name] = self._described(name)
        found = self._known[name]
        if not found:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def _described(self, name: str) -> tuple[str, ...]:
        parts = name.split(".")
        for at in range(len(parts) - 1, 0, -1):
            wanted = Name(".".join(parts[:at]), ".".join(parts[at:]))
            for lane in self._lanes:
                inventory = lane.describe(wanted)
                if isinstance(inventory, Unfinished) or wanted not in inventory.classes:
                    continue
                found: dict[str, None] = {}
                waiting = list(inventory.classes[wanted].bases)
                for base in waiting:
                    found[_text(base)] = None
                    known = inventory.classes.get(base)
                    waiting += [] if known is None or len(waiting) > 99 else known.bases
                return tuple(found)
        return ()


def _text(name: Name) -> str:
    return name.qualname if name.module == "builtins" else f"{name.module}.{name.qualname}"
