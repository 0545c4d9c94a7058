"""How does the parent wait for lanes?"""

from __future__ import annotations

import math
import select
import time
from collections.abc import Sequence
from typing import Protocol

from swerve.model.behaviour import Behaviour
from swerve.worker.core.jobs import LOADED

from ._answers import Told
from ._worker import Channel

#: How long to wait for news before looking whether something is overdue.
_LOOK_S = 0.05
_LOADED = bytes((LOADED,))
#: Modules that are imported for calls: no library has more.
_MOST_LOADED = 2000


class Stream(Protocol):
    """What is waited for: a lane."""

    @property
    def has_imported(self) -> bool:
        """Whether it is known what came of importing the modules."""
        ...

    def step(self) -> None:
        """Do what can be done without waiting."""
        ...

    def channels(self) -> tuple[list[Channel], list[Channel]]:
        """What to wait on for reading, and for writing."""
        ...

    def add_alone(self, job: bytes, limit_s: float | None = None, junk: int = 0) -> int:
        """Add a job that gets a process of its own; its number."""
        ...

    def preload(self, names: Sequence[str]) -> None:
        """Import what calls import, once for all that come."""
        ...

    def pop(self, number: int) -> Behaviour | Told | None:
        """The answer to a job, once; nothing while there is none."""
        ...


def wait_for_imports(*lanes: Stream, within_s: float | None = None) -> None:
    """Let lanes import side by side, and wait until all are done or time is up."""
    until = math.inf if within_s is None else time.monotonic() + within_s
    while waiting := [lane for lane in lanes if not lane.has_imported]:
        if time.monotonic() >= until:
            return
        for lane in waiting:
            lane.step()
        wait_for_news(*(lane for lane in waiting if not lane.has_imported))


def wait_for_news(*lanes: Stream) -> None:
    """Wait until one of the lanes has something to do, or might be overdue."""
    reading: list[Channel] = []
    writing: list[Channel] = []
    for lane in lanes:
        readable, writable = lane.channels()
        reading += readable
        writing += writable
    if reading:
        select.select(reading, writing, [], _LOOK_S)


def run_alone(lane: Stream, job: bytes, limit_s: float | None = None) -> Behaviour | Told:
    """Run one job in a process of its own, and wait for the answer."""
    return answers_of([(lane, lane.add_alone(job, limit_s))])[0]


def answers_of(asked: Sequence[tuple[Stream, int]]) -> list[Behaviour | Told]:
    """What lanes say to jobs, by their numbers; waits until all are answered.

    Jobs that were added before are answered first.
    """
    found: dict[int, Behaviour | Told] = {}
    lanes = list(dict.fromkeys(lane for lane, _ in asked))
    while True:
        for lane in lanes:
            lane.step()
        for at, (lane, number) in enumerate(asked):
            if at not in found and (answer := lane.pop(number)) is not None:
                found[at] = answer
        if len(found) == len(asked):
            return [found[at] for at in range(len(asked))]
        wait_for_news(*(lane for at, (lane, _) in enumerate(asked) if at not in found))


def preload_for(lanes: Sequence[Stream], jobs: Sequence[bytes]) -> None:
    """Import in all lanes what a job, as each of them takes it, imports in one of them."""
    asked = [(lane, lane.add_alone(_LOADED + job)) for lane, job in zip(lanes, jobs, strict=True)]
    told = [each.data for each in answers_of(asked) if isinstance(each, Told)]
    words = " ".join(each.decode("utf-8", "replace") for each in told).split()
    names = [name for name in dict.fromkeys(words) if _is_module_name(name)][:_MOST_LOADED]
    for lane in lanes if names else ():
        lane.preload(names)


def _is_module_name(text: str) -> bool:
    return all(part.isidentifier() for part in text.split("."))
