"""What do many small changes cost: time a core, memory, room in the store, and as the store grows?

    make bench-campaigns

Makes a git repository whose commits are small changes: nine of ten are decided by comparing code,
the others, which change a threshold or a default, have to be run. `swerve campaign run` checks all
of them, watched from outside: with 1 process on one core, with 2 on two, and with 1 that may use
both, since a change that has to be run starts processes for both of its sides. Then the same 100
changes are checked again and again, on a store that holds 100 results and on one that holds 10,000.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, insert, select

from swerve.apps.campaign import LocalCrew, Outcome, Store, Unit, open_store, unit_of
from swerve.apps.campaign import _tables as tables
from swerve.apps.campaign._claim import Claim, create_campaign
from swerve.apps.campaign._running import Run
from swerve.apps.campaign._sources import units_of_range
from swerve.apps.campaign._tables import parts_of
from swerve.model import Effort, Settings
from swerve.model.plurals import counted
from swerve.worker.core.descendants import descendants

_MODULES = 20
#: One in so many changes is to a threshold, and one in so many renamings to a default, too.
_THRESHOLD_EVERY = 40
_DEFAULT_EVERY = 7
_LEAST_SAMPLES_S = 0.25
_SMALL, _LARGE = 100, 10_000
#: How the command runs: processes, and the cores that all of it has to share.
_RUNS = ((1, 1), (2, 2), (1, 2))
_PROGRAM = (
    "import os, sys; cores = int(sys.argv.pop(1)); "
    "os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores]); "
    "from swerve.apps.cli import main; sys.exit(main())"
)


# --- the changes ---------------------------------------------------------------------------------


def module_source(module: int, versions: Sequence[int]) -> str:
    """One of the modules: three functions, each in a version of its own."""
    renamed, worded, counted = versions
    name = f"total_{renamed}"
    return f'''"""Prices, part {module}; edition {worded}."""


def gross(prices: list[int], rate: int = {3 + renamed // _DEFAULT_EVERY % 3}) -> int:
    """The sum of prices with a tax."""
    {name} = 0
    for price in prices:
        {name} += price * (100 + rate)
    return {name} // 100


def label(name: str, price: int) -> str:
    """What stands on the shelf."""
    text = name.strip() or "nameless"  # wording {worded}
    return f"{{text}}: {{price}}"


def discount(price: int, count: int) -> int:
    """What is left of a price when many are bought."""
    if count > {10 + counted}:
        return price - price // 10
    return price
'''


def make_repository(folder: Path, changes: int) -> None:
    """Write so many commits after the first."""
    subprocess.run(["git", "init", "--quiet", "-b", "main", str(folder)], check=True)
    versions = [[0, 0, 0] for _ in range(_MODULES)]
    lines = []
    for number in range(changes + 1):
        touched = range(_MODULES) if number == 0 else [number % _MODULES]
        which = 2 if number % _THRESHOLD_EVERY == 0 else number % 2
        if number:
            versions[touched[0]][which] += 1
        subject = ("Rename a variable", "Reword a comment", "Change a threshold")[which]
        lines += [
            "commit refs/heads/main",
            f"mark :{number + 1}",
            f"committer Ada <ada@example.org> {1_700_000_000 + number * 60} +0000",
            *_data(f"{subject} ({number})"),
            *([f"from :{number}"] if number else []),
        ]
        for module in touched:
            lines += [f"M 100644 inline shop/part_{module}.py"]
            lines += _data(module_source(module, versions[module]))
        if not number:
            lines += ["M 100644 inline shop/__init__.py", *_data("")]
    words = ["git", "-C", str(folder), "fast-import", "--quiet"]
    subprocess.run(words, input="\n".join(lines).encode() + b"\n", check=True)


def _data(text: str) -> list[str]:
    return [f"data {len(text.encode())}", text]


# --- watched from outside ------------------------------------------------------------------------


@dataclass
class Watched:
    """One run of the command."""

    jobs: int
    cores: int
    changes: int
    seconds: float = 0.0
    #: What all processors of the machine did meanwhile, for whomever.
    cpu_s: float = 0.0
    store_bytes: int = 0
    #: (seconds since the start, bytes of the client, bytes of the largest unit process).
    samples: list[tuple[float, int, int]] = field(default_factory=list)
    verdicts: str = ""

    @property
    def per_core(self) -> float:
        """Changes a second and core."""
        return self.changes / self.seconds / self.cores

    @property
    def name(self) -> str:
        """What it ran with."""
        return f"{counted(self.jobs, 'worker')} on {counted(self.cores, 'core')}"


def watch(repository: Path, store: Path, jobs: int, cores: int, changes: int) -> Watched:
    """Run a campaign over all commits, and look at its memory."""
    watched = Watched(jobs, cores, changes)
    started, cpu_before = time.monotonic(), _machine_cpu_s()
    words = ["--range", f"main~{changes}..main", "--jobs", str(jobs), "--store", str(store)]
    words += ["--effort", "quick"]
    client = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, str(cores), "campaign", "run", *words],
        cwd=repository,
        stdout=subprocess.PIPE,
        text=True,
    )
    ended = threading.Event()
    looking = threading.Thread(target=_look, args=(client.pid, watched, started, ended))
    looking.start()
    out, _ = client.communicate()
    watched.seconds = time.monotonic() - started
    watched.cpu_s = _machine_cpu_s() - cpu_before
    ended.set()
    looking.join()
    if client.returncode:
        sys.exit(f"swerve campaign run ended with {client.returncode}")
    with open_store(str(store)) as opened:
        counts = opened.status(opened.campaign().number).counts
        if counts["done"] != changes:
            sys.exit(f"not every change has a result: {counts}")
    parts = store.parent.glob(f"{store.name}*")
    watched.store_bytes = sum(part.stat().st_size for part in parts)
    watched.verdicts = out.splitlines()[2].split("functions", 1)[1].strip()
    return watched


def _machine_cpu_s() -> float:
    """Seconds in which processors were not idle: user, nice, system."""
    fields = Path("/proc/stat").read_text().split()[1:4]
    return sum(map(int, fields)) / os.sysconf("SC_CLK_TCK")


def _look(pid: int, watched: Watched, started: float, ended: threading.Event) -> None:
    while not ended.wait(_LEAST_SAMPLES_S):
        children = [child for child in descendants(pid) if _parent(child) == pid]
        largest = max(map(_resident, children), default=0)
        watched.samples.append((time.monotonic() - started, _resident(pid), largest))


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return 0


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def fifths(watched: Watched, which: int) -> list[int]:
    """The most memory in each fifth of a run."""
    most = [0] * 5
    for at, *sizes in watched.samples:
        part = min(int(at / watched.seconds * 5), 4)
        most[part] = max(most[part], sizes[which])
    return most


# --- as the store grows --------------------------------------------------------------------------


class Laps:
    """A listener that takes the time from one result to the next."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._last = time.perf_counter()

    def began(self, unit: Unit) -> None:
        """Do nothing."""

    def ended(self, unit: Unit, outcome: Outcome, state: str) -> None:
        """Take a lap."""
        now = time.perf_counter()
        self.seconds.append(now - self._last)
        self._last = now


