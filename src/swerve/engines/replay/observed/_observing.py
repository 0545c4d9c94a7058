"""What do the tests of a project do with changed functions, on both sides?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

from swerve.engines.opened import SuiteListener
from swerve.model import Pair, Side
from swerve.model.errors import NoTests
from swerve.model.plurals import named
from swerve.observe.comparison import Rules
from swerve.run.project import Checkout, Project
from swerve.run.sandbox import Level
from swerve.run.suites import conventions_of, files_with_tests

from .._limits import (
    AGAIN_S,
    ENOUGH_TESTS,
    FIRST_FILES,
    FIRST_SHARE,
    MOST_IN_VAIN,
    MOST_MARKED,
    MOST_NEWER,
    OBSERVING_MOST_AGAIN,
)
from ._errands import differing_tests, edited_functions, size_of, stage_for
from ._judging import LEAST_AGAIN, Judging, Round
from ._observations import Observations, keep
from ._ran import Ran
from ._rounds import Batch, batch_of, batches, run_on_both, run_whole, threads_on
from ._touch_map import Place, TouchMap, read_touch_map, write_touch_map
from ._touching import nearest

_MOST_NAMED = 3


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
        #: Names of test functions that come with the change, or went with it.
        self._edited_tests: tuple[str, ...] = ()
        #: Whether any test was to run; what is known from earlier runs need not.
        self._began = False
        self._old = replace(stage_for(project, Side.OLD, level, pairs), stop=hurry)
        new = stage_for(project, Side.NEW, level, pairs, tests_of=Side.OLD)
        self._new = replace(new, stop=hurry)

    def run(self, listener: SuiteListener | None) -> Observations:
        """Run all that there is time for."""
        tests = _tests_of(self._project.old)
        newer = self._newer_tests()
        self._edited_tests = edited_functions(self._project, newer)
        near = nearest(self._project.old, tests, [pair.old for pair in self._pairs])
        # What comes with the change speaks of it: it runs first.
        files = sorted((each.file for each in near), key=lambda file: file not in newer)
        if not files and not newer:
            why = f"none of {len(tests)} test files imports the change"
            return Observations(
                self._folder,
                total=len(tests),
                trouble=why if tests else "the project has no tests",
            )
        first = Round(Ran(), Ran())
        done = self._run_first(files, first, listener)
        judging = Judging(self._pairs, first, self._rules)
        again, newer_ran = self._run_rest(judging.to_see_again(), newer)
        for pair, each in zip(self._pairs, judging.observed(again, newer_ran), strict=True):
            keep(self._folder, pair.id, each)
        was_vain = self._began and not (first.old.results or newer_ran.results)
        return Observations(
            self._folder,
            len(done),
            len(tests),
            tuple(_notes(len(done), len(tests), first)),
            trouble=_trouble(first.old) if was_vain else "",
            pairs=frozenset(pair.id for pair in self._pairs),
        )

    def _both(
        self, batch: Batch, seconds: float, *, marks: bool = False, hash_seed: int = 0
    ) -> tuple[Ran, Ran]:
        """Run tests on both sides, and count how long that takes."""
        old, new = run_on_both(
            self._old, self._new, batch, seconds, marks=marks, hash_seed=hash_seed
        )
        self._spent += max(old.spent, new.spent)
        return old, new

    def _run_first(
        self, files: list[str], first: Round, listener: SuiteListener | None
    ) -> dict[str, None]:
        """Run test files on both sides, nearest first; those that had their turn."""
        tree, interpreter = self._project.old.tree, self._project.interpreter
        touched = read_touch_map(tree, interpreter)
        seconds = FIRST_SHARE * self._seconds
        done: dict[str, None] = {}
        is_news = False
        in_vain = 0
        has_room = size_of(tree.path) <= MOST_MARKED
        for batch in batches(files, self._known(touched), tree.path, first=FIRST_FILES):
            if self._spent > seconds or self._hurry.is_set() or self._is_enough(first.old):
                break
            if in_vain == MOST_IN_VAIN:  # those that are left are further away
                break
            self._began = True
            batch = replace(batch, first=self._edited_tests)
            marks = batch.chosen is None and has_room
            old, new = self._both(batch, seconds - self._spent, marks=marks)
            first.old.add(old)
            first.new.add(new)
            in_vain = 0 if old.calls or new.calls else in_vain + 1
            done.update(dict.fromkeys(file for file in batch.files if file in old.begun))
            if marks:
                is_news |= touched.add(old)
            if listener is not None:
                listener.replaying(len(done), len(files))
        if is_news:
            write_touch_map(touched, tree, interpreter)
        return done

    def _is_enough(self, old: Ran) -> bool:
        """Whether every pair was called in so many tests that others would hardly tell more."""
        numbers = [at for at, pair in enumerate(self._pairs) if not pair.is_affected]
        counts = [len(list(old.tests_that_touch(number))) for number in numbers]
        return bool(counts) and min(counts) >= ENOUGH_TESTS

    def _known(self, touched: TouchMap) -> Callable[[str], list[str] | None]:
        places: list[Place] = [
            (self._project.old.in_tree(pair.old.module.path), pair.old.name) for pair in self._pairs
        ]
        return lambda file: touched.tests_that_touch(file, places)

    def _newer_tests(self) -> list[str]:
        """Test files of the new side that the old one does not have like that."""
        tests = differing_tests(self._project, _tests_of(self._project.new))
        if not tests:
            return []
        near = nearest(self._project.new, tests, [pair.new for pair in self._pairs])
        return [each.file for each in near][:MOST_NEWER]

    def _run_rest(self, tests: tuple[str, ...], newer: list[str]) -> tuple[list[Round], Ran]:
        """See tests again on both sides, in processes that hash otherwise; and run newer ones."""
        seconds = max(self._seconds - self._spent, AGAIN_S)
        stage = stage_for(self._project, Side.NEW, self._level, self._pairs)
        # What was found is worth nothing unless it is seen again, however late it is.
        self._old, self._new = (replace(each, stop=Event()) for each in (self._old, self._new))
        with threads_on(stage) as threads:
            running = None
            if newer:
                batch = Batch(tuple(newer), first=self._edited_tests)
                running = threads.submit(run_whole, stage, batch, seconds)
            again: list[Round] = []
            until = self._spent + seconds
            for number in range(1, OBSERVING_MOST_AGAIN + 1) if tests else ():
                if number > LEAST_AGAIN and self._spent > until:
                    break
                again.append(Round(*self._both(batch_of(tests), seconds, hash_seed=number)))
            return again, Ran() if running is None else running.result()


def _tests_of(checkout: Checkout) -> list[str]:
    tree = checkout.tree.path
    try:
        return files_with_tests(tree, conventions_of(tree))
    except NoTests:
        return []


def _trouble(old: Ran) -> str:
    why = old.why or next(iter(old.broken.values()), "") or "out of time"
    return f"no test could be run: {why}"


def _notes(done: int, total: int, first: Round) -> Iterator[str]:
    yield f"ran {done} of {total} test files"
    for side, ran in (("old", first.old), ("new", first.new)):
        broken = [f"{file} ({why})" for file, why in sorted(ran.broken.items())]
        if broken:
            yield f"set aside on {side}: {named(broken, _MOST_NAMED)}"
