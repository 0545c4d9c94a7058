"""What is known about pairs once the tests of both sides have run?"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from swerve.model import LineNo, Side, Traced
from swerve.model.plain import Reader, json_from, plain
from swerve.observe.comparison import Different

from ._limits import MOST_RECORDED


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
    #: What is not as the test has it: "`timeout` 0 instead of 5".
    varied: str = ""
    effects: tuple[Traced, ...] = ()


@dataclass(frozen=True, slots=True)
class Flip:
    """A test that passes on one side and fails on the other, in every run."""

    test: str
    passes_on: Side
    #: How it fails.
    why: str
    #: Whether the change edits it; it is as that side has it whose tests these are.
    is_edited: bool = False
    tests_of: Side = Side.OLD

    @property
    def words(self) -> str:
        """What it does, behind its name: "passes on old and fails on new"."""
        other = "new" if self.passes_on is Side.OLD else "old"
        return f"passes on {self.passes_on.value} and fails on {other}"

    @property
    def says(self) -> tuple[str, str]:
        """Whether what it shows was meant, and why."""
        if self.passes_on is Side.NEW:
            came = ", which comes with the change," if self.is_edited else ""
            return "intended", f"{self.test}{came} fails before the change and passes after it."
        if not self.is_edited:
            told = "passes before the change and fails after it, and the change leaves it as it is."
            return "unintended", f"{self.test} {told}"
        if self.tests_of is Side.OLD:
            return "intended", f"{self.test} fails after the change, which edits or removes it."
        return "unintended", f"{self.test} comes with the change, and fails after it."


@dataclass(frozen=True, slots=True)
class PairObserved:
    """What tests did with one pair."""

    #: Tests that call it, and pass on a side.
    tests: int = 0
    #: Calls that were the same on both sides, and behaved alike.
    alike: int = 0
    #: How far numbers in their results lie apart at most: more than 0 where rounding differs.
    ulps: float = 0.0
    #: Calls that could not be compared, with the first reason.
    unknown: int = 0
    why_unknown: str = ""
    recorded: tuple[Recorded, ...] = ()
    differing: tuple[Differing, ...] = ()
    #: Calls with something else in them that behaved alike, and those that did not.
    varied_alike: int = 0
    varied_differing: tuple[Differing, ...] = ()
    #: Tests that call it and flip; and those of which nobody knows whether they do because of it.
    flips: tuple[Flip, ...] = ()
    unexplained: tuple[Flip, ...] = ()
    #: Tests that call it and fail on both sides.
    set_aside: tuple[str, ...] = ()
    reached_old: frozenset[LineNo] = frozenset()
    reached_new: frozenset[LineNo] = frozenset()

    def __or__(self, other: PairObserved) -> PairObserved:
        """What two groups of tests did; the first comes first."""
        recorded = {each.recipe: each for each in (*other.recorded, *self.recorded)}
        own = {each.recipe: each for each in self.recorded}
        return PairObserved(
            tests=self.tests + other.tests,
            alike=self.alike + other.alike,
            ulps=max(self.ulps, other.ulps),
            unknown=self.unknown + other.unknown,
            why_unknown=self.why_unknown or other.why_unknown,
            recorded=tuple((own | recorded).values())[:MOST_RECORDED],
            differing=self.differing + other.differing,
            varied_alike=self.varied_alike + other.varied_alike,
            varied_differing=self.varied_differing + other.varied_differing,
            flips=self.flips + other.flips,
            unexplained=self.unexplained + other.unexplained,
            set_aside=self.set_aside + other.set_aside,
            reached_old=self.reached_old | other.reached_old,
            reached_new=self.reached_new | other.reached_new,
        )


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
