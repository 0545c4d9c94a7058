"""How do tests run on both sides at once, whatever becomes of the processes they run in?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ..suites import Ending, take_chunk
from ._errands import Choice, Stage, run_tests
from ._limits import LEAST_S, MOST_DEATHS
from ._ran import Ran
from ._staying import Staying


@dataclass(frozen=True, slots=True)
class Batch:
    """Tests that run in one process of each side."""

    files: tuple[str, ...]
    #: All tests of the files when None.
    chosen: tuple[str, ...] | None = None
    #: Without any conftest.py: tests that need one fail, the others run.
    is_bare: bool = False
    #: Whether calls are told that a test before has made too.
    each_anew: bool = False
    #: Names of test functions that come first.
    first: tuple[str, ...] = ()
    #: Whether calls are made with other values too.
    varies: bool = True
    #: Whether something stands for names that only the other side has.
    stands_in: bool = True


def batches(
    files: Iterable[str],
    known: Callable[[str], list[str] | None],
    tree: Path,
    *,
    first: int = 8,
    most: int = 64,
) -> Iterable[Batch]:
    """Test files in their order, few at first; of those that are known only the tests that count.

    `known` says which tests of a file count, or None when nobody knows.
    """
    chosen: list[str] = []
    waiting: list[str] = []
    for file in files:
        tests = known(file)
        if tests is None:
            waiting.append(file)
        else:
            chosen.extend(tests)
    if chosen:
        yield batch_of(chosen)
    while waiting:
        yield Batch(tuple(take_chunk(waiting, first, tree)))
        first = min(2 * first, most)


def batch_of(tests: Iterable[str]) -> Batch:
    """Some tests, by their ids."""
    chosen = tuple(dict.fromkeys(tests))
    return Batch(tuple(dict.fromkeys(test.partition("::")[0] for test in chosen)), chosen)


def run_on_both(
    old: Stage,
    new: Stage,
    batch: Batch,
    seconds: float,
    *,
    marks: bool = False,
    hash_seed: int = 0,
    staying: Staying | None = None,
) -> tuple[Ran, Ran]:
    """Run tests on both sides at the same time, for so many seconds of work on each."""
    run = partial(
        run_whole, batch=batch, seconds=seconds, marks=marks, hash_seed=hash_seed, staying=staying
    )
    with threads_on(old, new) as threads:
        was, now = threads.submit(run, old), threads.submit(run, new)
        return was.result(), now.result()


def run_again(
    old: Stage, new: Stage, staying: Staying, batch: Batch, seconds: float
) -> tuple[Ran, Ran] | None:
    """Run tests on both sides once more where they were imported; None if that does not work."""
    if batch.chosen is None:
        return None
    run = partial(staying.again, chosen=batch.chosen, seconds=seconds, varies=batch.varies)
    with threads_on(old, new) as threads:
        futures = [threads.submit(run, stage.side) for stage in (old, new)]
        was, now = (each.result() for each in futures)
        return None if was is None or now is None else (was, now)


@contextmanager
def threads_on(*stages: Stage) -> Iterator[ThreadPoolExecutor]:
    """Threads that run tests; what goes wrong, or a user who interrupts, ends them."""
    with ThreadPoolExecutor(max(1, len(stages))) as threads:
        try:
            yield threads
        except BaseException:
            for stage in stages:
                stage.stop.set()
            raise


def run_whole(
    stage: Stage,
    batch: Batch,
    seconds: float,
    *,
    marks: bool = False,
    hash_seed: int = 0,
    staying: Staying | None = None,
) -> Ran:
    """Run tests on one side; those behind one that ends the process run in another one.

    Where nothing can begin, the files of each folder are tried alone, and then without their
    conftest.py: one that is broken is enough.
    """
    whole = Ran()
    left: tuple[str, ...] = batch.files
    avoided: list[str] = []
    for _ in range(MOST_DEATHS):
        left_s = seconds - whole.spent
        choice = Choice(
            *(left, max(left_s, LEAST_S), batch.chosen, tuple(avoided), marks, hash_seed),
            is_bare=batch.is_bare,
            each_anew=batch.each_anew,
            first=batch.first,
            varies=batch.varies,
            stands_in=batch.stands_in,
        )
        ran = run_tests(stage, choice, staying)
        whole.add(ran)
        whole.ending, whole.why = ran.ending, ran.why
        if ran.ending is Ending.NOT_BEGUN:
            for part in _parts_of(batch) if whole.spent < seconds else ():
                rest_s = seconds - whole.spent
                whole.add(
                    run_whole(
                        *(stage, part, rest_s), marks=marks, hash_seed=hash_seed, staying=staying
                    )
                )
        if ran.ending is not Ending.BROKEN_OFF or whole.spent >= seconds or stage.stop.is_set():
            break
        left = tuple(file for file in left if file not in ran.finished)
        if ran.under_way:
            avoided.append(ran.under_way)
            whole.broken.setdefault(ran.under_way.partition("::")[0], ran.why)
        else:  # it died while a file was imported
            left = tuple(file for file in left if file != ran.last_file)
            whole.broken[ran.last_file] = ran.why
        if not left:
            break
    return whole


def _parts_of(batch: Batch) -> list[Batch]:
    """What to try when a batch cannot even begin; nothing when all was tried."""
    folders: dict[str, list[str]] = {}
    for file in batch.files:
        folders.setdefault(file.rpartition("/")[0], []).append(file)
    if batch.is_bare:
        return []
    if len(folders) == 1:
        return [replace(batch, is_bare=True)]
    return [replace(batch, files=tuple(files)) for files in folders.values()]
