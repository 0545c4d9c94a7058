"""Calls drawn for functions of small modules, and what a real worker makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.run.host.grounds import one_side

from swerve.engines.generate._arguments import ArgumentMaker
from swerve.engines.generate._inferred import About, about_of
from swerve.engines.generate._making import Choices
from swerve.facts.locating import Version
from swerve.model.behaviour import Behaviour, Returned, Unfinished
from swerve.observe.recipe import CallRecipe, Inventory, Name, Parameter, decode_call, encode_call
from swerve.run.host import Lane


@dataclass(frozen=True, slots=True)
class Subject:
    """A function of the module `subject`, as a worker describes it."""

    source: str
    name: Name
    inventory: Inventory
    lane: Lane

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        found = self.inventory.functions[self.name].parameters
        assert found is not None
        return found

    def about(self, *seeds: CallRecipe) -> About:
        version = Version(self.source, self.name.qualname)
        return about_of(
            [version, version],
            self.inventory,
            module="subject",
            sources={"subject": self.source},
            seeds=seeds,
        )

    def calls(self, count: int = 200) -> list[CallRecipe]:
        maker = ArgumentMaker(self.parameters, self.about())
        found = {}
        for number in range(count):
            args, kwargs = maker.make(Choices(str(number)))
            call = CallRecipe(self.name, None, args, kwargs)
            found[encode_call(call)] = call
        return list(found.values())

    def run(self, calls: Sequence[CallRecipe]) -> list[Behaviour]:
        numbers = [self.lane.add(b"\x01" + encode_call(call)) for call in calls]
        found = []
        for number in numbers:
            while (answer := self.lane.pop(number)) is None:
                self.lane.step()
            assert isinstance(answer, Behaviour)
            found.append(answer)
        return found

    def share_that_returns(self, count: int = 200) -> float:
        behaviours = self.run(self.calls(count))
        return sum(isinstance(each.outcome, Returned) for each in behaviours) / len(behaviours)

    def share_that_is_built(self, count: int = 200) -> float:
        behaviours = self.run(self.calls(count))
        unbuilt = sum(isinstance(each.outcome, Unfinished) for each in behaviours)
        return 1 - unbuilt / len(behaviours)


@contextmanager
def subject(folder: Path, source: str, function: str, *classes: str) -> Iterator[Subject]:
    """A function, in a worker that has it."""
    names = [Name("subject", name) for name in (function, *classes)]
    with one_side(folder, source) as lane:
        inventory = lane.describe(*names)
        assert isinstance(inventory, Inventory), inventory
        yield Subject(source, names[0], inventory, lane)


def bare_about(source: str, function: str) -> About:
    """What the text alone says."""
    return about_of([Version(source, function)], module="subject", sources={"subject": source})


def call_in(data: bytes) -> CallRecipe:
    """A call as it travels."""
    return decode_call(data)