def fill(store: Store, like: Store, results: int) -> None:
    """Put so many copies of a stored result into a store, as one campaign that is done."""
    pattern = next(like.results(like.campaign().number))
    row = like.database.read(
        lambda connection: connection.execute(select(tables.results).limit(1)).one()
    )
    units = [
        unit_of(pattern.unit.repository, f"{number:040x}", f"{number + 1:040x}", title="Filled")
        for number in range(results)
    ]
    campaign = create_campaign(
        store, units, name="filled", source="a bench", settings=Settings(), deadline_s=60.0
    )
    numbers = [each.number for each in store.units(campaign.number)]
    values = {key: value for key, value in row._mapping.items() if key != "number"}

    def act(connection: Connection) -> None:
        connection.execute(tables.units.update().values(state="done", attempts=1))
        connection.execute(
            insert(tables.attempts),
            [{"unit": n, "attempt": 1, "started_at": 0.0, "outcome": "done"} for n in numbers],
        )
        copies = [{**values, "number": n, "campaign": campaign.number, "unit": n} for n in numbers]
        connection.execute(insert(tables.results), copies)
        for table, rows in parts_of(pattern.report):
            if rows:
                all_rows = [{**each, "result": n} for n in numbers for each in rows]
                connection.execute(insert(table), all_rows)

    store.database.write(act)


