"""How many calls a second go through workers, and does any answer get lost?

    make bench-workers

Prints a table for each of three functions, one of them on arrays of 1,000 rows: a pair through the
whole path (send, run both sides, observe, compare, answer) beside a plain loop that copies the
arguments and calls both, with the memory of the parent over many calls. Another table has a mix in
which every twentieth call kills the process it runs in.
"""

from __future__ import annotations

import argparse
import copy
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from swerve.model.behaviour import Behaviour, Returned, Unfinished
from swerve.observe.comparison import Same
from swerve.observe.recipe import Attribute, Call, CallRecipe, List, Name, Recipe, Tuple
from swerve.observe.snapshot import Atom, decode
from swerve.run.host import Compared, Ground, Lane, Sides, Worker
from swerve.run.sandbox import choose_level

PAIR = '''\
def clamp(values, most):
    """Values, none larger than `most`."""
    return [min(value, most) for value in values]


def larger(one, other):
    """The larger of two numbers."""
    return one if one > other else other
'''
TABLE = '''\
import numpy


def standardised(table):
    """Columns with a mean of 0 and a deviation of 1."""
    return (table - table.mean(axis=0)) / table.std(axis=0)
'''
KILLER = """\
import ctypes, os, signal

def answer(number, every):
    if number % every == every - 1:
        way = number // every % 4
        if way == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        elif way == 1:
            os._exit(3)
        elif way == 2:
            ctypes.string_at(0)
        else:
            os.abort()
    return number
"""


@contextmanager
def sides(old_source: str, new_source: str, level_name: str) -> Iterator[Sides]:
    """Two workers, each on a tree of one module."""
    level = choose_level(level_name).level
    with tempfile.TemporaryDirectory() as folder:
        workers = []
        for side, source in (("old", old_source), ("new", new_source)):
            tree = Path(folder, side)
            tree.mkdir()
            (tree / "subject.py").write_text(source)
            interpreter = Path(sys.executable)
            readable = tuple({Path(sys.prefix), Path(sys.base_prefix)})
            workers.append(Worker(Ground(tree, (".",), interpreter, readable), level))
        old, new = (Lane(worker, ("subject",), limit_s=1.0) for worker in workers)
        try:
            both = Sides(old, new)
            both.imported()
            yield both
        finally:
            for worker in workers:
                worker.close()


def clamp_arguments(number: int) -> tuple[object, ...]:
    """A list and a number; all calls differ."""
    return [number, number + 1, 7, -number, 3], number % 10


def larger_arguments(number: int) -> tuple[object, ...]:
    """Two numbers; all calls differ."""
    return number, number % 1000


@cache
def table(number: int) -> Any:
    """A table of 1,000 rows and 10 columns."""
    import numpy

    return numpy.random.default_rng(number).normal(number, 2.0, (1_000, 10))


def table_arguments(number: int) -> tuple[object, ...]:
    """One of a few tables: to make one takes longer than to use it."""
    return (table(number % 50),)


def plain_recipe(value: Any) -> Recipe:
    """A number, or a list of such."""
    return List(tuple(value)) if isinstance(value, list) else value


@cache
def _table_recipe(identity: int) -> Recipe:
    array = next(each for each in map(table, range(50)) if id(each) == identity)
    made = Call(Name("numpy", "frombuffer"), (array.tobytes(), array.dtype.str))
    shaped = Call(Attribute(made, "reshape"), (Tuple(array.shape),))
    return Call(Attribute(shaped, "copy"))


def table_recipe(value: Any) -> Recipe:
    """What `worker.recipes` makes of a table."""
    return _table_recipe(id(value))


@dataclass(frozen=True)
class Subject:
    """A function, what it is called with, and what is asked of the whole path."""

    function: str
    words: str
    source: str
    new_source: str
    arguments: Callable[[int], tuple[object, ...]]
    recipe: Callable[[Any], Recipe]
    most_ratio: float
    least_rate: float = 0.0
    #: One call of this one for so many of the others.
    share: int = 1
    #: The fastest of so many counts.
    rounds: int = 1

    def calls(self, count: int) -> Iterator[CallRecipe]:
        """The calls as recipes."""
        target = Name("subject", self.function)
        for number in range(count):
            yield CallRecipe(target, args=tuple(map(self.recipe, self.arguments(number))))


SUBJECTS = (
    Subject("clamp", "list of 5, int", PAIR, PAIR, clamp_arguments, plain_recipe, 25, 5_000),
    Subject("larger", "int, int", PAIR, PAIR, larger_arguments, plain_recipe, 25, 5_000),
    Subject(
        "standardised",
        "1,000 x 10 floats",
        TABLE,
        TABLE,
        table_arguments,
        table_recipe,
        3,
        share=40,
        rounds=5,
    ),
)


