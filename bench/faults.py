"""Is every result there once, and the same, when everything is killed in the middle of a campaign?

    python -m bench.faults [--units 200] [--kills 25] [--seed 0] [--store sqlite] [--keep FOLDER]

A campaign over a Dask cluster of three workers, calm at first. Then again, on SQLite and on a real
PostgreSQL, while workers, the scheduler, the connection to the store and the client are killed at
random points, and started again. The points are seeded and counted in results, not in seconds, so
that a slow machine sees as many as a fast one. At the end there has to be one result a unit, equal
to that of the calm run but for times. Status 1 when anything is off. On a machine so busy that
units take ten times as long, evidence may tell of a budget that was spent: that is a difference.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

from bench.fault_history import make_history
from bench.fault_parts import (
    MARK,
    Client,
    Cluster,
    PostgresStore,
    SqliteStore,
    StoreParts,
    left_behind,
)

from swerve.apps.campaign import Store, open_store
from swerve.model.errors import SwerveError

KINDS = ("worker", "scheduler", "store", "client")
_WORKERS = 3
#: Kills come while there are still so many units that they can hurt.
_SPARED = 8
_MOST_DIFFERENCES = 10


@dataclass(frozen=True, slots=True)
class Kill:
    """One blow."""

    kind: str
    #: How many results are there before it comes, and how many seconds later it does.
    results: int
    delay_s: float


@dataclass(slots=True)
class Outcome:
    """What became of a campaign."""

    name: str
    seconds: float = 0.0
    kills: Counter[str] = field(default_factory=Counter)
    #: Clients that ended although nobody had killed them, by their status.
    endings: Counter[int] = field(default_factory=Counter)
    #: Id of the unit, and its report; as often as the store has one.
    results: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    #: "done", "failed" and "lost" tries.
    attempts: Counter[str] = field(default_factory=Counter)
    #: Units that were tried more than once.
    again: int = 0
    states: Mapping[str, int] = field(default_factory=dict)
    #: What is wrong whatever the calm run says.
    objections: list[str] = field(default_factory=list)


def plan_kills(count: int, units: int, seed: int) -> list[Kill]:
    """Choose blows of all kinds, each as often as the others, in any order."""
    chance = random.Random(seed)  # noqa: S311 (the same every time)
    kinds = list(islice(cycle(KINDS), count))
    chance.shuffle(kinds)
    results = sorted(chance.randint(0, max(units - _SPARED, 0)) for _ in kinds)
    return [
        Kill(kind, after, chance.uniform(0.0, 0.5))
        for kind, after in zip(kinds, results, strict=True)
    ]


def differences(
    calm: Sequence[tuple[str, object]], stormy: Sequence[tuple[str, object]]
) -> list[str]:
    """Say where results are missing, there twice, made up, or not what they are in a calm run."""
    found = []
    counts = Counter(unit for unit, _ in stormy)
    expected = dict(calm)
    found += [f"unit {unit}: {n} results" for unit, n in counts.items() if n > 1]
    found += [f"unit {unit}: no result" for unit in expected if unit not in counts]
    found += [f"unit {unit}: nobody asked for it" for unit in counts if unit not in expected]
    for unit, report in stormy:
        if unit in expected and without_times(report) != without_times(expected[unit]):
            place = first_difference(without_times(expected[unit]), without_times(report))
            found.append(f"unit {unit}: not as in the calm run, at {place}")
    return found


def without_times(value: object) -> object:
    """A report less what no two runs have in common."""
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [without_times(item) for item in value]
    return value


def first_difference(old: object, new: object, path: str = "report") -> str:
    """Where two reports part."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            if old.get(key) != new.get(key):
                return first_difference(old.get(key), new.get(key), f"{path}.{key}")
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            if one != other:
                return first_difference(one, other, f"{path}[{number}]")
    return f"{path}: {old!r:.80} became {new!r:.80}"


