"""Does a check cost what the change costs, or what the repository costs?

Makes repositories of 100 and of 10,000 Python files with the same one-function change, and
measures `swerve check` on both; then the start of `swerve --version` against a bare Python.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_SIZES = (100, 10_000)
#: The larger repository may take this many times what the smaller one takes.
_MOST_GROWTH = 2.0
#: `swerve --version` may take this many times what `python -c pass` takes.
_MOST_START = 5.0
_RUNS = 11
_START_RUNS = 20
_FILES_PER_FOLDER = 20

_MODULE = '''\
"""Orders of branch {number}."""

from __future__ import annotations

from dataclasses import dataclass, field

LIMIT_{number} = {number}


@dataclass
class Order{number}:
    """What one customer asked for."""

    customer: str
    lines: list[tuple[str, int, float]] = field(default_factory=list)

    def add(self, article: str, count: int, price: float) -> None:
        """Put an article on the order."""
        if count <= 0:
            raise ValueError(f"count must be positive, not {{count}}")
        self.lines.append((article, count, price))

    def total(self) -> float:
        """The sum of all lines, before discount."""
        total = 0.0
        for _, count, price in self.lines:
            total += count * price
        return total

    def articles(self) -> list[str]:
        """Each article once, in the order of the lines."""
        found: list[str] = []
        for article, _, _ in self.lines:
            if article not in found:
                found.append(article)
        return found


def discount(order: Order{number}, rate: float = 0.05) -> float:
    """What the customer saves."""
    total = order.total()
    if total <= LIMIT_{number}:
        return 0.0
    return round(total * rate, 2)


def merged(orders: list[Order{number}]) -> Order{number}:
    """One order with the lines of all."""
    result = Order{number}(orders[0].customer if orders else "")
    for order in orders:
        for article, count, price in order.lines:
            result.add(article, count, price)
    return result


def summary(order: Order{number}) -> str:
    """One line for the log."""
    names = ", ".join(order.articles())
    return f"{{order.customer}}: {{names}} ({{order.total():.2f}})"
'''
_EDIT = ("if total <= LIMIT_0:", "if total < LIMIT_0:")


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one way to call swerve takes on each repository."""

    name: str
    #: Seconds, best of several, in the order of `_SIZES`.
    seconds: tuple[float, ...]

    @property
    def growth(self) -> float:
        """The largest repository against the smallest."""
        return self.seconds[-1] / self.seconds[0]


def main() -> int:
    """Print two tables; 1 when a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="leave the repositories there")
    folder = parser.parse_args().keep
    print(
        f"Python {platform.python_version()}, {_git_version()}, {os.cpu_count()} CPUs", flush=True
    )
    with tempfile.TemporaryDirectory(prefix="swerve-bench-") as scratch:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        # As for a user, whose first run left compiled modules behind; here, away from the sources.
        os.environ["PYTHONPYCACHEPREFIX"] = f"{scratch}/compiled"
        timings = list(measure_growth(folder or Path(scratch)))
        python, version = measure_start()
    small, large = _SIZES
    print(f"\n{'swerve check':28}{small:>10,} files{large:>10,} files     ratio  (at most 2)")
    for timing in timings:
        shown = "".join(f"{seconds * 1000:>13.0f} ms" for seconds in timing.seconds)
        print(f"{timing.name:28}{shown}{timing.growth:>10.2f}")
    ratio = version / python
    print(f"\n{'start':28}{'median':>13}        ratio  (at most 5)")
    print(f"{'python -c pass':28}{python * 1000:>10.1f} ms")
    print(f"{'swerve --version':28}{version * 1000:>10.1f} ms{ratio:>13.2f}")
    too_slow = [t.name for t in timings if t.growth > _MOST_GROWTH]
    too_slow += ["swerve --version"] if ratio > _MOST_START else []
    for name in too_slow:
        print(f"over the limit: {name}", file=sys.stderr)
    return 1 if too_slow else 0


# --- growth -------------------------------------------------------------------------------------


def measure_growth(root: Path) -> Iterator[Timing]:
    """Time the ways to name the change, each on all repositories."""
    repositories = [_make_repository(root / f"files-{size}", size) for size in _SIZES]
    changed = [next(repository.rglob("orders_0.py")) for repository in repositories]
    for file in changed:
        file.write_text(file.read_text("utf-8").replace(*_EDIT), "utf-8")
    yield _timing("work tree", [], repositories)
    for repository in repositories:
        _git(repository, "commit", "--quiet", "--all", "--message", "Include the limit")
    yield _timing("last commit (clean tree)", [], repositories)
    yield _timing("HEAD~1..HEAD", ["HEAD~1..HEAD"], repositories)


def _timing(name: str, words: Sequence[str], repositories: Sequence[Path]) -> Timing:
    command = [_swerve(), "check", *words]
    best = [float("inf")] * len(repositories)
    for turn in range(_RUNS + 1):  # taking turns: a busy moment of the machine hits both
        for position, repository in enumerate(repositories):
            seconds = _timed(command, repository, expected="1 changed")
            if turn:  # the first fills the caches
                best[position] = min(best[position], seconds)
    return Timing(name, tuple(best))


def _make_repository(folder: Path, size: int) -> Path:
    for number in range(size):
        file = folder / _place(number)
        if number % _FILES_PER_FOLDER == 0:
            file.parent.mkdir(parents=True)
        file.write_text(_MODULE.format(number=number), "utf-8")
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message", "Add the shop")
    return folder


def _place(number: int) -> str:
    folder = number // _FILES_PER_FOLDER
    return f"src/shop/region_{folder // 25}/branch_{folder % 25}/orders_{number}.py"


def _git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgSign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True)


def _git_version() -> str:
    return subprocess.run(
        ["git", "--version"], check=True, capture_output=True, text=True
    ).stdout.strip()


# --- start --------------------------------------------------------------------------------------


def measure_start() -> tuple[float, float]:
    """Seconds of `python -c pass` and of `swerve --version`, medians, taking turns."""
    commands = ([sys.executable, "-c", "pass"], [_swerve(), "--version"])
    seconds: tuple[list[float], list[float]] = ([], [])
    for turn in range(_START_RUNS + 1):
        for command, found in zip(commands, seconds, strict=True):
            took = _timed(command, Path.cwd())
            if turn:
                found.append(took)
    return statistics.median(seconds[0]), statistics.median(seconds[1])


def _swerve() -> str:
    return str(Path(sys.executable).with_name("swerve"))


def _timed(command: Sequence[str], folder: Path, expected: str = "") -> float:
    """Run a command to its end; stop when it does not say what is expected."""
    started = time.perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    if expected not in done.stdout or done.returncode not in (0, 1):
        raise SystemExit(f"{command} did not work:\n{done.stdout}{done.stderr}")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
