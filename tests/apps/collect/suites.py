"""Which small projects do the tests collect from?"""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from swerve.apps.collect._collecting import Collected, Wanted, collect
from swerve.model import Settings
from swerve.predict.training.events import Event, Recorded, read
from swerve.run.sandbox import Level, choose_level

needs_strict = pytest.mark.skipif(
    choose_level().level is not Level.STRICT, reason="strict confinement does not work here"
)

SHOP = {
    "pyproject.toml": '[project]\nname = "Little.Shop"\nversion = "1.2"\n',
    "src/shop/__init__.py": """\
from shop.prices import total

def pay(prices, discount=None):
    bill = total(prices)
    if discount:
        bill -= discount
    return bill
""",
    "src/shop/prices.py": """\
def total(prices):
    found = 0
    for price in prices:
        found += price
    return found
""",
    "tests/test_pay.py": """\
from shop import pay

def test_plain():
    assert pay([1, 2]) == 3

def test_discount():
    assert pay([5], discount=1) == 4
""",
}


class Silent:
    """Hears how far a collection is."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, int, int, int]] = []

    def ran(self, done: int, total: int, tests: int, events: int) -> None:
        """Remember it."""
        self.heard.append((done, total, tests, events))


def lay(folder: Path, files: dict[str, str]) -> Path:
    """Write the files of a project."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def wanted_from(folder: Path, *, python: str = sys.executable, **changes: Any) -> Wanted:
    """What is wanted of a project, with little patience."""
    settings = Settings(python=python)
    usual = Wanted(folder, folder.parent / "events", settings=settings, test_seconds=20.0)
    return replace(usual, **changes)


def collect_from(folder: Path, **changes: Any) -> Collected:
    """Collect for real."""
    return collect(wanted_from(folder, **changes), Silent())


def recorded_in(collected: Collected) -> dict[str, Recorded]:
    """What was written, by file."""
    return {recorded.file: recorded for recorded in read(collected.file)[1]}


def event_at(recorded: Recorded, kind: str, name: str, line: int) -> Event:
    """The one event of a name on a line."""
    found = [e for e in recorded.events if (e.kind, e.name, e.place[0]) == (kind, name, line)]
    assert len(found) == 1, found
    return found[0]


def fingerprint(folder: Path) -> dict[str, str]:
    """Every file with its content and mode, to see what was touched."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path)] = f"{path.stat().st_mode} {path.stat().st_mtime_ns} {digest}"
    return found
