"""What do both versions of a function do in many worlds, and what follows from that?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from swerve.engines._engine import TELLING, Budget
from swerve.facts.changed_lines import ChangedLines
from swerve.facts.library import ARRAY_MAKERS
from swerve.model import DifferenceKind, Evidence, Findings, Learned, Pair, Verdict, evidence_about
from swerve.model.plurals import counted
from swerve.observe.comparison import (
    NO_NOISE,
    Agreement,
    Different,
    Noise,
    Rules,
    Same,
    Unknown,
    compare,
    equal_words,
    noise_between,
)
from swerve.observe.raised import raised_words
from swerve.run.host import Lane, preload_for
from swerve.run.places import Places
from swerve.source.syntax.conditions import (
    SidePlace,
    lines_not_run,
    outcomes_not_seen,
    places_that_ran,
)
from swerve.worker.guided.calls import METHOD

from ._broken import Broken
from ._cells import opened_lanes, trouble_in
from ._judged import Judge, Judged
from ._limits import (
    MOST_LATE,
    MOST_OUTCOMES,
    MOST_SHORT_WAYS,
    MOST_TARGETS,
    NOISY,
    NOTHING_NEW,
    ROUNDS,
    SCOUTED,
    SCOUTS_APART,
    SHORTCUT_WORLDS,
    SLOW_S,
    STILL_WORTH,
)
from ._plainer import plainer
from ._runs import Guidance, job_for, run_both
from ._scouting import worlds_to
from ._setting import Techniques, setting_for
from ._shortcuts import Shortcuts
from ._worlds import WorldRecipe, Worlds
from .witness import NAME, witness_for
from .words import changed_names

_MOST_CAUSES = 3

#: What exceptions call numbers.
_NUMBERS = ("'bool' object", "'int' object", "'float' object")


class Investigation:
    """One pair."""

    def __init__(
        self,
        pair: Pair,
        places: Places,
        techniques: Techniques,
        budget: Budget,
        *,
        runs: int,
        real_imports: bool,
        hides_arrays: bool,
        is_alone: bool,
        rules: Rules,
        judge: Judge | None = None,
        claims: Judge | None = None,
    ) -> None:
        """With a `judge` it goes on where a difference is intended, and `compared` is kept.

        `claims` only says what it thinks of the difference that is found. Where libraries of arrays
        are there and hidden, nothing is made of a method in the place of another.
        """
        #: Worlds that could be compared, old and new.
        self.compared: list[tuple[Guidance, Guidance]] = []
        self._judge = judge
        self._claims = claims or judge
        #: The first difference that is intended.
        self._intended: Findings | None = None
        self._pair = pair
        self._places = places
        self._budget = budget
        self._most_runs = runs
        self._rules = rules
        self._setting = setting_for(
            pair, places, techniques, real_imports, is_alone, hides_arrays=hides_arrays
        )
        self._words = changed_names(pair)
        self._worlds = Worlds(budget.seed, words=self._words, varies=techniques.feedback)
        self._runs = 0
        #: Runs that reached changed code and came to their end on both sides.
        self._good = 0
        self._reached: tuple[set[int], set[int]] = set(), set()
        #: How far numbers in equal results lie apart: more than 0 where they differ by rounding.
        self._ulps = 0.0
        #: Parts of expressions that ran in such runs.
        self._ran: set[SidePlace] = set()
        self._seen: set[tuple[int, int]] = set()
        self._idle = 0
        #: Runs that did not end in time.
        self._late = 0
        #: A world in which a run took long, and whether what it imports was imported for all.
        self._slow: WorldRecipe | None = None
        self._has_preloaded = False
        #: Whether time was up before all worlds were tried.
        self._is_cut_short = False
        self._stops: Counter[str] = Counter()
        #: Worlds in which something that could differ was not seen, by why.
        self._unclear: Counter[str] = Counter()
        #: Functions of arrays that only one side calls.
        self._apart: frozenset[str] = frozenset()
        self._changed = ChangedLines(pair.old), ChangedLines(pair.new)
        self._broken = Broken(pair, self._changed)
        #: The place of one side that stops whatever it is given: that is the code's own doing.
        self._broken_at: SidePlace | None = None
        #: Its own code is the same; something that it uses changed, or only its docstring.
        self._is_affected = not any(each.has_code for each in self._changed)

    def findings(self) -> Findings:
        """Run, and say what came of it."""
        with opened_lanes(self._places, self._setting, self._budget.seed) as lanes:
            trouble = trouble_in(lanes)
            if trouble:
                return Findings(evidence_for(self._pair, 0, set(), set(), trouble), None, trouble)
            return self._search(lanes)

    def _search(self, lanes: tuple[Lane, ...]) -> Findings:
        found = self._rounds(lanes, self._most_runs)
        if found is None:
            found = self._where_it_breaks(lanes) or self._by_shortcuts(lanes)
        self._is_cut_short = self._runs < self._most_runs and not self._budget.seconds_left
        return found or self._intended or self._undecided()

    def _rounds(self, lanes: tuple[Lane, ...], most: int) -> Findings | None:
        """Run worlds until one shows a difference, up to so many in all."""
        number = 0
        while self._runs < most and self._budget.seconds_left > 0:
            size = min(ROUNDS[min(number, len(ROUNDS) - 1)], most - self._runs)
            number += 1
            if number in SCOUTED and not self._worlds.shortcuts:
                self._scout(lanes, number)
            recipes = [self._worlds.propose() for _ in range(size)]
            differing = [
                (recipe, self._judged(old, new))
                for recipe, (old, new) in run_both(
                    lanes, self._setting.parameters, recipes, self._budget.deadline
                )
                if isinstance(self._taken(recipe, old, new), Different)
            ]
            if self._slow is not None and not self._has_preloaded:
                self._has_preloaded = True
                jobs = [job_for(self._slow, each) for each in self._setting.parameters]
                preload_for(lanes, jobs)
            for recipe, judgement in differing:
                is_intended = judgement is not None and judgement.is_intended
                if is_intended and self._intended is not None:
                    continue
                findings = self._confirmed_plainly(lanes, recipe)
                if findings is not None and is_intended:
                    self._intended = findings
                elif findings is not None:
                    return findings
            if self._idle > NOTHING_NEW and not self._worlds.has_more:
                break
            if self._late > MOST_LATE and not self._good:
                break
        return None

    def _where_it_breaks(self, lanes: tuple[Lane, ...]) -> Findings | None:
        """A world in which one version stops where it always does, and the other one does not."""
        for place, recipe in self._broken.places():
            self._broken_at = place
            found = self._confirmed(lanes, recipe)
            if found is not None:
                return found
        self._broken_at = None
        return None

    def _by_shortcuts(self, lanes: tuple[Lane, ...]) -> Findings | None:
        """Where changed code has not run to an end, pass over what is in its way."""
        if self._is_affected:
            return None
        ran = frozenset(self._ran)
        lines = lines_not_run(self._pair, ran)
        places = [(side, line) for side, each in enumerate(lines) for line in sorted(each)]
        outcomes = [(side, number) for side, number, _ in outcomes_not_seen(self._pair, ran)]
        seed = self._budget.seed
        shortcuts = Shortcuts(self._pair, lanes, self._setting.parameters)
        known = set()
        for side, place in (*places[:MOST_SHORT_WAYS], *outcomes[:MOST_OUTCOMES]):
            ways = shortcuts.to(side, place, seed) if self._budget.seconds_left > 0 else ()
            for recipe, pins in ways:
                if recipe.shortcuts in known:
                    continue
                known.add(recipe.shortcuts)
                self._idle = 0
                self._worlds = Worlds(seed, words=self._words, begins_with=recipe, pins=pins)
                found = self._rounds(lanes, self._runs + SHORTCUT_WORLDS)
                if found is not None:
                    return found
        return None

    def _scout(self, lanes: tuple[Lane, ...], number: int) -> None:
        """Look for worlds that lead to what has not run."""
        ran = frozenset(self._seen | self._ran)
        lines = lines_not_run(self._pair, ran)
        outcomes: tuple[set[int], set[int]] = set(), set()
        for side, place, _ in outcomes_not_seen(self._pair, ran) if number == SCOUTED[1] else ():
            outcomes[side].add(place)
        aims = [*_aims(lines), *_alone(outcomes, MOST_OUTCOMES)]
        seeds = [self._budget.seed + number + at * SCOUTS_APART for at in range(len(aims))]
        for found in worlds_to(aims, lanes, self._setting.parameters, seeds):
            for recipe in found:
                self._worlds.put_first(recipe)

    def _judged(self, old: Guidance, new: Guidance) -> Judged | None:
        return None if self._judge is None else self._judge(old, new)

    def _taken(self, recipe: WorldRecipe, old: Guidance, new: Guidance) -> Agreement | None:
        """Learn from one run, and compare if both sides came to an end of their own."""
        self._runs += 1
        changed = self._changed[0].reached(old.began), self._changed[1].reached(new.began)
        places = places_that_ran(old.began | old.done, new.began | new.done)
        # Not parts of expressions, of which every other world has a new one: lines lead further.
        begun = places_that_ran(old.began, new.began)
        is_new = not begun <= self._seen
        self._seen |= begun
        self._idle = 0 if is_new else self._idle + 1
        reaches = any(changed) or self._is_affected
        choices = tuple({each.question: each for each in (*old.choices, *new.choices)}.values())
        is_worth = is_new or (reaches and self._idle < STILL_WORTH)
        self._worlds.learn(recipe, choices, is_worth=is_worth)
        if blamed := tuple(dict.fromkeys((*old.blamed, *new.blamed))):
            self._worlds.blame(recipe, choices, blamed)
            self._worlds.doubt({*old.blamed_kinds, *new.blamed_kinds})
        if instead := {**old.instead, **new.instead}:
            self._worlds.mend(recipe, instead)
        for reached, lines in zip(self._reached, changed, strict=True):
            reached |= lines
        if max(old.behaviour.seconds, new.behaviour.seconds) > SLOW_S:
            self._slow = recipe
        self._broken.take(recipe, (old, new))
        for side, guidance in (("old", old), ("new", new)):
            self._late += guidance.behaviour.is_late
            if guidance.stopped:
                self._stops[f"{guidance.stopped} ({side})"] += 1
        if not self._is_comparable((old, new)):
            self._apart |= _apart(old, new, self._words)
            return None
        if self._judge is not None:
            self.compared.append((old, new))
        agreement = compare(old.behaviour, new.behaviour, self._rules)
        if isinstance(agreement, Unknown):
            self._unclear[agreement.why] += 1
        elif not recipe.shortcuts:  # who comes there otherwise may do other things
            self._ran |= places
            self._good += reaches
            if isinstance(agreement, Same):
                self._ulps = max(self._ulps, agreement.ulps)
        return agreement

    def _confirmed_plainly(self, lanes: tuple[Lane, ...], recipe: WorldRecipe) -> Findings | None:
        """Show a difference again, with texts as plain as they can be."""
        plain = plainer(lanes, self._setting.parameters, recipe, self._shown_by)
        found = self._confirmed(lanes, plain)
        return self._confirmed(lanes, recipe) if found is None and plain != recipe else found

    def _shown_by(self, old: Guidance, new: Guidance) -> tuple[DifferenceKind, bool] | None:
        """What kind of difference two runs show, and whether that is for the judge as it was."""
        if not self._is_comparable((old, new)):
            return None
        agreement = compare(old.behaviour, new.behaviour, self._rules)
        if not isinstance(agreement, Different):
            return None
        judgement = self._judged(old, new)
        return agreement.kind, judgement is not None and judgement.is_intended

    def _confirmed(self, lanes: tuple[Lane, ...], recipe: WorldRecipe) -> Findings | None:
        """Show a difference again in fresh processes, and once more in other cells."""
        twins = tuple(lane.twin() for lane in lanes)
        differences = []
        noise = NO_NOISE
        try:
            for used in (lanes, twins):
                (old, new), *others = self._repeated(used, recipe, 2)
                noise |= _noise(old, new, others)
                if noise:  # what differs by chance does so now and then
                    others += self._repeated(used, recipe, NOISY)
                    noise |= _noise(old, new, others)
                if not all(map(self._is_comparable, ((old, new), *others))):
                    return None
                agreement = compare(old.behaviour, new.behaviour, self._rules, noise)
                if not isinstance(agreement, Different):
                    return None
                differences.append(agreement)
        finally:
            for lane in twins:
                lane.close()
        witness = witness_for(
            self._pair, recipe, self._setting, (old, new), differences[-1], self._words
        )
        if self._claims is not None:
            judgement = self._claims(old, new)
            witness = replace(witness, judgement=judgement.judgement, why=judgement.why)
        evidence = evidence_for(self._pair, self._runs, *self._reached, "")
        return Findings(evidence, Verdict.CHANGED, witness.words, (witness,))

    def _is_comparable(self, sides: tuple[Guidance, Guidance]) -> bool:
        if self._broken_at is not None:
            side, line = self._broken_at
            return sides[side].stopped_at == line and sides[1 - side].is_whole
        passed_by = [self._broken.is_passed_by(side, sides) for side in (0, 1)]
        return is_comparable(*sides, self._words, passed_by)

    def _repeated(
        self, lanes: tuple[Lane, ...], recipe: WorldRecipe, times: int
    ) -> list[tuple[Guidance, Guidance]]:
        """What both sides do in a world, time after time."""
        found = []
        for _ in range(times):
            ((_, (old, new)),) = run_both(lanes, self._setting.parameters, [recipe])
            found.append((old, new))
        return found

    def _undecided(self) -> Findings:
        pair = self._pair
        if self._good and self._is_affected:
            why = f"no difference in {counted(self._good, 'simulated run')}"
            return Findings(evidence_for(pair, self._runs, *self._reached, why), None, why)
        if self._good and self._is_cut_short and self._good < TELLING:
            why = f"no difference in {counted(self._good, 'simulated run')}, then time ran out"
            return Findings(evidence_for(pair, self._runs, *self._reached, why), None, why)
        if self._good:
            note = f"changed code ran in {self._good} of {counted(self._runs, 'simulated run')}"
            evidence = evidence_for(pair, self._runs, *self._reached, note)
            ran = frozenset(self._ran)
            reason = f"{note}, {equal_words(self._ulps)}"
            return Findings(evidence, Verdict.LIKELY_PRESERVED, reason, learned=Learned(ran=ran))
        if self._unclear:
            ((cause, _),) = self._unclear.most_common(1)
            worlds = counted(self._unclear.total(), "simulated run")
            why = f"{worlds} could not be compared: {cause}"
        elif self._is_affected:
            why = "every simulated run stopped before the function returned"
        elif not any(self._reached):
            lines = ", ".join(map(str, pair.new.changed_lines[:5] or pair.old.changed_lines[:5]))
            why = f"no simulated run reached the changed lines ({lines})"
        else:
            why = "every simulated run that reached changed code stopped before it returned"
        if self._apart:
            why += f"; only one version uses {', '.join(sorted(self._apart)[:5])}"
            why += ", which is not installed, so its results cannot be compared"
        stops = "; ".join(text for text, _ in self._stops.most_common(_MOST_CAUSES))
        if stops:
            why += f"; runs were stopped by {stops}"
        return Findings(evidence_for(pair, self._runs, *self._reached, why), None, why)


def _aims(lines: Sequence[Collection[int]]) -> Iterator[tuple[int, frozenset[int]]]:
    """What scouts look for: all lines that have not run, then each of them alone."""
    yield from ((side, frozenset(each)) for side, each in enumerate(lines) if each)
    if sum(map(len, lines)) > 1:
        yield from _alone(lines)


def _alone(
    places: Sequence[Collection[int]], most: int = MOST_TARGETS
) -> Iterator[tuple[int, frozenset[int]]]:
    """Each place of either side alone, up to so many."""
    alone = [(side, place) for side, each in enumerate(places) for place in sorted(each)]
    yield from ((side, frozenset((place,))) for side, place in alone[:most])


def _noise(old: Guidance, new: Guidance, others: list[tuple[Guidance, Guidance]]) -> Noise:
    """What a side does not agree with itself about."""
    noise = NO_NOISE
    for pair in others:
        for first, again in zip((old, new), pair, strict=True):
            noise |= noise_between(first.behaviour, again.behaviour)
    return noise


def is_comparable(
    old: Guidance,
    new: Guidance,
    words: frozenset[str] = frozenset(),
    passed_by: Sequence[bool] = (False, False),
) -> bool:
    """Whether both sides came to an end of their own, by the same means.

    An exception that stopped one of them counts where the other one is prepared for it, or where
    that, as `passed_by` says of each side, does not run what raised it. Loops that did not end were
    left as often; and arrays were computed with the same functions, since nothing is known about
    how a sum and a product of what was made up hang together. `words` are what changed lines speak
    of. Where one side alone wants more of a number than numbers have, something else belongs there.
    """
    is_alike = old.cuts == new.cuts and not _apart(old, new, words)
    is_alike = is_alike and _wants_more(old) == _wants_more(new)
    return is_alike and all(
        one.is_whole or one.stopped in other.handled or (other.is_whole and is_passed_by)
        for one, other, is_passed_by in ((old, new, passed_by[0]), (new, old, passed_by[1]))
    )


def _wants_more(side: Guidance) -> bool:
    """Whether a number was asked for an attribute that it has not."""
    raised, text = raised_words(side.behaviour)
    return raised == "AttributeError" and text.startswith(_NUMBERS)


def _apart(old: Guidance, new: Guidance, words: frozenset[str]) -> frozenset[str]:
    """What only one side computes with, and the other with something that cannot be compared.

    Functions of arrays, unless it makes one of constants beside; and a module that is missing, in
    the place of one of the library.
    """
    here, there = (frozenset(name.lstrip(METHOD) for name in side.computed) for side in (old, new))
    more, fewer = here - there, there - here
    methods = {each[1:] for each in old.computed | new.computed if each.startswith(METHOD)}
    is_beside = not (more and fewer) and more | fewer <= ARRAY_MAKERS | methods
    apart = frozenset() if is_beside else more | fewer
    for one, other in ((old, new), (new, old)):
        if not words.isdisjoint(other.familiar):
            apart |= one.strange - other.strange
    return apart


def evidence_for(pair: Pair, runs: int, old: set[int], new: set[int], note: str) -> Evidence:
    """What the engine did with a pair."""
    return evidence_about(pair, NAME, note, runs, (old, new))
