"""What follows for each pair from what tests did on both sides?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from swerve.model import Pair, Side
from swerve.model.behaviour import Returned
from swerve.observe.comparison import Different, Rules, Same, Unknown

from ..refusals import is_refused
from ..traces import traced
from ._limits import (
    LEAST_AGAIN,
    LEAST_AGAIN_EDITED,
    MOST_AGAIN,
    MOST_DIFFERING,
    MOST_FLIPS,
    MOST_RECORDED,
)
from ._matching import Matched, keyed, matched, matched_by_place, shown_again
from ._observations import Differing, Flip, PairObserved, Recorded
from ._ran import Ran, SeenCall
from ._showing import call_text


@dataclass(frozen=True, slots=True)
class Round:
    """What tests did on both sides."""

    old: Ran
    new: Ran


#: How a test fails that uses what only the other side has.
_NOT_THERE = "NotThere: "
#: Calls by the number of the function, on both sides.
_Sides: TypeAlias = tuple[dict[int, list[SeenCall]], dict[int, list[SeenCall]]]


class Judging:
    """Compares what tests did on both sides, and says what has to be seen again."""

    def __init__(
        self,
        pairs: Sequence[Pair],
        first: Round,
        rules: Rules,
        edited: frozenset[str] = frozenset(),
        *,
        tests_of: Side = Side.OLD,
        broken: frozenset[str] = frozenset(),
    ) -> None:
        """The tests are as one side has them; `edited` names test functions that differ.

        `broken` are tests that the new side fails as it has them itself.
        """
        self._pairs = pairs
        self._first = first
        self._varied_differing: list[tuple[Differing, ...]] = []
        self._rules = rules
        self._edited = edited
        self._tests_of = tests_of
        self._broken = broken
        old, new = first.old, first.new
        self._matched = [
            list(
                matched_by_place(_of_good(first, old, number), _of_good(first, new, number), rules)
            )
            for number in range(len(pairs))
        ]
        self._suspects = [_suspects(each) for each in self._matched]
        #: The same calls with something else in them. What the old side refuses tells nothing.
        self._varied = [
            [
                each
                for each in matched(old.varied.get(number, ()), new.varied.get(number, ()), rules)
                if not is_refused(each.old.behaviour)
            ]
            for number in range(len(pairs))
        ]
        #: Where calls differ as the tests make them, others tell nothing more.
        self._varied_suspects = [
            [] if found else _suspects(each)
            for each, found in zip(self._varied, self._suspects, strict=True)
        ]
        self._touching = [
            (frozenset(old.tests_that_touch(number)), frozenset(new.tests_that_touch(number)))
            for number in range(len(pairs))
        ]
        touching = frozenset(test for sides in self._touching for tests in sides for test in tests)
        self._flips = [each for each in self._flipping(first) if each.test in touching]

    def is_suspect(self, number: int) -> bool:
        """Whether a pair may have changed, as far as tests have shown."""
        flips = any(self._touches(number, each.test) for each in self._flips)
        return flips or bool(self._suspects[number])

    @property
    def has_varied(self) -> bool:
        """Whether calls differ that were made with other values."""
        return any(self._varied_suspects)

    def drop_varied(self) -> None:
        """Leave varied calls alone: somebody knows already that the sides differ."""
        self._varied_suspects = [[] for _ in self._pairs]

    def to_see_again(self) -> tuple[str, ...]:
        """Tests in which something differs: that may be noise."""
        suspects = (*self._suspects, *self._varied_suspects)
        differing = (each.key.test for found in suspects for each in found)
        flips = dict.fromkeys(
            each.test for number in range(len(self._pairs)) for each in self._telling_flips(number)
        )
        return tuple(dict.fromkeys([*differing, *flips]))

    def _telling_flips(self, number: int) -> list[Flip]:
        """A few of the tests that flip and call a function."""
        touching = (each for each in self._flips if self._touches(number, each.test))
        return list(islice(touching, MOST_FLIPS))

    @property
    def times_again(self) -> int:
        """How often tests are to be seen again: less is noise."""
        meant = {flip.test for flip in self._flips if flip.is_edited}
        return LEAST_AGAIN_EDITED if meant.issuperset(self.to_see_again()) else LEAST_AGAIN

    def observed(self, again: Sequence[Round]) -> list[PairObserved]:
        """What is known about each pair, once tests were seen again."""
        again = again if len(again) >= self.times_again else ()
        rounds = [self._flipping(each) for each in again]
        sides = [{each.test: each.passes_on for each in flips} for flips in rounds]
        flips = [
            flip
            for flip in self._flips
            if sides and all(each.get(flip.test) is flip.passes_on for each in sides)
        ]
        seen = [(each.old.calls, each.new.calls) for each in again]
        differing = [
            tuple(self._differing(number, self._suspects, seen))[:MOST_DIFFERING]
            for number in range(len(self._pairs))
        ]
        seen = [(each.old.varied, each.new.varied) for each in again]
        self._varied_differing = [
            tuple(self._differing(number, self._varied_suspects, seen))[:MOST_DIFFERING]
            for number in range(len(self._pairs))
        ]
        blamed = {flip.test: self._blamed(flip, differing) for flip in flips}
        return [
            self._of_pair(number, pair, differing[number], flips, blamed)
            for number, pair in enumerate(self._pairs)
        ]

    def _blamed(self, flip: Flip, differing: Sequence[Sequence[Differing]]) -> frozenset[int]:
        """The pairs, by their numbers, that a test flips for; none where nobody can tell.

        Those with a call in it that differs; else the one that is left when all are set aside whose
        calls in it are alike. What only uses something that changed is not to blame.
        """
        shown = [
            number
            for number, found in enumerate(differing)
            if any(each.test == flip.test for each in found)
        ]
        if shown:
            return frozenset(shown)
        edited = [number for number, pair in enumerate(self._pairs) if not pair.is_affected]
        parting = [
            each
            for each in edited
            if self._is_refused(each, flip) or self._ends_otherwise(each, flip.test)
        ]
        left = [each for each in edited if self._may_explain(each, flip.test)]
        return frozenset(parting or (left if len(left) == 1 else ()))

    def _ends_otherwise(self, number: int, test: str) -> bool:
        """Whether a call at some place of a test returns on one side and raises on the other."""
        old, new = (
            {call.number: call for call in ran.calls.get(number, ()) if call.test == test}
            for ran in (self._first.old, self._first.new)
        )
        outcomes = (
            (old[at].behaviour.outcome, new[at].behaviour.outcome) for at in old.keys() & new
        )
        return any(type(one) is not type(other) for one, other in outcomes)

    def _is_refused(self, number: int, flip: Flip) -> bool:
        """Whether a test fails because one side does not take a call that the other takes."""
        old, new = self._touching[number]
        pair = self._pairs[number]
        name = (pair.old if flip.passes_on is Side.NEW else pair.new).name
        calls = tuple(f"TypeError: {each}() " for each in (name, name.rpartition(".")[2]))
        is_touched = flip.test in (new if flip.passes_on is Side.NEW else old)
        return is_touched and flip.why.startswith(calls)

    def _may_explain(self, number: int, test: str) -> bool:
        """Whether a test calls a function, and not all calls are seen to be alike.

        What runs on one side only is not what made the sides part.
        """
        old, new = self._touching[number]
        if test not in old or test not in new:
            return False
        alike = sum(
            each.key.test == test and isinstance(each.agreement, Same)
            for each in self._matched[number]
        )
        calls = (self._first.old.calls[number], self._first.new.calls[number])
        return any(sum(call.test == test for call in each) > alike for each in calls)

    def _of_pair(
        self,
        number: int,
        pair: Pair,
        differing: tuple[Differing, ...],
        flips: Sequence[Flip],
        blamed: Mapping[str, frozenset[int]],
    ) -> PairObserved:
        old, new = self._first.old, self._first.new
        agreements = [each.agreement for each in self._matched[number]]
        unknown = [each.why for each in agreements if isinstance(each, Unknown)]
        touching = self._touching[number]
        tests = sorted(touching[0] | touching[1])
        own = tuple(each for each in flips if number in blamed[each.test])
        unexplained = tuple(
            each for each in flips if not blamed[each.test] and self._may_explain(number, each.test)
        )
        return PairObserved(
            tests=sum(old.passed(test) or new.passed(test) for test in tests),
            alike=sum(isinstance(each, Same) for each in agreements),
            ulps=max((each.ulps for each in agreements if isinstance(each, Same)), default=0.0),
            unknown=len(unknown),
            why_unknown=next(iter(unknown), ""),
            recorded=tuple(self._recorded(number, pair))[:MOST_RECORDED],
            differing=differing,
            varied_alike=sum(isinstance(each.agreement, Same) for each in self._varied[number]),
            varied_differing=self._varied_differing[number],
            flips=own,
            unexplained=unexplained,
            set_aside=tuple(t for t in tests if old.failed(t) and not new.passed(t)),
            reached_old=frozenset(old.lines.get(number, ())),
            reached_new=frozenset(new.lines.get(number, ())),
        )

    def _flipping(self, seen: Round) -> list[Flip]:
        """Tests that pass on one side only."""
        old, new = seen.old, seen.new
        found = []
        for test in old.results:
            if old.passed(test) and new.failed(test):
                passes_on, why = Side.OLD, new.results[test].why
            elif old.failed(test) and new.passed(test):
                passes_on, why = Side.NEW, old.results[test].why
            else:
                continue
            if _NOT_THERE in why:  # it is about something that one side does not have
                continue
            tests_of = Side.NEW if test in self._broken else self._tests_of
            found.append(Flip(test, passes_on, why, self._is_edited(test), tests_of))
        return found

    def _is_edited(self, test: str) -> bool:
        return test.partition("[")[0].rpartition("::")[2] in self._edited

    def _recorded(self, number: int, pair: Pair) -> Iterable[Recorded]:
        """Calls that can be made again; those of tests that come with the change are first."""
        found: dict[bytes, Recorded] = {}
        news = list(_recorded(self._first.new, number, Side.NEW)) if is_in_place(pair) else []
        if self._tests_of is Side.NEW:
            found |= {each.recipe: each for each in news if self._is_edited(each.test)}
        for each in (*_recorded(self._first.old, number, Side.OLD), *news):
            found.setdefault(each.recipe, each)
        return found.values()

    def _touches(self, number: int, test: str) -> bool:
        return any(test in tests for tests in self._touching[number])

    def _differing(
        self, number: int, suspects: Sequence[list[Matched]], again: Sequence[_Sides]
    ) -> Iterable[Differing]:
        """Of the calls that differ, those that do so in every run."""
        calls = [(keyed(old.get(number, ())), keyed(new.get(number, ()))) for old, new in again]
        for each in suspects[number] if again else ():
            different = shown_again(each, calls, self._rules)
            if different is not None:
                call = each.old
                text = call_text(self._pairs[number].old.name, call.before)
                effects = traced(call.behaviour, each.new.behaviour, different)
                yield Differing(
                    call.test, call.number, text, different, call.recipe, call.varied, effects
                )


def is_in_place(pair: Pair) -> bool:
    """Whether a call of the new side is the same call on the old one."""
    old, new = pair.old, pair.new
    return (old.name, old.module.path) == (new.name, new.module.path) and not pair.renamings


def _of_good(first: Round, ran: Ran, number: int) -> list[SeenCall]:
    """Calls in tests that pass on a side: they are made as somebody meant them."""
    return [
        call
        for call in ran.calls.get(number, ())
        if first.old.passed(call.test) or first.new.passed(call.test)
    ]


def _suspects(found: list[Matched]) -> list[Matched]:
    """Calls that differ, smallest first, in a few tests."""
    differing = [each for each in found if isinstance(each.agreement, Different)]
    differing.sort(key=lambda each: (len(each.old.before), each.key))
    tests = list(dict.fromkeys(each.key.test for each in differing))[:MOST_AGAIN]
    return [each for each in differing if each.key.test in tests]


def _recorded(ran: Ran, number: int, side: Side) -> Iterable[Recorded]:
    for call in ran.calls.get(number, ()):
        if call.recipe and not ran.failed(call.test):
            returned = isinstance(call.behaviour.outcome, Returned)
            yield Recorded(call.test, call.recipe, returned, side)
