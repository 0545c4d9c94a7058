"""What do the tests of a project do with changed functions, on both sides?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Protocol

from swerve.model import Pair, Side
from swerve.model.errors import NoTests
from swerve.model.plurals import named
from swerve.observe.comparison import Rules
from swerve.source.syntax.conditions import places_not_run, places_that_ran

from ..project import Checkout, Project
from ..sandbox import Level
from ..suites import conventions_of, files_with_tests
from ._errands import Stage, differing_tests, edited_tests, size_of, stage_for
from ._judging import Judging, Round
from ._limits import (
    AGAIN_S,
    FIRST_FILES,
    FIRST_SHARE,
    LAST_SHARE,
    MANY_TESTS,
    MOST_IN_VAIN,
    MOST_MARKED,
    MOST_NEWER,
    OTHERS_S,
)
from ._observations import Observations, PairObserved, keep
from ._ran import Ran
from ._rounds import Batch, batch_of, batches, run_again, run_on_both
from ._staying import Staying
from ._touch_map import Place, TouchMap, read_touch_map, write_touch_map
from ._touching import nearest

_MOST_NAMED = 3


class SuiteListener(Protocol):
    """Hears how far the tests are. The command line draws it."""

    def replaying(self, done: int, total: int) -> None:
        """So many of the test files that may touch the change have run."""
        ...


def observe_suites(
    project: Project,
    level: Level,
    pairs: Sequence[Pair],
    folder: Path,
    *,
    seconds: float,
    rules: Rules | None = None,
    listener: SuiteListener | None = None,
    hurry: Event | None = None,
) -> Observations:
    """Run the tests that may touch some pairs on both sides, and note what each call did.

    Test files that are nearest to the change run first, as long as there is time: all of it takes
    about `seconds` of work on each side, and ends before that once somebody says to `hurry`. Which
    tests run which functions of the old tree is remembered beside it, and the next time only those
    that count run. Nothing that tests do makes this raise.

    What is found is kept in `folder`, which must be there as long as the observations are used.
    They pickle, and are small whatever was found.
    """
    observing = _Observing(
        project, level, pairs, folder, seconds, rules or Rules(), hurry or Event()
    )
    return observing.run(listener)


class _Observing:
    """One change."""

    def __init__(
        self,
        project: Project,
        level: Level,
        pairs: Sequence[Pair],
        folder: Path,
        seconds: float,
        rules: Rules,
        hurry: Event,
    ) -> None:
        self._project = project
        self._level = level
        self._pairs = pairs
        self._folder = folder
        self._rules = rules
        self._seconds = seconds
        #: Seconds of work so far, on the side that had more of it.
        self._spent = 0.0
        self._hurry = hurry
        #: Whether any test was to run; what is known from earlier runs need not.
        self._began = False
        #: Each side with the tests of the new one.
        self._with_new = self._stages(Side.NEW)

    def _stages(self, tests_of: Side) -> tuple[Stage, Stage]:
        old, new = (
            stage_for(self._project, side, self._level, self._pairs, tests_of=tests_of)
            for side in Side
        )
        return replace(old, stop=self._hurry), replace(new, stop=self._hurry)

    def run(self, listener: SuiteListener | None) -> Observations:
        """Run all that there is time for."""
        tests = _tests_of(self._project.new)
        near = nearest(self._project.new, tests, [pair.new for pair in self._pairs])
        newer = self._newer_tests(tests, [each.file for each in near])
        removed = set(_tests_of(self._project.old)) - set(tests)
        edited = edited_tests(self._project, [*newer, *sorted(removed)[:MOST_NEWER]])
        files = [each.file for each in near if each.file not in newer]
        if not (files or newer or edited.old_ids):
            why = f"none of {len(tests)} test files imports the change"
            return Observations(
                self._folder,
                total=len(tests),
                trouble=why if tests else "the project has no tests",
            )
        names = frozenset(edited.names)
        seen = Round(Ran(), Ran())
        with Staying(self._enough) as staying:
            done = self._run_new(newer, names, files, seen, staying, listener)
            judging = Judging(self._pairs, seen, self._rules, names, tests_of=Side.NEW)
            observed = judging.observed(self._again(judging, self._with_new, staying))
        before = Round(Ran(), Ran())
        # What an edited test was says no more than what it is now; one that is gone may.
        old_ids = edited.removed_ids if self._are_pinned(observed) else edited.old_ids
        if old_ids and not self._hurry.is_set():
            seconds = max(LAST_SHARE * self._seconds, self._seconds - self._spent)
            stages = self._stages(Side.OLD)
            with Staying() as staying:
                batch = batch_of(old_ids)
                before = Round(*self._both(stages, batch, seconds, staying=staying))
                broken = frozenset(filter(seen.new.failed, seen.new.results))
                judging = Judging(self._pairs, before, self._rules, names, broken=broken)
                again = judging.observed(self._again(judging, stages, staying))
            observed = [one | other for one, other in zip(observed, again, strict=True)]
        for pair, each in zip(self._pairs, observed, strict=True):
            keep(self._folder, pair.id, each)
        ran = (seen.old, seen.new, before.old, before.new)
        was_vain = self._began and not any(each.results for each in ran)
        return Observations(
            self._folder,
            len(done),
            len(tests),
            tuple(_notes(len(done), len(tests), seen, before)),
            trouble=_trouble(seen.old) if was_vain else "",
            pairs=frozenset(pair.id for pair in self._pairs),
        )

    def _are_pinned(self, observed: Sequence[PairObserved]) -> bool:
        """Whether tests of the change fail without it, for each function that it edits."""
        edited = [
            any(flip.is_edited for flip in each.flips)
            for pair, each in zip(self._pairs, observed, strict=True)
            if not pair.is_affected
        ]
        return bool(edited) and all(edited)

    def _both(
        self,
        stages: tuple[Stage, Stage],
        batch: Batch,
        seconds: float,
        *,
        marks: bool = False,
        hash_seed: int = 0,
        staying: Staying | None = None,
    ) -> tuple[Ran, Ran]:
        """Run tests on both sides, and count how long that takes.

        What a change's own tests import is no part of it; others may not be worth that.
        """
        old, new = run_on_both(
            *(*stages, batch, seconds), marks=marks, hash_seed=hash_seed, staying=staying
        )
        self._spent += max(old.spent, new.spent)
        if not batch.first:
            self._spent += max(old.before, new.before)
        return old, new

    def _run_new(
        self,
        newer: list[str],
        names: frozenset[str],
        files: list[str],
        seen: Round,
        staying: Staying,
        listener: SuiteListener | None,
    ) -> dict[str, None]:
        """Run test files on both sides as the new one has them; those that had their turn.

        What comes with the change speaks of it, and runs first; then what is nearest to it.
        """
        tree, interpreter = self._project.old.tree, self._project.interpreter
        touched = read_touch_map(tree, interpreter)
        seconds = FIRST_SHARE * self._seconds
        done: dict[str, None] = {}
        is_news = False
        in_vain = 0
        has_room = size_of(tree.path) <= MOST_MARKED
        stages = self._with_new
        first = [Batch(tuple(newer), each_anew=True, first=tuple(sorted(names)))] if newer else []
        known = batches(files, self._known(touched), tree.path, first=FIRST_FILES)
        for batch in chain(first, known):
            wanting = self._wanting(seen)
            if self._spent > seconds or self._hurry.is_set() or not wanting:
                break
            # Those that are left are further away.
            if in_vain == (MOST_IN_VAIN if self._is_uncalled(wanting, seen) else 1):
                break
            self._began = True
            marks = batch.chosen is None and not batch.first and has_room
            left_s = seconds - self._spent
            old, new = self._both(stages, batch, left_s, marks=marks, staying=staying)
            seen.old.add(old)
            seen.new.add(new)
            is_vain = wanting.isdisjoint(old.calls) and wanting.isdisjoint(new.calls)
            in_vain = in_vain + 1 if is_vain else 0
            done.update(dict.fromkeys(file for file in batch.files if file in new.begun))
            if marks:
                is_news |= touched.add(old)
            if listener is not None:
                listener.replaying(len(done), len(newer) + len(files))
        if is_news:
            write_touch_map(touched, tree, interpreter)
        return done

    def _wanting(self, seen: Round) -> frozenset[int]:
        """The pairs, by their numbers, of which other tests may tell more.

        None has called them, or few in which changed code has not run; and nothing tells the sides
        apart.
        """
        numbers = [at for at, pair in enumerate(self._pairs) if not pair.is_affected]
        judging = Judging(self._pairs, seen, self._rules)
        return frozenset(
            at
            for at in numbers or range(len(self._pairs))
            if not judging.is_suspect(at) and self._may_tell_more(at, seen)
        )

    def _may_tell_more(self, number: int, seen: Round) -> bool:
        tests = len(list(seen.old.tests_that_touch(number)))
        if not 0 < tests < MANY_TESTS:
            return not tests
        old, new = (frozenset(ran.lines.get(number, ())) for ran in (seen.old, seen.new))
        return any(places_not_run(self._pairs[number], places_that_ran(old, new)))

    def _is_uncalled(self, numbers: frozenset[int], seen: Round) -> bool:
        return any(at not in seen.old.calls and at not in seen.new.calls for at in numbers)

    def _enough(self, old: Ran, new: Ran) -> float | None:
        """How long other tests may run when those of the change tell the sides apart."""
        judging = Judging(self._pairs, Round(old, new), self._rules)
        edited = [at for at, pair in enumerate(self._pairs) if not pair.is_affected]
        return OTHERS_S if edited and all(map(judging.is_suspect, edited)) else None

    def _known(self, touched: TouchMap) -> Callable[[str], list[str] | None]:
        places: list[Place] = [
            (self._project.old.in_tree(pair.old.module.path), pair.old.name) for pair in self._pairs
        ]
        return lambda file: touched.tests_that_touch(file, places)

    def _newer_tests(self, tests: list[str], near: list[str]) -> list[str]:
        """Test files of the new side that the old one does not have like that, nearest first.

        They come with the change: those that do not import it may reach it in other ways.
        """
        differing = dict.fromkeys(differing_tests(self._project, tests))
        first = [file for file in near if file in differing]
        return list(dict.fromkeys([*first, *differing]))[:MOST_NEWER]

    def _again(
        self, judging: Judging, stages: tuple[Stage, Stage], staying: Staying
    ) -> list[Round]:
        """See tests again on both sides in which something differs.

        First where they were imported; then where strings hash otherwise. What was found is worth
        nothing unless it is seen again, however late it is.
        """
        if self._hurry.is_set():
            judging.drop_varied()
        tests = judging.to_see_again()
        old, new = (replace(each, stop=Event()) for each in stages)
        seconds = max(self._seconds - self._spent, AGAIN_S)
        if not tests:
            return []
        batch = replace(batch_of(tests), each_anew=True, varies=judging.has_varied)
        there = run_again(old, new, staying, batch, seconds)
        again = [] if there is None else [Round(*there)]
        for number in range(1, judging.times_again + 1 - len(again)):
            again.append(Round(*self._both((old, new), batch, seconds, hash_seed=number)))
        return again


def _tests_of(checkout: Checkout) -> list[str]:
    tree = checkout.tree.path
    try:
        return files_with_tests(tree, conventions_of(tree))
    except NoTests:
        return []


def _trouble(old: Ran) -> str:
    why = old.why or next(iter(old.broken.values()), "") or "out of time"
    return f"no test could be run: {why}"


def _notes(done: int, total: int, *rounds: Round) -> Iterator[str]:
    yield f"ran {done} of {total} test files"
    sides = (("old", [each.old for each in rounds]), ("new", [each.new for each in rounds]))
    for side, ran in ((side, ran) for side, runs in sides for ran in runs):
        broken = [f"{file} ({why})" for file, why in sorted(ran.broken.items())]
        if broken:
            yield f"set aside on {side}: {named(broken, _MOST_NAMED)}"
