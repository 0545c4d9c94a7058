"""What is known about pairs once the tests of both sides have run?"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from swerve.model import LineNo, Side
from swerve.model.plain import Reader, json_from, plain
from swerve.observe.comparison import Different


@dataclass(frozen=True, slots=True)
class Recorded:
    """A call that a test makes, and that can be made again."""

    test: str
    #: As `observe.recipe.encode_call` writes it. A worker wrote this: it may be no call at all.
    recipe: bytes
    #: Whether it returned, in the test, which ran on this side.
    returned: bool
    side: Side = Side.OLD


@dataclass(frozen=True, slots=True)
class Differing:
    """A call that a test makes on both sides, with another behaviour on each, in two runs."""

    test: str
    #: Which one it is of this function in the test, from 1 on.
    number: int
    #: What it is called with, for a person.
    call: str
    different: Different
    #: Empty when it cannot be made again.
    recipe: bytes = b""


@dataclass(frozen=True, slots=True)
class PairObserved:
    """What tests did with one pair."""

    #: Tests that call it on the old side, and pass.
    tests: int = 0
    #: Calls that were the same on both sides, and behaved alike.
    alike: int = 0
    #: Calls that could not be compared, with the first reason.
    unknown: int = 0
    why_unknown: str = ""
    recorded: tuple[Recorded, ...] = ()
    differing: tuple[Differing, ...] = ()
    #: Tests that call it, pass on the old side, and fail on the new one; with how they fail.
    flips: tuple[tuple[str, str], ...] = ()
    #: Tests that call it and fail on the old side.
    set_aside: tuple[str, ...] = ()
    reached_old: frozenset[LineNo] = frozenset()
    reached_new: frozenset[LineNo] = frozenset()


@dataclass(frozen=True, slots=True)
class Observations:
    """What tests did with all pairs. Small: the rest is in a folder, and read pair by pair."""

    folder: Path
    #: Test files that ran on the old side, and how many there are.
    ran: int = 0
    total: int = 0
    #: What a person should know: "ran 12 of 340 test files", tests that were set aside.
    notes: tuple[str, ...] = ()
    #: Why no test ran; empty when some did.
    trouble: str = ""
    pairs: frozenset[str] = field(default_factory=frozenset)

    def of(self, pair_id: str) -> PairObserved:
        """What tests did with one pair."""
        if pair_id not in self.pairs:
            return PairObserved()
        data = json_from(_file(self.folder, pair_id).read_text("utf-8"))
        return Reader().read(PairObserved, data)


def keep(folder: Path, pair_id: str, observed: PairObserved) -> None:
    """Write down what is known about a pair, for `Observations.of`."""
    _file(folder, pair_id).write_text(json.dumps(plain(observed)), "utf-8")


def _file(folder: Path, pair_id: str) -> Path:
    return folder / f"{hashlib.sha256(pair_id.encode('utf-8', 'surrogatepass')).hexdigest()}.json"