class Storm:
    """A campaign, and what happens to it."""

    def __init__(self, name: str, folder: Path, options: argparse.Namespace) -> None:
        self._folder = folder / name
        self._folder.mkdir()
        self._options = options
        self._mark = secrets.token_hex(8)
        environment = {**os.environ, MARK: self._mark}
        self._cluster = Cluster(self._folder, _WORKERS, environment)
        self._store: StoreParts = (
            PostgresStore() if name == "postgres" else SqliteStore(self._folder)
        )
        self._log = self._folder / "client.log"
        self._client = Client(folder / "repository", self._log, environment)
        self._outcome = Outcome(name)
        self._chance = random.Random(options.seed)  # noqa: S311 (the same every time)
        self._view: Store | None = None

    def run(self, revisions: str, kills: Sequence[Kill]) -> Outcome:
        """Have it all happen."""
        started = time.monotonic()
        try:
            self._store.start()
            self._weather(revisions, list(kills))
            self._outcome.seconds = time.monotonic() - started
            self._client.kill()
            self._cluster.end()
            self._look_around()
            self._take_stock()
        finally:
            self._client.kill()
            self._cluster.end()
            if self._view is not None:
                self._view.close()
            self._store.end()
        return self._outcome

    def _weather(self, revisions: str, kills: list[Kill]) -> None:
        until = time.monotonic() + self._options.limit
        common = ("--store", self._store.url, "--cluster", self._cluster.address)
        # What is decided early takes no longer for it, and no busy machine spends that budget.
        first = ("run", "--range", revisions, *common, "--effort", "deep", "--seed", "0")
        ready_at: float | None = None
        is_started = False
        while time.monotonic() < until:
            self._cluster.tend()
            self._store.tend()
            done, total = self._progress()
            status = self._client.status
            if status is not None and status >= 0:
                self._outcome.endings[status] += 1
            if status == 0:
                return
            if not is_started or status is not None:
                self._client.start(*(("resume", *common) if total else first))
                is_started = True
            if kills and done >= kills[0].results:
                ready_at = ready_at or time.monotonic() + kills[0].delay_s
                if time.monotonic() >= ready_at and self._strike(kills[0].kind, is_there=total > 0):
                    kills.pop(0)
                    ready_at = None
            time.sleep(0.1)
        self._outcome.objections.append(f"not finished after {self._options.limit:g} s")

    def _progress(self) -> tuple[int, int]:
        """How many results there are, and how many units; none of either before the campaign."""
        with suppress(SwerveError):
            if self._view is None:
                self._view = open_store(self._store.url, patience_s=1.0)
            status = self._view.status(self._view.campaign().number)
            self._last = status.counts["done"] + status.counts["set-aside"], status.total
        return self._last

    _last = (0, 0)

    def _strike(self, kind: str, *, is_there: bool) -> bool:
        """Kill one part, if it runs; whether it did."""
        how = "killed"
        if kind == "worker":
            part = self._chance.choice(self._cluster.workers)
            struck = part.kill(self._chance.uniform(0.0, 3.0))
        elif kind == "scheduler":
            struck = self._cluster.scheduler.kill(self._chance.uniform(0.0, 5.0))
        elif kind == "client":
            struck = self._client.kill()
        else:
            struck = is_there
            how = self._store.cut(self._chance) if struck else ""
        if struck:
            self._outcome.kills[kind] += 1
            print(f"  {self._outcome.name}: {self._last[0]:4} results, {kind} {how}", flush=True)
        return struck

    def _look_around(self) -> None:
        behind = left_behind(self._mark)
        self._outcome.objections += [f"left behind: {words:.120}" for words in behind]
        said = self._log.read_text("utf-8", "replace")
        for word in ("Traceback", "distributed.", "tornado.", "Task exception"):
            if word in said:
                self._outcome.objections.append(f"the client said `{word}`: {self._log}")
        if isinstance(self._store, SqliteStore) and self._store.integrity() != "ok":
            self._outcome.objections.append(f"SQLite: {self._store.integrity()}")

    def _take_stock(self) -> None:
        with open_store(self._store.url) as store:
            campaigns = store.campaigns()
            if len(campaigns) != 1:
                self._outcome.objections.append(f"{len(campaigns)} campaigns in the store")
            number = campaigns[0].number
            self._outcome.states = store.status(number).counts
            self._outcome.results = [(each.unit.id, each.report) for each in store.results(number)]
            attempts = list(store.attempts(number))
        self._outcome.attempts = Counter(each.outcome or "open" for each in attempts)
        tries = Counter(each.unit.id for each in attempts)
        self._outcome.again = sum(count > 1 for count in tries.values())


