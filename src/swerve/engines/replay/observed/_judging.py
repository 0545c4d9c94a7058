"""What follows for each pair from what tests did on both sides?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from swerve.model import Pair, Side
from swerve.model.behaviour import Returned
from swerve.observe.comparison import Different, Rules, Same, Unknown

from .._limits import LEAST_AGAIN, MOST_AGAIN, MOST_DIFFERING, MOST_FLIPS, MOST_RECORDED
from ._matching import Matched, keyed, matched, shown_again
from ._observations import Differing, PairObserved, Recorded
from ._ran import Ran, SeenCall
from ._showing import call_text


@dataclass(frozen=True, slots=True)
class Round:
    """What tests did on both sides."""

    old: Ran
    new: Ran


class Judging:
    """Compares what tests did on both sides, and says what has to be seen again."""

    def __init__(self, pairs: Sequence[Pair], first: Round, rules: Rules) -> None:
        self._pairs = pairs
        self._first = first
        self._rules = rules
        old, new = first.old, first.new
        self._matched = [
            list(matched(_of_passing(old, number), new.calls.get(number, ()), rules))
            for number in range(len(pairs))
        ]
        self._suspects = [_suspects(each) for each in self._matched]
        self._touching = [tuple(old.tests_that_touch(number)) for number in range(len(pairs))]
        tests = dict.fromkeys(test for touching in self._touching for test in touching)
        self._flips = [test for test in tests if old.passed(test) and new.failed(test)]

    def to_see_again(self) -> tuple[str, ...]:
        """Tests in which something differs: that may be noise."""
        differing = (each.key.test for suspects in self._suspects for each in suspects)
        return tuple(dict.fromkeys([*differing, *self._flips[:MOST_FLIPS]]))

    def observed(self, again: Sequence[Round], newer: Ran) -> list[PairObserved]:
        """What is known about each pair, once tests were seen again: too seldom, and all is noise.

        `newer` is what tests of the new side did that the old one does not have.
        """
        again = again if len(again) >= LEAST_AGAIN else ()
        flipped = {
            test: self._first.new.results[test].why
            for test in self._flips
            if again and all(each.old.passed(test) and each.new.failed(test) for each in again)
        }
        return [
            self._of_pair(number, pair, again, flipped, newer)
            for number, pair in enumerate(self._pairs)
        ]

    def _of_pair(
        self,
        number: int,
        pair: Pair,
        again: Sequence[Round],
        flipped: dict[str, str],
        newer: Ran,
    ) -> PairObserved:
        old, new = self._first.old, self._first.new
        agreements = [each.agreement for each in self._matched[number]]
        unknown = [each.why for each in agreements if isinstance(each, Unknown)]
        tests = self._touching[number]
        # Tests that came with the change come first: they speak of it.
        recorded: dict[bytes, Recorded] = {}
        if is_in_place(pair):
            recorded = {each.recipe: each for each in _recorded(newer, number, Side.NEW)}
        for each in _recorded(old, number, Side.OLD):
            recorded.setdefault(each.recipe, each)
        return PairObserved(
            tests=sum(map(old.passed, tests)),
            alike=sum(isinstance(each, Same) for each in agreements),
            unknown=len(unknown),
            why_unknown=next(iter(unknown), ""),
            recorded=tuple(recorded.values())[:MOST_RECORDED],
            differing=tuple(self._differing(number, pair, again))[:MOST_DIFFERING],
            flips=tuple((test, why) for test, why in flipped.items() if test in tests),
            set_aside=tuple(test for test in tests if old.failed(test)),
            reached_old=frozenset(old.lines.get(number, ())),
            reached_new=frozenset(new.lines.get(number, ())),
        )

    def _differing(self, number: int, pair: Pair, again: Sequence[Round]) -> Iterable[Differing]:
        calls = [
            (keyed(each.old.calls.get(number, ())), keyed(each.new.calls.get(number, ())))
            for each in again
        ]
        for each in self._suspects[number] if again else ():
            different = shown_again(each, calls, self._rules)
            if different is not None:
                call = each.old
                text = call_text(pair.old.name, call.before)
                yield Differing(call.test, call.number, text, different, call.recipe)


def is_in_place(pair: Pair) -> bool:
    """Whether a call of the new side is the same call on the old one."""
    old, new = pair.old, pair.new
    return (old.name, old.module.path) == (new.name, new.module.path) and not pair.renamings


def _of_passing(ran: Ran, number: int) -> list[SeenCall]:
    return [call for call in ran.calls.get(number, ()) if ran.passed(call.test)]


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