def laps(store: Store, units: Sequence[Unit], rounds: int) -> list[float]:
    """Seconds for each change, without the first few of each round, which start a process."""
    found = []
    for _ in range(rounds):
        listener = Laps()
        campaign = create_campaign(
            store, units, name=None, source="a bench", settings=units[0].settings, deadline_s=60.0
        )
        crew = LocalCrew(1, 60.0)
        with Claim(store, campaign) as claim:
            Run(claim, crew, listener).go()
        crew.close()
        found += listener.seconds[5:]
    return found


def growth(
    repository: Path, folder: Path, like: Path, changes: int, large: int
) -> tuple[float, float]:
    """Median seconds a change, with few results in the store and with many, taken in turns."""
    settings = Settings(effort=Effort.QUICK, run=False)
    units = list(units_of_range(repository, f"main~{changes}..main", settings))
    stores = []
    with open_store(str(like)) as pattern:
        for count in (_SMALL, large):
            store = open_store(str(folder / f"with-{count}.db"), create=True)
            fill(store, pattern, count)
            stores.append(store)
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(4):
        for store, times in zip(stores, found, strict=True):
            times += laps(store, units, 1)
    for store in stores:
        store.close()
    return statistics.median(found[0]), statistics.median(found[1])


# --- the tables ----------------------------------------------------------------------------------


def megabytes(sizes: Sequence[int]) -> str:
    """Sizes on one line."""
    return "  ".join(f"{size / 1e6:5.0f}" for size in sizes)


def tell(runs: Sequence[Watched]) -> Iterator[str]:
    """The tables about the runs."""
    yield "                      seconds  changes/s  a core  processor s a change"
    for run in runs:
        pace, cost = run.changes / run.seconds, run.cpu_s / run.changes
        yield f"{run.name:20}  {run.seconds:7.1f}  {pace:9.2f}  {run.per_core:6.2f}  {cost:20.4f}"
    share = runs[1].per_core / runs[0].per_core
    yield f"    a core, {runs[1].name} against {runs[0].name}: {share:.1%} (at least 85%)"
    yield f"    {runs[0].verdicts}"
    yield ""
    yield "memory, MB, the most in each fifth of the time"
    for run in runs:
        yield f"    {run.name}: client        {megabytes(fifths(run, 0))}"
        yield f"    {run.name}: unit process  {megabytes(fifths(run, 1))}"
    yield ""
    for run in runs:
        each = run.store_bytes / run.changes
        yield f"store, {run.name}: {each / 1000:.2f} kB a change (at most 20)"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=2000)
    parser.add_argument("--large", type=int, default=_LARGE)
    parser.add_argument("--only", choices=("runs", "growth"))
    options = parser.parse_args()
    os.environ.setdefault("SWERVE_CACHE", tempfile.gettempdir() + "/swerve-bench-cache")
    with tempfile.TemporaryDirectory(prefix="swerve-bench-") as name:
        folder = Path(name)
        repository = folder / "shop"
        make_repository(repository, options.changes)
        print(f"{options.changes} small changes; effort quick")
        is_short = options.only == "growth"
        changes = min(_SMALL, options.changes) if is_short else options.changes
        runs = []
        for jobs, cores in _RUNS[1:2] if is_short else _RUNS:
            store = folder / f"{jobs}-{cores}.db"
            runs.append(watch(repository, store, jobs, cores, changes))
        if options.only != "growth":
            print("\n".join(tell(runs)), flush=True)
        if options.only != "runs":
            few, many = growth(repository, folder, store, min(_SMALL, changes), options.large)
            print(f"\nmedian time a change, {_SMALL} results stored: {few * 1000:.2f} ms")
            print(f"median time a change, {options.large} results stored: {many * 1000:.2f} ms")
            print(f"    {many / few - 1:+.1%} (at most +10%)")


if __name__ == "__main__":
    main()