def seconds_of_plain_loop(subject: Subject, count: int) -> float:
    """Copy the arguments and call both functions, in this process."""
    old: dict[str, object] = {}
    new: dict[str, object] = {}
    exec(subject.source, old)  # noqa: S102
    exec(subject.new_source, new)  # noqa: S102
    was, now = old[subject.function], new[subject.function]
    calls = [subject.arguments(number) for number in range(count)]
    started = time.perf_counter()
    for each in calls:
        was(*copy.deepcopy(each))  # type: ignore[operator]
        now(*copy.deepcopy(each))  # type: ignore[operator]
    return time.perf_counter() - started


def resident_mib() -> float:
    """Memory of this process that is in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def bench_throughput(subject: Subject, calls: int, level: str) -> bool:
    """Print calls a second and memory on the way; whether the limits are met."""
    count = 20_000 // subject.share
    plain = min(seconds_of_plain_loop(subject, count) for _ in range(3)) / count
    agreements: Counter[str] = Counter()
    memory = []
    with sides(subject.source, subject.new_source, level) as both:
        for _ in both.run(subject.calls(2_000 // subject.share)):  # both sides warm
            pass
        taken = []
        for _ in range(subject.rounds):
            started = time.perf_counter()
            for number, compared in enumerate(both.run(subject.calls(calls))):
                agreements[type(compared.agreement).__name__] += 1
                if number % (calls * subject.rounds // 10) == 0:
                    memory.append(resident_mib())
            taken.append(time.perf_counter() - started)
    seconds = min(taken)
    memory.append(resident_mib())
    rate, ratio = calls / seconds, seconds / calls / plain
    limits = f"at most {subject.most_ratio:g}"
    if subject.least_rate:
        limits += f", and at least {subject.least_rate:,.0f} calls/s"
    rounds = f" (the fastest of {subject.rounds} times)" if subject.rounds > 1 else ""
    print(
        f"throughput, level {level}, {calls:,} calls{rounds} of {subject.function}({subject.words})"
    )
    print(f"  whole path       {rate:10,.0f} calls/s   {1e6 * seconds / calls:7.1f} us a call")
    print(f"  plain loop       {1 / plain:10,.0f} calls/s   {1e6 * plain:7.1f} us a call")
    print(f"  ratio            {ratio:10.1f}   (limits: {limits})")
    print(f"  agreements       {dict(agreements)}")
    print(f"  parent, MiB      {' '.join(f'{value:.1f}' for value in memory)}")
    growth = memory[-1] - memory[1]
    print(f"  growth, MiB      {growth:10.1f}   from the second tenth to the end")
    is_fast = rate >= subject.least_rate and ratio <= subject.most_ratio
    everything = {Same.__name__: calls * subject.rounds}
    return is_fast and growth < 5 and agreements == everything


def bench_crashes(calls: int, every: int, level: str) -> bool:
    """Kill the process on every so-manieth call; whether each call got its own answer, once."""
    target = Name("subject", "answer")
    recipes = (CallRecipe(target, args=(number, every)) for number in range(calls))
    wrong = answered = 0
    endings: Counter[str] = Counter()
    started = time.perf_counter()
    with sides(KILLER, KILLER, level) as both:
        for number, compared in enumerate(both.run(recipes)):
            answered += 1
            for behaviour in (compared.old, compared.new):
                is_right = _is_right(compared, behaviour, number, every)
                wrong += not is_right
                if isinstance(behaviour.outcome, Unfinished):
                    endings[behaviour.outcome.detail] += 1
    seconds = time.perf_counter() - started
    print(f"crashes, level {level}, {calls:,} calls, 1 in {every} kills its process")
    print(f"  answered         {answered:10,}   lost or duplicated: {calls - answered}")
    print(f"  wrong answers    {wrong:10,}")
    print(f"  seconds          {seconds:10.1f}   {calls / seconds:,.0f} calls/s")
    for detail, count in sorted(endings.items()):
        print(f"  {count:6,} x {detail}")
    return answered == calls and not wrong


def _is_right(compared: Compared, behaviour: Behaviour, number: int, every: int) -> bool:
    """Whether an answer belongs to the call: it carries the call's own number."""
    if compared.call.args[0] != number:
        return False
    if number % every == every - 1:
        return isinstance(behaviour.outcome, Unfinished)
    if not isinstance(behaviour.outcome, Returned):
        return False
    graph = decode(behaviour.snapshot)
    return graph.nodes[dict(graph.roots)["result"]] == Atom(number)


def main() -> int:
    """Run all, and say whether all limits are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200_000)
    parser.add_argument("--crash-calls", type=int, default=20_000)
    parser.add_argument("--only", default="", help="one of the functions")
    parser.add_argument("--level", default=choose_level().level.value)
    options = parser.parse_args()
    holds = True
    for subject in SUBJECTS:
        if options.only in ("", subject.function):
            holds &= bench_throughput(subject, options.calls // subject.share, options.level)
    if not options.only:
        holds &= bench_crashes(options.crash_calls, 20, options.level)
    print("all limits met" if holds else "A LIMIT IS NOT MET")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
