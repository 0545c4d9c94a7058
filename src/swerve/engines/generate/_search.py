"""Which call makes the two versions part?

Calls go out in rounds. What a round reached, and which calls the old version took, decides what the
next one starts from. How many there are depends on the effort, not on the clock: the same seed
gives the same answer, unless time is up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from swerve.engines._engine import Budget
from swerve.facts.arrays import OwnErrors
from swerve.model import work
from swerve.model.behaviour import Behaviour, StopReason, Unfinished
from swerve.observe.comparison import Different, Same, Unknown
from swerve.observe.recipe import BadRecipe, CallRecipe, encode_call
from swerve.run.host import Compared, Sides
from swerve.run.refusals import (
    does_not_fit,
    fails_outside,
    has_stand_in,
    is_refused,
    lacks_something,
)
from swerve.run.shrink import manner_of, smallest_confirmed

from ._limits import (
    CONFIRM_S,
    ENDLESS,
    ENOUGH,
    FIRST,
    IDLE_S,
    LATE,
    MORE_S,
    MOST_CANDIDATES,
    MOST_FOUND,
    MOST_HELD,
    MOST_REFUSED,
    MOST_REMEMBERED,
    MOST_TRIES,
    SHRINK_CALLS,
    SHRINK_MORE_S,
    SHRINK_S,
    SLOW_S,
    TRY,
    VAIN_S,
)
from ._prepared import Prepared

#: Line of one side: 0 is old, 1 is new.
Line = tuple[int, int]
#: A strategy's calls, drawn: how many, from which that worked, in which round.
Draw = Callable[[int, Sequence[CallRecipe], int], Iterable[CallRecipe]]


@dataclass(slots=True)
class SearchTally:
    """What all runs together showed."""

    runs: int = 0
    #: Calls that the old version took and that ran to an end on both sides; those of them that
    #: reached changed code, and in which nothing stands for an object that is not known.
    accepted: int = 0
    taken: int = 0
    refused: int = 0
    not_built: int = 0
    late: int = 0
    #: Calls that differ, where somebody else judges that.
    differing: int = 0
    #: Calls that came to an end on the old side only.
    endless: int = 0
    #: Calls that could not be compared, by why.
    unclear: Counter[str] = field(default_factory=Counter)
    lines: set[Line] = field(default_factory=set)
    #: Those that ran in calls with equal results.
    compared: set[Line] = field(default_factory=set)
    #: How far numbers in equal results lie apart: more than 0 where they differ by rounding.
    ulps: float = 0.0
    #: Why calls could not be built, by how often.
    reasons: Counter[str] = field(default_factory=Counter)
    #: Whether time was up before all rounds were done.
    is_cut_short: bool = False


class Search:
    """Looks for a call, in rounds."""

    def __init__(
        self,
        sides: Sides,
        files: tuple[str, str],
        changed: frozenset[Line],
        budget: Budget,
        allows: Callable[[CallRecipe], bool] | None = None,
        *,
        gathers: bool = False,
        own_errors: OwnErrors | None = None,
        learn: Callable[[Compared], bool] | None = None,
    ) -> None:
        """`changed` are the lines that the search is about; none where the function is whole.

        Calls that are allowed are shrunk to such as are. With `gathers` it goes on where calls
        differ, and keeps all that the old version takes. Where arrays are given, only `own_errors`
        are what the code says itself, and `learn` is told what is refused; it says whether that
        makes other calls.
        """
        self.seen = SearchTally()
        self._sides = sides
        self._files = files
        self._changed = changed
        self._budget = budget
        self._allows = allows
        self._own_errors = own_errors
        self._learn = learn
        #: How often something was learned from what is refused.
        self._lessons = 0
        self._prepared = Prepared()
        self._worked: dict[bytes, CallRecipe] = {}
        #: Those of them that reached something new, in this order.
        self.news: list[CallRecipe] = []
        #: All calls that the old version took, where they are wanted.
        self.gathered: list[CallRecipe] | None = [] if gathers else None
        self._refused: list[CallRecipe] = []
        self._known: set[bytes] = set()
        self._began = work.now()
        #: How many calls reached something new, before the last round.
        self._news = 0
        #: Whether what slow calls import was imported for all of them.
        self._has_preloaded = False
        #: Calls that came to an end on the old side only.
        self._endless: list[CallRecipe] = []
        #: Some calls that did not differ, and those that did, by how.
        self.alike: list[CallRecipe] = []
        self._apart: defaultdict[object, list[CallRecipe]] = defaultdict(list)

    @property
    def worked(self) -> tuple[CallRecipe, ...]:
        """Calls that both versions took, which reach the change or else something new."""
        return tuple(self._worked.values())

    def like(self, compared: Compared) -> Sequence[CallRecipe]:
        """Calls that differ as one does."""
        return self._apart[manner_of(compared)]

    @property
    def handed_on(self) -> tuple[CallRecipe, ...]:
        """All calls that are gathered: those that the old version took, and a few others."""
        return (*(self.gathered or ()), *self._refused[:MOST_REFUSED])

    def run(
        self, seeds: Sequence[CallRecipe], draw: Draw, rounds: Sequence[int], number: int = 0
    ) -> list[Compared]:
        """The smallest call that shows a difference, confirmed, and some that show others.

        The first `number` rounds are left out: somebody has done them.
        """
        found = self._round(seeds)
        for at in range(MOST_TRIES if self._learn is not None else 0):
            before = self._lessons
            if found or self._budget.seconds_left <= 0:
                break
            found = self._round(draw(TRY, (), -1 - at))
            if self._lessons == before:
                break
        while not found and number < len(rounds) and self._budget.seconds_left > 0:
            found = self._round(draw(rounds[number], self.worked, number))
            found = found or self._round(self._prepared.calls())
            number += 1
            useful = self.seen.taken if self.gathered is None else len(self.gathered)
            if not useful and (number >= ENOUGH or self.seen.late > LATE):
                break
            if len(self._endless) >= ENDLESS or self._is_idle(len(self.news)):
                break
        self.seen.is_cut_short = self._budget.seconds_left <= 0
        return found or self._confirmed_endless()

    def _preload(self, call: CallRecipe) -> None:
        """Import what a call imports, which is no part of the search."""
        self._has_preloaded = True
        before = work.now()
        self._sides.preload(call)
        took = work.now() - before
        self._began += took
        self._budget = replace(self._budget, deadline=self._budget.deadline + took)

    def _is_vain(self) -> bool:
        """Whether no call was of use, and it took long enough to see that."""
        if self.seen.taken or self.gathered is not None:
            return False
        return self.seen.late > LATE or work.now() - self._began > VAIN_S

    def _is_idle(self, news: int) -> bool:
        """Whether the last round showed nothing new, in a search as dear as this."""
        before, self._news = self._news, news
        is_dear = work.now() - self._began > IDLE_S
        return is_dear and news == before and self._changed <= self.seen.compared

    def _round(self, calls: Iterable[CallRecipe]) -> list[Compared]:
        fresh = []
        for call in calls:
            try:
                key = encode_call(call)
            except BadRecipe:  # nested too deep
                continue
            if key not in self._known:
                self._known.add(key)
                fresh.append(call)
        differing = []
        slow = None
        # Where tables are given, the first one may import as much as the module did.
        first = FIRST if self._learn is None or self._has_preloaded else 1
        for some in (fresh[:first], fresh[first:FIRST], fresh[max(first, FIRST) :]):
            if slow is not None and not self._has_preloaded:
                self._preload(slow.call)
            for each in self._sides.run(some, self._budget.deadline):
                if _seconds(each) > max(SLOW_S, 0.0 if slow is None else _seconds(slow)):
                    slow = each
                if self._taken(each):
                    differing.append(each)
                if self._is_vain():
                    break
                if len(self._endless) == ENDLESS:
                    break
        if self.gathered is not None:
            self.seen.differing += len(differing)
            return []
        return self._all_confirmed(differing)

    def _all_confirmed(self, differing: list[Compared]) -> list[Compared]:
        """One call for each manner of difference; after the first there is little time."""
        differing.sort(key=lambda each: (_rank(each), len(encode_call(each.call))))
        found: list[Compared] = []
        shown: set[object] = set()
        tries: Counter[object] = Counter()
        # What was found counts only once it is confirmed: that has time of its own.
        until = max(self._budget.deadline, work.now() + CONFIRM_S)
        for each in differing:
            manner = manner_of(each)
            tries[manner] += 1
            if manner in shown or tries[manner] > MOST_CANDIDATES:
                continue
            if len(found) == MOST_FOUND or work.now() >= until:
                break
            confirmed = self._confirmed(each, SHRINK_MORE_S if found else SHRINK_S)
            if confirmed is None:
                self.seen.unclear["a difference that did not reproduce"] += 1
                continue
            if not found:
                until = min(until, work.now() + MORE_S)
            found.append(confirmed)
            shown |= {manner, manner_of(confirmed)}
        return found

    def _taken(self, each: Compared) -> bool:
        """Learn from one run; whether it may be a witness."""
        seen = self.seen
        seen.runs += 1
        outcome = each.old.outcome
        if isinstance(outcome, Unfinished):
            if outcome.reason is StopReason.NOT_BUILT:
                seen.not_built += 1
                seen.reasons[outcome.detail] += 1
            else:
                seen.late += each.old.is_late
                seen.unclear["a call that did not finish"] += 1
            return isinstance(each.agreement, Different) and not _is_unbuilt(each)
        if self.gathered is None:
            self._prepared.learn(each.call, each.old)
        lines = self._lines(each)
        is_news = not lines <= seen.lines
        seen.lines |= lines
        refused = is_refused(each.old) or lacks_something(each)
        refused = refused or does_not_fit(each, self._own_errors) or fails_outside(each)
        if refused:
            seen.refused += 1
            self._lessons += self._learn is not None and self._learn(each)
        elif not isinstance(each.new.outcome, Unfinished):
            seen.accepted += 1
            reaches = bool(lines & self._changed) or not self._changed
            if isinstance(each.agreement, Same) and not has_stand_in(each.call):
                seen.taken += reaches
                if len(self.alike) < MOST_HELD:
                    self.alike.append(each.call)
                seen.compared |= lines
                seen.ulps = max(seen.ulps, each.agreement.ulps)
        if self.gathered is not None:
            (self._refused if refused else self.gathered).append(each.call)
        if isinstance(each.agreement, Different):
            if self.gathered is not None and not refused:
                self._remember(each.call, is_news=is_news)
            if not refused:
                self._apart[manner_of(each)].append(each.call)
            return not refused
        is_whole = not isinstance(each.new.outcome, Unfinished) and not refused
        if is_whole and (is_news or lines & self._changed):
            self._remember(each.call, is_news=is_news)
            self.news += [each.call] * is_news
        if isinstance(each.agreement, Unknown):
            seen.unclear[each.agreement.why] += 1
            seen.late += each.new.is_late
            if each.new.is_late:
                seen.endless += 1
                self._endless.append(each.call)
            elif _is_cut_off(each.new):
                seen.endless += 1  # what ends for the old version alone is nothing to get used to
        return False

    def _remember(self, call: CallRecipe, *, is_news: bool) -> None:
        if is_news or len(self._worked) < MOST_REMEMBERED:
            self._worked[encode_call(call)] = call
            while len(self._worked) > 2 * MOST_REMEMBERED:
                del self._worked[next(iter(self._worked))]

    def _lines(self, each: Compared) -> set[Line]:
        return {
            (side, line)
            for side, behaviour in enumerate((each.old, each.new))
            for file, line in behaviour.reached
            if file == self._files[side]
        }

    def _confirmed(self, found: Compared, seconds: float) -> Compared | None:
        """The smallest call that differs in the same way, if it does so every time."""
        if not self._sides.differs_again(found.call):
            return None
        self._sides.start_twins()
        seconds = min(seconds, self._budget.seconds_left)
        return smallest_confirmed(self._sides, found, seconds, SHRINK_CALLS, self._allows)

    def _confirmed_endless(self) -> list[Compared]:
        """A call that does not come to an end on the new side, however long one waits."""
        for call in sorted(self._endless, key=lambda call: len(encode_call(call)))[:1]:
            compared = self._sides.confirm(call)
            if isinstance(compared.agreement, Different):
                return [compared]
        return []


def _seconds(each: Compared) -> float:
    return max(each.old.seconds, each.new.seconds)


def _rank(each: Compared) -> int:
    """What tells most comes first: another outcome or result, then effects, then other words."""
    path = each.agreement.path if isinstance(each.agreement, Different) else ""
    return 0 if path.startswith(("outcome", "result")) else 2 if path.startswith("exc") else 1


def _is_unbuilt(each: Compared) -> bool:
    """Whether a side could not even build the call: nothing is said about the function."""
    return any(
        isinstance(side.outcome, Unfinished) and side.outcome.reason is StopReason.NOT_BUILT
        for side in (each.old, each.new)
    )


def _is_cut_off(behaviour: Behaviour) -> bool:
    outcome = behaviour.outcome
    return isinstance(outcome, Unfinished) and outcome.reason in (
        StopReason.OUT_OF_MEMORY,
        StopReason.CRASH,
    )