def judged(outcome: Outcome, calm: Outcome, units: int, kills: int) -> list[str]:
    """Everything that is wrong with a campaign."""
    found = list(outcome.objections)
    if len(outcome.results) != units:
        found.append(f"{len(outcome.results)} results for {units} units")
    if outcome.states.get("done") != units:
        found.append(f"states of units: {dict(outcome.states)}")
    if outcome.attempts["open"]:
        found.append(f"{outcome.attempts['open']} tries without an end")
    if outcome.kills.total() < kills:
        found.append(f"{outcome.kills.total()} kills, not {kills}")
    if kills >= len(KINDS):
        found += [f"no {kind} was killed" for kind in KINDS if not outcome.kills[kind]]
    if outcome.endings[0] != 1 or any(status not in (0, 2) for status in outcome.endings):
        found.append(f"clients ended with {dict(outcome.endings)}")
    return found + differences(calm.results, outcome.results)


def keep_differences(folder: Path, calm: Outcome, outcome: Outcome) -> None:
    """Write reports that differ side by side, for whoever has to find out why."""
    expected = dict(calm.results)
    for unit, report in outcome.results:
        if without_times(report) != without_times(expected.get(unit)):
            text = json.dumps({"calm": expected.get(unit), "stormy": report}, indent=1)
            (folder / f"differs-{unit}.json").write_text(text)


def print_table(outcomes: Iterable[tuple[Outcome, list[str]]]) -> None:
    """Print one column a campaign."""
    columns = list(outcomes)

    def row(label: str, values: Iterable[object]) -> None:
        print(f"{label:26}" + "".join(f"{value!s:>12}" for value in values))

    row("", (outcome.name for outcome, _ in columns))
    for kind in KINDS:
        row(f"kills: {kind}", (outcome.kills[kind] for outcome, _ in columns))
    row("kills", (outcome.kills.total() for outcome, _ in columns))
    row("clients ended by an error", (outcome.endings[2] for outcome, _ in columns))
    for word in ("done", "failed", "lost"):
        row(f"tries: {word}", (outcome.attempts[word] for outcome, _ in columns))
    row("units tried again", (outcome.again for outcome, _ in columns))
    row("results", (len(outcome.results) for outcome, _ in columns))
    row("units with a result", (len({unit for unit, _ in each.results}) for each, _ in columns))
    row("objections", (len(wrong) for _, wrong in columns))
    row("seconds", (f"{outcome.seconds:.0f}" for outcome, _ in columns))


def main() -> int:
    """Run all campaigns, and say whether anything is off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, default=200)
    parser.add_argument("--kills", type=int, default=25)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--store", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--limit", type=float, default=3600.0, help="seconds for each campaign")
    parser.add_argument("--keep", type=Path, help="a new folder for stores and logs")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # and leave nothing
    folder = options.keep or Path(tempfile.mkdtemp(prefix="swerve-faults-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        revisions = make_history(folder / "repository", options.units, options.seed)
        calm = Storm("calm", folder, options).run(revisions, ())
        columns = [(calm, judged(calm, calm, options.units, 0))]
        kills = plan_kills(options.kills, options.units, options.seed)
        for name in ("sqlite", "postgres") if options.store == "both" else (options.store,):
            outcome = Storm(name, folder, options).run(revisions, kills)
            columns.append((outcome, judged(outcome, calm, options.units, options.kills)))
            keep_differences(folder / name, calm, outcome)
    finally:
        if options.keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    print_table(columns)
    for outcome, wrong in columns:
        for words in wrong[:_MOST_DIFFERENCES]:
            print(f"{outcome.name}: {words}")
        if len(wrong) > _MOST_DIFFERENCES:
            print(f"{outcome.name}: and {len(wrong) - _MOST_DIFFERENCES} more")
    is_good = not any(wrong for _, wrong in columns)
    print("nothing lost, nothing twice, nothing different" if is_good else "SOMETHING IS OFF")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
