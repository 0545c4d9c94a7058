"""How many calls a second go through workers, and does any answer get lost?

    make bench-workers

Prints three tables: a pair of functions through the whole path (send, run both sides, observe,
compare, answer) beside a plain loop that copies the arguments and calls both; the memory of the
parent over many calls; and a mix in which every twentieth call kills the process it runs in.
"""

from __future__ import annotations

import argparse
import copy
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from swerve.model.behaviour import Behaviour, Returned, Unfinished
from swerve.observe.comparison import Same
from swerve.observe.recipe import CallRecipe, List, Name
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
def sides(source: str, level_name: str) -> Iterator[Sides]:
    """Two workers on equal trees of one module."""
    level = choose_level(level_name).level
    with tempfile.TemporaryDirectory() as folder:
        workers = []
        for side in ("old", "new"):
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


def arguments(function: str, number: int) -> tuple[object, object]:
    """The arguments of one call; all calls differ."""
    if function == "clamp":
        return [number, number + 1, 7, -number, 3], number % 10
    return number, number % 1000


def calls_of(function: str, count: int) -> Iterator[CallRecipe]:
    """The same calls as recipes."""
    target = Name("subject", function)
    for number in range(count):
        first, second = arguments(function, number)
        recipe = List(tuple(first)) if isinstance(first, list) else first
        yield CallRecipe(target, args=(recipe, second))  # type: ignore[arg-type]


def seconds_of_plain_loop(function: str, count: int) -> float:
    """Copy the arguments and call both functions, in this process."""
    old: dict[str, object] = {}
    new: dict[str, object] = {}
    exec(PAIR, old)  # noqa: S102
    exec(PAIR, new)  # noqa: S102
    was, now = old[function], new[function]
    calls = [arguments(function, number) for number in range(count)]
    started = time.perf_counter()
    for each in calls:
        was(*copy.deepcopy(each))  # type: ignore[operator]
        now(*copy.deepcopy(each))  # type: ignore[operator]
    return time.perf_counter() - started


def resident_mib() -> float:
    """Memory of this process that is in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def bench_throughput(function: str, calls: int, level: str) -> bool:
    """Print calls a second and memory on the way; whether the limits are met."""
    plain = min(seconds_of_plain_loop(function, 20_000) for _ in range(3)) / 20_000
    agreements: Counter[str] = Counter()
    memory = []
    with sides(PAIR, level) as both:
        for _ in both.run(calls_of(function, 2_000)):  # both sides warm
            pass
        started = time.perf_counter()
        for number, compared in enumerate(both.run(calls_of(function, calls))):
            agreements[type(compared.agreement).__name__] += 1
            if number % (calls // 10) == 0:
                memory.append(resident_mib())
        seconds = time.perf_counter() - started
    memory.append(resident_mib())
    rate, ratio = calls / seconds, seconds / calls / plain
    words = "clamp(list of 5, int)" if function == "clamp" else "larger(int, int)"
    print(f"throughput, level {level}, {calls:,} calls of {words}")
    print(f"  whole path       {rate:10,.0f} calls/s   {1e6 * seconds / calls:7.1f} us a call")
    print(f"  plain loop       {1 / plain:10,.0f} calls/s   {1e6 * plain:7.1f} us a call")
    print(f"  ratio            {ratio:10.1f}   (limits: at most 25, and at least 5,000 calls/s)")
    print(f"  agreements       {dict(agreements)}")
    print(f"  parent, MiB      {' '.join(f'{value:.1f}' for value in memory)}")
    growth = memory[-1] - memory[1]
    print(f"  growth, MiB      {growth:10.1f}   from the second tenth to the end")
    is_flat = growth < 5
    return rate >= 5_000 and ratio <= 25 and is_flat and agreements == {Same.__name__: calls}


def bench_crashes(calls: int, every: int, level: str) -> bool:
    """Kill the process on every so-manieth call; whether each call got its own answer, once."""
    target = Name("subject", "answer")
    recipes = (CallRecipe(target, args=(number, every)) for number in range(calls))
    wrong = answered = 0
    endings: Counter[str] = Counter()
    started = time.perf_counter()
    with sides(KILLER, level) as both:
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
    parser.add_argument("--level", default=choose_level().level.value)
    options = parser.parse_args()
    holds = bench_throughput("clamp", options.calls, options.level)
    holds &= bench_throughput("larger", options.calls, options.level)
    holds &= bench_crashes(options.crash_calls, 20, options.level)
    print("all limits met" if holds else "A LIMIT IS NOT MET")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
