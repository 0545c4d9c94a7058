"""What did tests do to the functions that are watched? Read without believing any of it."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass, field

from swerve.model import LineNo
from swerve.model.behaviour import Behaviour, Outcome, Raised, Returned

from ..suites import Ran as SuiteRan
from ..suites import Row

#: Bytes of all calls of one run that are kept, and how many things of each kind.
_MOST_BYTES = 96 << 20
_MOST_THINGS = 200_000
_LONGEST_NAME = 2000
_OUTCOMES: dict[str, Outcome] = {"returned": Returned(), "raised": Raised()}
PASSED, FAILED = "passed", "failed"


@dataclass(frozen=True, slots=True)
class SeenCall:
    """One call of a watched function in a test."""

    test: str
    #: Which one it is of that function in that test, from 1 on.
    number: int
    #: What it was called with, as `swerve.observe.snapshot` reads it.
    before: bytes
    behaviour: Behaviour
    #: The call as it travels; empty when it cannot be made again.
    recipe: bytes = b""
    #: The observed call that it is a part of: the number of the function, and of its call.
    caller: tuple[int, int] | None = None
    #: What is not as the test has it: "`timeout` 0 instead of 5".
    varied: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a test ended."""

    outcome: str
    why: str
    seconds: float


@dataclass(slots=True)
class Ran(SuiteRan):
    """What a run of some test files showed, up to its end."""

    #: By the number of the function in the order.
    calls: dict[int, list[SeenCall]] = field(default_factory=dict)
    lines: dict[int, set[LineNo]] = field(default_factory=dict)
    #: The same calls with something else in them.
    varied: dict[int, list[SeenCall]] = field(default_factory=dict)
    #: Whether the tests that come with the change have run.
    has_first: bool = False
    #: The test that has begun and not ended.
    under_way: str = ""
    #: By test.
    results: dict[str, Result] = field(default_factory=dict)
    #: Functions that ran, by file and name; "" is what was imported.
    touched: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    _functions: dict[int, tuple[str, str]] = field(default_factory=dict)
    _bytes: int = 0

    def take(self, row: Row) -> None:
        """Take in a line of the log, if it fits."""
        match row:
            case ("call", int(function), str(test), int(number), *rest):
                self._take_call(function, test[:_LONGEST_NAME], number, rest)
            case ("varied", int(function), str(test), int(number), int(), str(words), *rest):
                self._take_varied(function, test[:_LONGEST_NAME], number, words, rest)
            case ("function", int(number), str(file), str(name)):
                if len(self._functions) < _MOST_THINGS:
                    self._functions[number] = file[:_LONGEST_NAME], name[:_LONGEST_NAME]
            case ("ran", str(test), list(numbers)):
                if len(self.touched) < _MOST_THINGS:
                    known = (self._functions.get(n) for n in numbers if type(n) is int)
                    names = frozenset(each for each in known if each is not None)
                    self.touched[test[:_LONGEST_NAME]] = names
            case ("first",):
                self.has_first = True
            case ("begins", str(test)):
                self.under_way = test[:_LONGEST_NAME]
            case ("lines", int(function), list(lines)):
                found = self.lines.setdefault(function, set())
                found.update(line for line in lines[:_MOST_THINGS] if type(line) is int)
            case ("result", str(test), str(outcome), str(why), float(seconds) | int(seconds)):
                self.under_way = ""
                if len(self.results) < _MOST_THINGS:
                    result = Result(outcome[:20], why[:300], seconds)
                    self.results[test[:_LONGEST_NAME]] = result

    def _take_call(self, function: int, test: str, number: int, rest: Row) -> None:
        match rest:
            case (str(before), str(word), str(after), str() | None as recipe, caller):
                seen = self._seen(before, word, after, recipe or "")
                if seen is not None:
                    call = SeenCall(test, number, *seen, _caller_from(caller))
                    self.calls.setdefault(function, []).append(call)

    def _take_varied(self, function: int, test: str, number: int, words: str, rest: Row) -> None:
        match rest:
            case (str(before), str(word), str(after)):
                seen = self._seen(before, word, after, "")
                if seen is not None:
                    call = SeenCall(test, number, *seen, varied=words[:_LONGEST_NAME])
                    self.varied.setdefault(function, []).append(call)

    def _seen(
        self, before: str, word: str, after: str, recipe: str
    ) -> tuple[bytes, Behaviour, bytes] | None:
        """What a call was given, what it did, and how it is made again; None if it does not fit."""
        outcome = _OUTCOMES.get(word)
        size = len(before) + len(after) + len(recipe)
        if outcome is None or self._bytes + size > _MOST_BYTES:
            return None
        try:
            texts = _from_base64(before), _from_base64(after)
            data = recipe.encode("utf-8", "surrogatepass")
        except ValueError:
            return None
        self._bytes += size
        return texts[0], Behaviour(outcome, texts[1]), data

    def passed(self, test: str) -> bool:
        """Whether a test ran and its assertions held."""
        result = self.results.get(test)
        return result is not None and result.outcome == PASSED

    def failed(self, test: str) -> bool:
        """Whether a test ran and did not come to a good end."""
        result = self.results.get(test)
        return result is not None and result.outcome == FAILED

    def tests_that_touch(self, function: int) -> Iterator[str]:
        """Tests with a call of a watched function."""
        yield from dict.fromkeys(call.test for call in self.calls.get(function, ()))

    def add(self, other: Ran) -> None:
        """Take in what another run of other test files showed."""
        for function, calls in other.calls.items():
            self.calls.setdefault(function, []).extend(calls)
        for function, calls in other.varied.items():
            self.varied.setdefault(function, []).extend(calls)
        for function, lines in other.lines.items():
            self.lines.setdefault(function, set()).update(lines)
        self.results.update(other.results)
        self.touched.update(other.touched)
        self.finished |= other.finished
        self.begun |= other.begun
        self.broken.update(other.broken)
        self.why = self.why or other.why
        self.spent += other.spent
        self.before += other.before


def _caller_from(found: object) -> tuple[int, int] | None:
    match found:
        case (int(function), int(number)):
            return function, number
    return None


def _from_base64(text: str) -> bytes:
    return base64.b64decode(text.encode("ascii"), validate=True)
