"""What is said about a test that fails, and which calls show it?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from swerve.meaning.contract import Intended, Judgement, NotRelevant, Unintended
from swerve.model import LineNo, Problem
from swerve.observe.comparison import Different

#: The number of a function, and which call of it in its test, from 1 on.
CallId: TypeAlias = tuple[int, int]


class Answer(Enum):
    """Why a test fails."""

    PASSES = "passes"
    #: It holds to behaviour that is meant to change.
    OUT_OF_DATE = "out-of-date"
    CODE_IS_WRONG = "code-is-wrong"
    #: It fails on the old version too.
    NOT_THE_CHANGE = "not-the-change"
    UNCLEAR = "unclear"

    @property
    def exit_status(self) -> int:
        """What a command ends with that gives this answer."""
        return {"passes": 0, "out-of-date": 0, "code-is-wrong": 1}.get(self.value, 2)


class Ended(Enum):
    """How a test ended on one side."""

    PASSED = "passed"
    FAILED = "failed"
    #: Its file cannot be imported.
    NOT_IMPORTED = "not-imported"
    SKIPPED = "skipped"
    #: There was no time for it, or the process died.
    NOT_RUN = "not-run"

    @property
    def is_failure(self) -> bool:
        """Whether a person would call it red."""
        return self in (Ended.FAILED, Ended.NOT_IMPORTED)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a test ended on one side, and with which words."""

    how: Ended
    why: str = ""


class Standing(Enum):
    """What the contract of a function says about a call of it."""

    #: The versions differ as the contract says.
    INTENDED = "intended"
    #: The new version did what the contract does not allow.
    VIOLATED = "violated"
    #: The versions do the same, and may.
    SAME = "same"
    #: The versions differ, and no contract says whether they should.
    NO_CONTRACT = "no-contract"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """A call of a changed function that a test makes on the new version, and what to make of it."""

    id: CallId
    #: The call of a changed function that it is a part of.
    within: CallId | None
    function: str
    file: str
    line: LineNo
    #: As it would be written: "total([1, 2])".
    text: str
    #: What each version did, in words: "returned 3". Empty where that was not seen.
    old: str
    new: str
    #: `None` where the function has no contract and the versions differ.
    judgement: Judgement | None
    difference: Different | None = None
    #: Where the contract stands: a file, or a commit.
    contract: str = ""
    #: Whether only something that the function uses changed, and not its own text.
    is_affected: bool = False
    #: Whether it was made again, alone: in the test the old version was not called like that.
    is_made_again: bool = False

    @property
    def standing(self) -> Standing:
        """What the contract says, in a word."""
        match self.judgement:
            case None:
                return Standing.NO_CONTRACT
            case Unintended():
                return Standing.VIOLATED
            case Intended(difference=difference):
                return Standing.SAME if difference is None else Standing.INTENDED
            case NotRelevant():
                return Standing.SAME
        return Standing.UNCLEAR

    @property
    def contract_line(self) -> LineNo | None:
        """Of the clause or case that decides; `None` where none does."""
        match self.judgement:
            case Unintended(violations):
                return violations[0].line
            case Intended(cases) if cases:
                return cases[0].span.line
        return None

    @property
    def contract_place(self) -> str:
        """The contract, and the line in it that decides."""
        line = self.contract_line
        return self.contract if line is None else f"{self.contract}:{line}"


@dataclass(frozen=True, slots=True)
class Fault:
    """The call of a function that is wrong itself."""

    call: JudgedCall
    #: Calls that it is a part of, and that violate their contracts too.
    callers: tuple[JudgedCall, ...] = ()
    #: What it calls that differs, and that no contract speaks of clearly: it may be there.
    suspects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one test fails."""

    test: str
    answer: Answer
    #: One sentence or two.
    why: str
    old: Ending
    new: Ending
    #: The calls that show it, the telling ones first.
    calls: tuple[JudgedCall, ...] = ()
    faults: tuple[Fault, ...] = ()
    #: The test itself, judged by a contract of its own.
    own: JudgedCall | None = None
    #: Functions that would need a contract before more can be said.
    needed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """Why the tests fail that were asked for."""

    #: What the two sides are called.
    old: str
    new: str
    tests: tuple[Explanation, ...]
    #: What is wrong with contract files.
    problems: tuple[Problem, ...] = ()

    @property
    def exit_status(self) -> int:
        """1 if the code is wrong in one of them; else 2 if one of them is not explained."""
        found = {each.answer.exit_status for each in self.tests}
        return 1 if 1 in found else max(found, default=2)
